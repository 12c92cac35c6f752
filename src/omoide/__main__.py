"""`python -m omoide` is the command `omoide`."""

from omoide.entrypoints.cli import main

if __name__ == "__main__":
    main()
