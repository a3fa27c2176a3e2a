"""The transition systems by what they build; tests about heads take those of dependency trees."""

from treewright.transitions import TRANSITION_SYSTEMS

DEPENDENCY_SYSTEMS = {name: cls for name, cls in TRANSITION_SYSTEMS.items() if cls.family == "dependencies"}
CONSTITUENCY_SYSTEMS = {name: cls for name, cls in TRANSITION_SYSTEMS.items() if cls.family == "constituents"}
