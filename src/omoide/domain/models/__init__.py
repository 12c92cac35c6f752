"""Language models, and what they cost: values and pure rules.

batches      questions handed in to a provider together, for half the price, and what came of them
estimate     what thinking would take, before anybody is asked
model_role   which model is meant, and how it may be used
rate         at most so many calls in any minute
spending     tokens, prices, caps and forecasts
"""
