"""The mind on a page: what a persona remembers, believes, feels and dreams, looked at and tended in a browser.

A page is a function that puts pieces on a `View`; it is entered in `pages`, and everything else (frame, language, look, who may do
what, what changes by itself) is there for it.

asking    asking whoever looks: boxes to tick, windows with a field, a word to be typed before something goes for good
blocks    the pieces all pages are made of: cards, texts that stay texts, bars, buttons, fields
charts    curves, clouds and webs: what ECharts is given, and how it is put on a page
door      adds the page to an application
frame     what stands around every page: navigation, whose mind, language, light and dark
live      what follows the store by itself
login     logging in with a key, where one is needed
pages     which pages there are
sample_minds  two sample minds that have lived some months, made once by the real pipeline
view      one page as somebody looks at it: whose mind, in which language, and what they may do
words     what the frame says, in Japanese and English, and how times are told
talk      talking with the persona, and what comes to mind
timeline  days as episodes, down to what was said
memories  the table of memories, and one with its texts, curve, relations and history
beliefs   what is believed, what is liked, people and things
inside    drives, moods, emotions, questions, goals, dreams
sleeping  episodes, sleeps, nights, costs
why       the last recalls, what was put into prompts, and "not that"
settings  the persona, its settings, what comes in and goes out, what goes for good
static    the style sheet and the few lines of script that the browser gets
"""
