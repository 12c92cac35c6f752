"""Notes: values and pure rules.

diary      the days of a diary, and which of them go into its archives
diff       what one revision has that another has not, line by line
erased     a note and its whole history without erased words
file       a file that a program keeps with a persona, by name
note       the four notes, who may reach them, and how long they may be
passages   a passage of a note, as a reader was shown it, found where it stands
period     the time that a diary's archive is of
revision   every edit of a note, kept so that any earlier text comes back byte by byte
search     which entries of notes hold the words that are looked for
"""
