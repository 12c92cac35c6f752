"""What a model may call: trying it.

commands   `omoide tools list|schema|call`
words      what these commands say, in Japanese and English
"""
