"""What the persona wants to reach: values and pure rules.

erased     goals without erased words
exporting  the seed's `goals.json`, and what is counted of goals
goal       a goal, its notes, and the only ways in which its status moves
taking_back  goals as they stood before they were moved too early
tidying    goals that are given up by themselves: stale ones, and those beyond the limit
"""
