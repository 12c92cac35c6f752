"""The proxy: memory for any chat client, in front of any model (SPEC H2).

door                 its addresses, and the way of a request
naming               whose memory a request is for
talks                which talk and which turn it belongs to
asides               what clients ask for themselves, such as titles
remembering          what it is met with from memory, within a deadline
learning             what was said is kept beside the chat
wire                 what is to be known of a provider's interface
interfaces           the interfaces themselves
raw_json             where values stand in a body, and how something is put between them
answers              what comes back
upstream             the model behind the proxy
refusals             what the proxy itself has to say
"""
