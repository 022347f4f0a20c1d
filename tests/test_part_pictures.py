"""The pictures of the parts: what is stored is what is drawn, and it can be seen on white and on black."""

import xml.etree.ElementTree as ET

import pytest

from tools import part_pictures

GROUNDS = ("#ffffff", "#121212")


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", part_pictures.PICTURES)
def test_what_is_stored_is_what_is_drawn(name):
    text = part_pictures.svg(name)
    assert (part_pictures.FOLDER / f"{name}.svg").read_text(encoding="utf-8") == text
    assert len(list(ET.fromstring(text))) > 15


@pytest.mark.parametrize("name", part_pictures.PICTURES)
def test_nothing_is_drawn_outside(name):
    for box in ET.fromstring(part_pictures.svg(name)).iter("{http://www.w3.org/2000/svg}rect"):
        x, y, width, height = (float(box.get(side)) for side in ("x", "y", "width", "height"))
        assert min(x, y, width, height) >= 0
        assert x + width <= part_pictures.WIDTH and y + height <= part_pictures.HEIGHT


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("name", part_pictures.PICTURES)
def test_every_shape_stands_out(name, ground):
    for shape in ET.fromstring(part_pictures.svg(name)):
        edge = shape.get("stroke") or shape.get("fill")
        if shape.tag.endswith("}text"):
            continue
        dark, light = sorted((luminance(edge), luminance(ground)))
        assert (light + 0.05) / (dark + 0.05) >= 3, ET.tostring(shape)


def test_letters_stand_out_on_their_tiles():
    last = None
    for shape in ET.fromstring(part_pictures.svg("part_laboratory")):
        if shape.tag.endswith("}text"):
            dark, light = sorted((luminance(shape.get("fill")), luminance(last.get("fill"))))
            assert (light + 0.05) / (dark + 0.05) >= 4.5
        last = shape
    assert last is not None
