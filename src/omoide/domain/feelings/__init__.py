"""What is felt: values and pure rules.

affect            the feeling of one moment, in numbers, labels and words
answer_tags       tags in a persona's answer, written carelessly: `<memory_trace …/>`, `<persona_emotion …/>`
emotion           the closed vocabularies that a memory's emotion is told in
gravity           how grave a moment was: whether it is over in hours or goes on for days
mood              a slow baseline and a shock that acts at once and fades
mood_words        a mood in words: how it is now, and how it has been of late
persona_emotion   the persona's own emotion, told by a tag in its answer
resonance         a feeling calls up memories that felt alike
"""
