"""Record how the image processors of `transformers` prepare images.

    python preprocessing.py OUT.json

For each configuration and image, OUT.json has the shape and the SHA-256 of the values (float32, little endian); for
processors that cut images into tiles, also the rows and columns of tiles.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
from PIL import Image
from transformers import (
    BlipImageProcessor,
    CLIPImageProcessor,
    DeiTImageProcessor,
    DonutImageProcessor,
    Idefics3ImageProcessor,
    NougatImageProcessor,
    SiglipImageProcessor,
    SmolVLMImageProcessor,
    ViTImageProcessor,
)

SIZES = [(61, 40), (200, 31), (37, 190), (640, 480), (5, 3)]

CONFIGURATIONS = [
    (ViTImageProcessor, {"size": {"height": 48, "width": 48}, "resample": 2}),
    *((ViTImageProcessor, {"size": {"height": 33, "width": 70}, "resample": number}) for number in range(6)),
    (ViTImageProcessor, {"size": 64, "resample": 3, "do_normalize": False}),
    (ViTImageProcessor, {"do_resize": False, "do_rescale": False}),
    (DeiTImageProcessor, {"size": {"height": 64, "width": 64}, "crop_size": {"height": 56, "width": 49}}),
    (BlipImageProcessor, {"size": {"height": 40, "width": 80}}),
    (SiglipImageProcessor, {"size": {"height": 32, "width": 32}}),
    (CLIPImageProcessor, {"size": {"shortest_edge": 32}, "crop_size": {"height": 32, "width": 33}}),
    (CLIPImageProcessor, {"size": 20, "do_center_crop": False}),
    (DonutImageProcessor, {"size": {"height": 90, "width": 120}}),
    (DonutImageProcessor, {"size": [50, 70], "do_align_long_axis": True}),
    (DonutImageProcessor, {"size": {"height": 30, "width": 25}, "do_resize": False}),
    (NougatImageProcessor, {"size": {"height": 80, "width": 60}}),
    (NougatImageProcessor, {"size": {"height": 60, "width": 80}, "do_align_long_axis": True, "do_crop_margin": False}),
]

TILES = [
    (SmolVLMImageProcessor, {"size": {"longest_edge": 144}, "max_image_size": {"longest_edge": 48}}),
    (Idefics3ImageProcessor, {"size": {"longest_edge": 130}, "max_image_size": {"longest_edge": 32}, "resample": 3}),
    (SmolVLMImageProcessor, {"size": {"longest_edge": 41}, "max_image_size": {"longest_edge": 41}}),
    (
        Idefics3ImageProcessor,
        {"size": {"longest_edge": 90}, "max_image_size": {"longest_edge": 40}, "do_image_splitting": False},
    ),
    (SmolVLMImageProcessor, {"do_resize": False, "max_image_size": {"longest_edge": 64}, "do_normalize": False}),
    (Idefics3ImageProcessor, {"size": {"height": 50, "width": 70}, "max_image_size": {"longest_edge": 25}}),
]


def picture(width: int, height: int) -> Image.Image:
    """Return an image whose pixels are calculated in the same way elsewhere, with a light margin."""
    y, x, channel = np.ogrid[:height, :width, :3]
    values = (x * 7 + y * 13 + channel * 29 + x * y * (channel + 1)) % 256
    margin = (x < width // 8) | (y < height // 8)
    return Image.fromarray(np.where(margin, 250, values).astype(np.uint8))


def main() -> None:
    """Write the file."""
    cases = []
    for kind, settings in [*CONFIGURATIONS, *TILES]:
        processor = kind(**settings)
        configuration = processor.to_dict() | {"image_processor_type": kind.__name__}
        for key in ["do_convert_rgb", "processor_class"]:
            configuration.pop(key, None)
        results = []
        for width, height in SIZES:
            image, more = picture(width, height), {}
            if (kind, settings) in TILES:
                image, more = [[image]], {"return_row_col_info": True}
            found = processor(image, return_tensors="np", input_data_format="channels_last", **more)
            values = found.pixel_values[0].astype("<f4")
            digest = hashlib.sha256(np.ascontiguousarray(values).tobytes()).hexdigest()
            result = {"width": width, "height": height, "shape": values.shape, "sha256": digest}
            if more:
                # No pixel of a single image is padding.
                assert found.pixel_attention_mask.all()
                result["grid"] = [found.rows[0][0], found.cols[0][0]]
            results.append(result)
        cases.append({"configuration": configuration, "results": results})
    lines = ",\n".join(json.dumps(case) for case in cases)
    Path(sys.argv[1]).write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
