"""Care of the home: values and pure rules.

finding   what a check of everything found
"""
