"""What single parts of a recollection's score are made of.

advice            a request for a recommendation, plan or help calls up tastes, limits, health and habits
answerability     whether what was found can answer the cue, or is only near it
lending           what turns lend each other, and when they do not
reading_together  the first turns read together with the cue, before their order is settled
senses            what was learnt about cues and turns in one embedding space
spelling          spellings one slip away: a letter too many, one too few, a wrong one, or two that changed places
variety           of long talk no single session fills everything that comes to mind
"""
