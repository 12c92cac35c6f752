"""Knowledge: commands.

commands   `omoide knowledge add|update|remove|list|search`
words      what is said about documents, in Japanese and English
"""
