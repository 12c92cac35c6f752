"""Whether a persona would act now by itself.

decide   gathers what the decision is made from, and words the prompt
"""
