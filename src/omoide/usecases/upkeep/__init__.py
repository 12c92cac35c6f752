"""Care of the home: the verbs.

examine   is everything in order, and if not, what is to be done?
"""
