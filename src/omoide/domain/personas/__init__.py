"""Whose mind it is: values and pure rules.

first_words   which language somebody speaks, told by what is first said
persona       a persona owns everything; nothing of one is ever visible to another
"""
