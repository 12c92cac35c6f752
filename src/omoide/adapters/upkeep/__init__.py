"""Care of the home: plugs.

home_files      looking for words in the files of a home, byte by byte
private_files   files and folders that only their owner can read
"""
