"""Texts to vectors.

batching    texts of different lengths computed together
builtin     the built-in Japanese + English encoder: one int8 ONNX file that comes with the package …
counting    stands in for a paid embedder in a dry run: counts what would be sent, and gives vectors that mean …
directory   a local folder with an ONNX model and its tokenizer, as Hugging Face lays them out
hashing     likeness by shared words only, instant and deterministic; for tests and benchmarks
openai      vectors from any server that speaks OpenAI's embeddings API: OpenAI, Ollama, vLLM, LM Studio, llama.cpp …
recent      vectors of what was embedded a moment ago
senses      what was learnt about cues and turns in the built-in encoder's space, read from its file
stored      vectors from a server that is paid: each text once, every call in the ledger, no call past a cap
unit        rows of length one, so that a dot product is a cosine
vocabulary  the words of the encoder's table: text as rows of it
weights     the encoder itself, its tokenizers, hashes and notice
"""
