"""How often a web process looks for garbage that counting references cannot free."""

import gc

GATHER = 50_000
"""New objects between two looks at the young ones. Python's own 700 are fewer than the moves of one commit make."""


def relax() -> None:
    """Leave what stands after the start alone for good, and look at the rest seldom.

    A process holds thousands of hands for minutes each; walking all of them again and again took a third of a move's
    time and freed nothing, because hardly anything here refers to itself.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GATHER, 20, 50)
