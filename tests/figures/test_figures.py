"""Every figure has its data beside it, says whose numbers they are, and is the same on every run."""

import io
from xml.etree import ElementTree

import pandas as pd
import pytest

from execedit_kit.figures.figure import FORMATS, NoFigure, written
from execedit_kit.figures.write import FIGURES, named, write_figures


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_a_figure_is_the_same_bytes_each_time_and_has_its_data_beside_it(figure, tmp_path):
    first, again = (list(write_figures(tmp_path / run, [figure])) for run in ("first", "again"))
    assert [path.name for path in first] == [f"{figure.name}.{suffix}" for suffix in (*FORMATS, "csv")]
    for one, other in zip(first, again, strict=True):
        assert one.read_bytes() == other.read_bytes(), one.name
    svg, pdf, png, data = (path.read_bytes() for path in first)
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert pdf.startswith(b"%PDF")
    assert png.startswith(b"\x89PNG")
    assert len(pd.read_csv(io.BytesIO(data))) > 0


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_a_figure_can_be_drawn_on_a_dark_ground(figure):
    light, dark = (written(figure.draw(dark=dark), "svg") for dark in (False, True))
    assert light != dark


def test_published_and_own_times_are_told_apart_in_every_row():
    table = named(["check-times"])[0].table()
    assert set(table["whose"]) == {"published", "this kit"}
    theirs = table[table["whose"] == "published"]
    # The paper prints the ends of three ranges, and nothing between.
    assert sorted(theirs["ms"]) == [0.11, 0.11, 0.33, 5.51, 50.35, 53.47]
    assert sorted(theirs["size"]) == [2, 2, 6, 128, 128, 720]
    assert (theirs["machine"] == "16-vCPU AMD EPYC 7R12").all()


def test_figures_have_names_of_their_own():
    assert len({figure.name for figure in FIGURES}) == len(FIGURES)
    assert [figure.name for figure in named(["laptop-fork", "check-times"])] == ["laptop-fork", "check-times"]
    with pytest.raises(NoFigure, match="did you mean 'laptop-fork'"):
        named(["laptop-frok"])
