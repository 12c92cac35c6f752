"""Memories that fade: commands.

commands   `omoide memories list|show|search|why|protect|release|archive|restore`
json       memories as JSON shows them: LTM's field names, ISO 8601 with an offset
words      what the commands about memories say, in Japanese and English
"""
