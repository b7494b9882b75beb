"""``python -m ifc2f_gui [model or case file]``."""

import sys

from ifc2f_gui import main

sys.exit(main())
