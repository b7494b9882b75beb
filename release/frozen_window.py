"""Where the frozen window begins: the window, or the process in which it trains (see train_dialog.py)."""

import sys

if sys.argv[1:3] == ["-m", "ifc2f_gui.training"]:
    from ifc2f_gui.training import main as train

    sys.exit(train(sys.argv[3]))

from ifc2f_gui import main

sys.exit(main())
