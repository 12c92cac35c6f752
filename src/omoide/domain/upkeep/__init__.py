"""Care of the home: values and pure rules.

finding   what a check of everything found
trouble   why one persona's work does not go on, and when it is tried again
"""
