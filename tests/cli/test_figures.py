"""`execedit figures`: the figures in a folder, or what is wrong in one line."""


def test_only_the_named_figure_is_written(execedit, tmp_path):
    folder = tmp_path / "new" / "folder"
    done = execedit("figures", "-o", folder, "--only", "release-emergency-rounds")
    assert (done.code, done.err) == (0, "")
    assert done.out == f"1 figure in {folder}, as SVG, PDF and PNG with its data as CSV\n"
    assert sorted(path.suffix for path in folder.iterdir()) == [".csv", ".pdf", ".png", ".svg"]


def test_the_list_says_whose_numbers_each_figure_shows(execedit):
    done = execedit("figures", "--list")
    assert done.code == 0
    assert "check-times: " in done.out
    assert "arXiv 2608.22928 (ranges) and this kit (points)" in done.out


def test_what_is_wrong_is_said_in_one_line(execedit, tmp_path):
    assert execedit("figures").mistake == "give the folder to write into: -o DIR (see execedit figures --help)"
    unknown = execedit("figures", "-o", tmp_path, "--only", "laptop-frok").mistake
    assert unknown == "there is no figure 'laptop-frok'; did you mean 'laptop-fork'?"
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert str(blocked) in execedit("figures", "-o", blocked, "--only", "laptop-fork").mistake
    assert blocked.read_text() == ""
