"""The peer in vectorised NumPy. `python numpy_peer.py --game yams --plays 7e6 --seed 1` prints one line of JSON."""

import common
import numpy_gems
import numpy_stars
import numpy_yams

if __name__ == "__main__":
    games = {"yams": numpy_yams.direct, "star-color": numpy_stars.prepare, "diamond-river": numpy_gems.prepare}
    common.main("numpy", games, {"yams": {"direct": numpy_yams.direct, "grouped": numpy_yams.grouped}})
