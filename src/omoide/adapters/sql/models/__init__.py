"""Language models, and what they cost, in SQL.

answers   answers and vectors that were paid for, kept by the hash of what was asked
batches   batches under way at providers, and the questions in them
ledger    the ledger and the owner's prices in SQL
tables    answers, the ledger, prices, vectors by text, and batches under way
"""
