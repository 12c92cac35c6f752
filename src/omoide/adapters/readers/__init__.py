"""Turns to readings, without a model.

builtin     the built-in Japanese + English reader: one int8 ONNX file beside the encoder's table of rows …
agreed      how likely what it reads is right
answering   a cue and a turn read together: whether the one answers the other
decoding    the network's outputs as a reading
pieces      text as pieces of the encoder's vocabulary, with their places
shared_table   what the networks share: the encoder's table, its tokenizers, how their files are checked and opened
weights     the reader itself, its labels, hashes and notice
"""
