"""Erasing: the files of a home.

finder       many pieces looked for at once, byte by byte
home_files   cleaning the files of a home, and looking through them
notes        what is still to be looked for, on the disk while an order is under way
"""
