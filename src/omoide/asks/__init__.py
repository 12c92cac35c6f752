"""What we ask a model.

appraisal_wording      the words in which turns are asked about: LTM's instruction (LLMへの指示例), in Japanese and …
appraise_turn          what a turn felt like, and how it is to be remembered
ask                    what every question to a model has in common
catalogue              every question there is, by name: for people who look, and for checks that go through all of …
classify_query         whether to search the past, for what, and with which intent: NEX's Active Recall, in one call
condense               what is left of a memory when it falls a level: 1→2 a summary, 2→3 keywords
convert_question       what becomes of an answered question: FACT, INSIGHT or SKIP
digest_turns           what does each of these turns feel like, and what does it change?
digest_turns_wording   the words in which a session's turns are asked about together: the two single questions, and …
lenient                takes what a model wrote as well as it can be taken: scores are cut to range, unknown words …
reflect                what the persona makes of a day, a week or a month, and what is to become of its goals
review_talk            what a day of talk left open, and which open questions it answered
say_ready              the smallest question there is: are you there?
tell_day               a day as an episode: told in the persona's own voice, what moved it in detail
tell_topic             a topic's name and summary: concrete words out of what was said, one or two sentences
tell_week              a week as one episode: the two most stirring days in detail, the others briefly
together               questions that are cheaper asked together: which, how many at once, and how their common …
write_plan             what does this event change in what I believe, feel and am talking about?
write_plan_answer      the shape of a write plan on the wire: 004's JSON, exactly and strictly
write_plan_wording     the words of the question for a write plan, in Japanese and English
write_profile          the profile of somebody or something, written of lines, memories and beliefs

One module per question: its dataclass, its answer's schema, `render()` in ja and en, `parse()`.
"""
