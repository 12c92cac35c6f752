"""What the persona would like to know: values and pure rules.

answering   which questions later talk has answered, and what becomes of an answer
erased      questions without erased words
noticing    what was left open: tasks whose outcome nobody told, heavy words nobody came back to, names nobody explained
question    an open question, and the only ways in which its status moves
ranking     which pulls most, and which are let go when there are too many
review      what is shown to whoever looks for questions in talk, and what comes back
taking_back  questions as they stood before they were looked at too early
"""
