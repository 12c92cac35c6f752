"""What is kept of a recall, and what "not that" does to the next one.

attend       a recall that heeds "not that" and leaves a receipt: the seam around whichever verb recalls
attended     the one verb of recall, attended
candidates   what was found, with the parts of its score, as a receipt holds it
feedback     "not that": said, taken back, heeded
keep         a receipt is made and handed over, without anybody waiting for it
look         receipts that are kept, and what they explain
"""
