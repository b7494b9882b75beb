"""``python -m ifc2f`` is the command ``ifc2f``."""

import sys

from ifc2f.cli import main

if __name__ == "__main__":
    sys.exit(main())
