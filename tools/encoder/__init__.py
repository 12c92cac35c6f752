"""Builds the built-in Japanese + English sentence encoder: data → training → export.

sources        reads the freely licensed corpora from folders given as paths
questions_ja   makes Japanese questions, casual restatements and spelling variants by rule
questions_en   makes English questions and negations by rule
build_data     gathers everything into one compact training file
vocabulary     trains the Japanese Unigram tokenizer
pieces         turns text into the ids the network reads (the same rule as at run time)
teacher        packs and unpacks the teacher's weights
network        the student and the teacher as one small PyTorch module
objectives     the losses and the batches
train          the training run (needs a GPU)
measure        the figures of a network on the evaluation sets, in PyTorch
requests       cues of several kinds, as people ask and remark
senses         learns what cues ask for, which turns advice should heed, and when nothing answers
export         trained weights → one int8 ONNX file, tokenizers, hashes
"""
