"""The camera: from a photograph of the table to the pieces that lie on it. It knows no game.

A piece is known by the face that Starbox prints, without any mark. Its features vote for where it lies
(`seeking`); it is straightened and compared with every face that there is, in every ink (`comparing`); and
whatever is not certain is a question. `reading` brings them together.
"""

import os

from components import extras
from components.errors import UsageError

# The library under numpy reads this as it is loaded, and never again: with threads many short tasks would
# wait for each other, and two runs might differ. Nobody else is to find it set.
_set = "OPENBLAS_NUM_THREADS" in os.environ
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

try:
    import cv2
except ImportError:
    raise UsageError(
        "Reading photographs needs OpenCV, which is not installed.", todo=extras.todo("camera")
    ) from None
finally:
    if not _set:
        del os.environ["OPENBLAS_NUM_THREADS"]

cv2.setNumThreads(1)
