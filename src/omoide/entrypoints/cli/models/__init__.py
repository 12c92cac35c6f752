"""Language models, and what they cost: commands.

commands   `omoide models [check|hand-in|collect|prune]` and `omoide ask NAME --input …`: who thinks, and what it …
cost       what thinking has cost, and what it will
words      what `models`, `cost` and `ask` say, in Japanese and English
"""
