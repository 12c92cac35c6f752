"""Sleep on a page: making episodes, sleeping, nights with their reports, jobs, what it costs.

jobs     work that nobody waits for: tried again, put aside
nights   nights and sleeps as they were, and taking the last one back
page     making and updating episodes, how far back they are told, sleeping now, and the morning after
shown    sleeps and bills as values for the page
words    what is said about sleep, in Japanese and English
"""
