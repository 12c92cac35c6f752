"""What nights do to memories: commands.

picture    pictures of a simulated life, as SVG or PNG, without a drawing library
simulate   a made-up life on a scratch home, in minutes
sleep      `omoide sleep`, `omoide sleep undo`, `omoide sleep report`, `omoide forecast` and `omoide morning`
stages     a sleep's stages on the terminal
"""
