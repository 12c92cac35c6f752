"""Erasing: the files of a home.

files_in_use   reading a file of a database that this very process has open
finder         many pieces looked for at once, byte by byte
home_files     cleaning the files of a home, and looking through them
notes          what is still to be looked for, on the disk while an order is under way
"""
