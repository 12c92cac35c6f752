"""Due things, told once: what is shown and typed.

commands   `omoide due`: what is due, and the owner's word on it
words      what these commands say, in Japanese and English
"""
