"""Where the frozen window begins: the window, or the process in which it trains (see ifc2f_gui/training)."""

import sys

if sys.argv[1:3] == ["-m", "ifc2f_gui.training.worker"]:
    from ifc2f_gui.training.worker import main as train

    sys.exit(train(sys.argv[3]))

from ifc2f_gui import main

sys.exit(main())
