"""`python -m treewright` does what the command `treewright` does."""

import sys

from treewright.command_line.main import main

if __name__ == "__main__":
    sys.exit(main())
