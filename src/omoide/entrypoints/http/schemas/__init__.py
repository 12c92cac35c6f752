"""What goes in and out over HTTP, as pydantic models; nothing here knows a server.

shape       what all of them share, and how a value of ours is shown
beliefs     beliefs and preferences
events      turns, recall and context
feelings    mood, emotions, inner state, due things
home        personas, settings, keys
memories    memories that fade
receipts    why something came to mind, and "not that"
sleep       sleeps and their stages
texts       notes, entities, episodes, topics, dream diary
wishes      goals and open questions
work        tools, documents, jobs, erasing
"""
