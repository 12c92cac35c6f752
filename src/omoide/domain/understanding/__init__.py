"""What is made of a turn: values and pure rules.

digestion   what became of an event once it was thought about
worth       which part of a turn may become a memory, if any
beliefs     what is believed and liked, with its evidence
feelings    what is felt
telling     how a memory is told, level by level
"""
