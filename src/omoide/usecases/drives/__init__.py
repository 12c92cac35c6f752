"""What moves a persona from within: verbs.

feel   what moves it at an instant, from what is kept
"""
