"""Knowledge: sockets.

files   the files that documents are read from
store   where documents and their chunks are kept
"""
