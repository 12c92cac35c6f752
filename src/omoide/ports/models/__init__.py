"""Language models, and what they cost: what is needed of the world.

answers    answers that were paid for once
embedder   texts to vectors
ledger     what calls to models have cost, and what they will
speaker    whoever speaks for a persona
thinker    answers to asks
"""
