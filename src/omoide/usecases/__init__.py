"""What Omoide does: verbs, each reading gather → decide → commit.

observe     append a turn to the log            recall      what comes to mind for a cue, and why
catch_up    vectors for what has none yet       personas    making and changing personas
"""
