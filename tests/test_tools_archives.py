import zipfile

from tools.archives import archive


def test_an_archive_takes_no_notice_of_time_order_and_rights(tmp_path):
    for made, names in (("one", "ab"), ("two", "ba")):
        folder = tmp_path / made / "folder"
        folder.mkdir(parents=True)
        for name in names:
            (folder / name).write_text(name)
        (folder / "a").chmod(0o600 if made == "one" else 0o644)
        archive(folder, tmp_path / f"{made}.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as made:
        assert made.namelist() == ["folder/a", "folder/b"] and made.read("folder/b") == b"b"


def test_an_archive_may_unpack_to_another_name(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a").write_text("a")
    archive(tmp_path / "folder", tmp_path / "one.zip", "book")
    with zipfile.ZipFile(tmp_path / "one.zip") as made:
        assert made.namelist() == ["book/a"]
