"""Erasing: sockets.

files   the files of the home: notes of orders under way, what is cleaned, what is looked through
store   what an erasure needs of the store
"""
