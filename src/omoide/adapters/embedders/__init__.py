"""Texts to vectors.

builtin     Japanese and English, inside the package, no network
openai      any server that speaks OpenAI's embeddings API
directory   a local folder with an ONNX model and its tokenizer
hashing     words thrown into buckets: for tests, instant and deterministic
"""
