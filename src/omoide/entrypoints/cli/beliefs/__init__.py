"""What is believed and liked, with its evidence: commands.

commands   `omoide beliefs` and `omoide preferences`: what is believed, since when, why, and the owner's word on it
words      what the commands about beliefs and feelings say, in Japanese and English
"""
