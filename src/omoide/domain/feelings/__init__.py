"""What is felt: values and pure rules.

affect            the feeling of one moment, in numbers, labels and words
answer_tags       tags in a persona's answer, written carelessly: `<memory_trace …/>`, `<persona_emotion …/>`
emotion           the closed vocabularies that a memory's emotion is told in
mood              a slow baseline and a shock that acts at once and fades
persona_emotion   the persona's own emotion, told by a tag in its answer
resonance         a feeling calls up memories that felt alike
"""
