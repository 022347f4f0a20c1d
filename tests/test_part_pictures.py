"""The pictures of the parts: what is stored is what is drawn, and it can be seen on white and on black."""

import xml.etree.ElementTree as ET

import pictures
import pytest

from tools import part_pictures

GROUNDS = ("#ffffff", "#121212")


def contrast(*colours):
    return pictures.contrast(*(bytes.fromhex(colour[1:]) for colour in colours))


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
        assert contrast(edge, ground) >= 3, ET.tostring(shape)


def test_letters_stand_out_on_their_tiles():
    last = None
    for shape in ET.fromstring(part_pictures.svg("part_laboratory")):
        if shape.tag.endswith("}text"):
            assert contrast(shape.get("fill"), last.get("fill")) >= 4.5
        last = shape
    assert last is not None
