"""Sockets: small Protocols in domain words.  Plugs fit by structure; nothing inherits from them.

clock       what time it is             embedder    texts to vectors
thinker     answers to asks             stores      personas, events, settings
search      nearest and matching items  memories    kept, read, tended, recalled
nights      what a night reads, writes and reports
deletions      what a night took out, for as long as it can come back
growing     beliefs, preferences, feelings, links, what was digested
"""
