"""Screenshots by a headless chromium, where there is one."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

FLAGS = """
    --headless=new --no-sandbox --no-first-run --hide-scrollbars --allow-file-access-from-files
    --disable-quic --disable-background-networking --disable-component-update --disable-sync
    --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader --ignore-gpu-blocklist
"""


def screenshot(
    url: str, folder: Path, size: tuple[int, int] = (640, 480), budget: int = 8000
) -> NDArray[np.float64]:
    """The pixels (height, width, 3) of a page after a time in its own clock, in ms."""
    browser = shutil.which("chromium")
    if browser is None:
        pytest.skip("needs chromium")
    image = folder / "screenshot.png"
    own = (
        f"--window-size={size[0]},{size[1]}",
        f"--virtual-time-budget={budget}",
        f"--user-data-dir={folder / 'profile'}",
        f"--screenshot={image}",
    )
    command = [browser, *FLAGS.split(), *own, url]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return np.asarray(Image.open(image).convert("RGB"), float)
