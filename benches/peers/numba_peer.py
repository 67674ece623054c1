"""The peer in Numba: compiled loops, one thread. `python numba_peer.py --game yams --plays 7e6 --seed 1` prints one line of JSON."""

import common
import numba_gems
import numba_stars
import numba_yams

if __name__ == "__main__":
    common.main("numba", {"yams": numba_yams.prepare, "star-color": numba_stars.prepare, "diamond-river": numba_gems.prepare})
