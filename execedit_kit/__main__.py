"""``python -m execedit_kit`` is the same as ``execedit``."""

from execedit_kit.cli import main

if __name__ == "__main__":
    main()
