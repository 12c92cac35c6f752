"""English words whose forms a stemmer cannot bring together: went and go, children and child."""

_FORMS = """
become became | begin began begun | bend bent | bite bit bitten | blow blew blown | break broke broken | bring brought
build built | burn burnt | buy bought | catch caught | choose chose chosen | come came | deal dealt | dig dug
draw drew drawn | dream dreamt | drink drank drunk | drive drove driven | eat ate eaten | fall fell fallen | feed fed
feel felt | fight fought | find found | fly flew flown | forget forgot forgotten | forgive forgave forgiven
freeze froze frozen | get got gotten | give gave given | go went gone | grow grew grown | hang hung | hear heard
hide hid hidden | hold held | keep kept | know knew known | lay laid | lead led | learn learnt | leave left | lend lent
lose lost | make made | mean meant | meet met | pay paid | ride rode ridden | ring rang rung | rise rose risen | run ran
say said | see saw seen | seek sought | sell sold | send sent | sew sewn | shake shook shaken | shoot shot | show shown
sing sang sung | sink sank sunk | sit sat | sleep slept | speak spoke spoken | spend spent | spill spilt | stand stood
steal stole stolen | stick stuck | swear swore sworn | sweep swept | swim swam swum | swing swung | take took taken
teach taught | tear tore torn | tell told | think thought | throw threw thrown | understand understood
wake woke woken | wear wore worn | win won | write wrote written
child children | man men | woman women | person people | foot feet | tooth teeth | mouse mice | goose geese
life lives | wife wives | knife knives | leaf leaves | shelf shelves | wolf wolves | half halves
good better best | bad worse worst
"""

BASE_OF: dict[str, str] = {
    form: base
    for line in _FORMS.strip().splitlines()
    for base, *forms in (entry.split() for entry in line.split("|"))
    for form in forms
}
"""Irregular form → the form a dictionary lists."""
