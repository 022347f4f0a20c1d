"""Refutations: true by the plain rule, chosen from what a search has learned, and spoilt in many ways."""

import json
from dataclasses import replace

import naive
import numpy as np
import pytest
from games import family_game, mastermind_game, rounds, table_game, words_game
from refusals import refuses

import wordlelib as wl
from wordlelib.search.refutations import Refutation, check, refute, stored

FAMILY = ["batch", "catch", "hatch", "patch", "watch"]


def learned(game, cap):
    found = wl.guarantee(game, cap)
    assert not found.possible
    return found.refutation


def refuted(game, cap):
    return refute(game, cap, learned(game, cap), {"command": "é"})


def names(game, refutation):
    return {
        level: [tuple(game.hidden[i] for i in each) for each in sets] for level, sets in refutation.obstructions.items()
    }


def some_kept(rng, i):
    if i % 3 == 2:
        return table_game(rng, 12, 2, 4, poor=10)
    return (family_game, words_game)[i % 2](rng, "easy", False)


def least(kept):
    return min(naive.guaranteed(kept.rule, kept.game.guesses, kept.game.hidden).values())


def test_refutations_are_true_and_follow():
    levels = set()
    for i in rounds(60):
        kept = some_kept(np.random.default_rng([50, i]), i)
        game, enough = kept.game, least(kept)
        for cap in range(2, min(enough, 8)):
            found = refuted(game, cap)
            assert check(found, game) == sum(map(len, found.obstructions.values()))
            assert naive.refutes(game.codes, game.solved, game.hidden, names(game, found), cap)
            assert Refutation.from_json(found.to_json()) == found and len(found.obstructions[cap]) == 1
            levels.add(cap)
    assert {2, 3} <= levels


def accepted(refutation, game):
    try:
        check(refutation, game)
    except ValueError as error:
        assert "\n" not in str(error)
        return False
    return True


def test_what_is_accepted_is_true():
    """Sets that are drawn, or lack a word, or one of which is missing: what the checker accepts is true."""
    said = {True: 0, False: 0}
    for i in rounds(60):
        rng = np.random.default_rng([51, i])
        kept = some_kept(rng, i)
        game, enough, n = kept.game, least(kept), len(kept.game.hidden)
        if enough < 3:
            continue
        cap = int(rng.integers(2, min(enough, 6)))
        true = refuted(game, cap)
        for _ in range(20):
            sets = {level: list(some) for level, some in true.obstructions.items()}
            level = int(rng.integers(2, cap + 1))
            place, way = int(rng.integers(max(len(sets[level]), 1))), rng.integers(4)
            if way == 0 and sets[level]:
                sets[level].pop(place)
            elif way == 1 and sets[level] and len(sets[level][place]) > 2:
                sets[level][place] = tuple(
                    np.delete(sets[level][place], rng.integers(len(sets[level][place]))).tolist()
                )
            elif way == 2:
                sets[level].append(tuple(sorted(rng.permutation(n)[: rng.integers(2, n + 1)].tolist())))
            else:
                sets, level = {**sets, cap + 1: [tuple(range(n))]}, cap + 1
            spoilt = Refutation(true.game, max(sets), {each: tuple(some) for each, some in sets.items()}, {})
            yes = accepted(spoilt, game)
            said[yes] += 1
            assert not yes or spoilt.cap < enough
            if yes:
                assert naive.refutes(game.codes, game.solved, game.hidden, names(game, spoilt), spoilt.cap)
    assert min(said.values()) > 10


def test_hardly_any_set_can_be_left_out():
    game = wl.wordle(wl.words.original()[0][::6])
    found = refuted(game, 3)
    needed = 0
    for place in range(len(found.obstructions[2])):
        fewer = found.obstructions[2][:place] + found.obstructions[2][place + 1 :]
        needed += not accepted(replace(found, obstructions={**found.obstructions, 2: fewer}), game)
    assert needed > 0.5 * len(found.obstructions[2])


def test_what_is_no_proof_is_named():
    game = wl.wordle(FAMILY)
    sets = learned(game, 4)
    refuses(
        "refutation: set 1 of level 4 is no obstruction: 'batch' leaves none",
        refute,
        game,
        4,
        {4: [("batch", "catch")]},
    )
    refuses("learned: .*; expected an obstruction of level 5", refute, game, 5, sets)
    refuses("cap: 1; expected a whole number from 2", refute, game, 1, sets)
    refuses("game: hard mode; expected easy mode", refute, wl.wordle(FAMILY, mode="hard"), 4, sets)


@pytest.fixture
def family():
    game = wl.wordle(FAMILY)
    return game, refuted(game, 4)


def test_another_game_is_refused(family):
    game, found = family
    refuses("game: .*; expected .* the one at hand", check, found, wl.wordle(FAMILY[:4]))
    refuses("game: .*; expected .* the one at hand", check, found, mastermind_game(2, 4).game)
    refuses("mode: 'hard'; expected one of easy", replace, found, game=found.game | {"mode": "hard"})


@pytest.mark.parametrize(
    ("sets", "message"),
    [
        ({2: (), 3: (), 4: ()}, "obstructions: None; expected one of level 4"),
        ({2: (), 3: (), 4: ((0, 5),)}, "obstructions: 5; expected a whole number from 0 to 4"),
        ({2: (), 3: (), 4: ((1, 0),)}, "level 4: .1, 0.; expected two hidden words or more, in ascending order"),
        ({2: (), 3: (), 4: ((0, 0),)}, "level 4: .0, 0.; expected"),
        ({2: (), 3: (), 4: ((0,),)}, "level 4: .0,.; expected"),
        (
            {2: ((0, 1),), 3: (), 4: ((0, 1, 2, 3, 4),)},
            "set 1 of level 2 is no obstruction: 'batch' leaves none of level 1",
        ),
    ],
)
def test_sets_that_are_none(family, sets, message):
    game, found = family
    refuses(message, check, replace(found, obstructions=sets), game)


def test_sets_beyond_memory_are_refused(family, monkeypatch):
    game, found = family
    monkeypatch.setattr("wordlelib.search.refutations.MOST_WORDS", 4)
    refuses("refutation: more than 4 words in its sets; expected less", check, found, game)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"cap": 4', '"cap": 1152921504606846976', "obstructions: .*; expected levels from 2 to"),
        ('"cap": 4', '"cap": true', "cap: True; expected a whole number"),
        ('"cap": 4', '"cap": 4, "cap": 4', "keys: .*; expected each of them once"),
        ('"format": 1', '"format": 2', "format: 2; expected"),
        ('"3": "', '"5": "', "levels: .*; expected those from 2 on, in order"),
        ('"4": "', '"4": "*', "numbers as `pack` writes them"),
        ('"4": "AQEBAQEA"', '"4": "AQEBAQE="', "level 4: .* as `pack_sets` writes them"),
        ("4 guesses", "3 guesses", "statement: .*; expected .*, by its figures"),
        ('"source"', '"note"', "keys: 'note'; expected just these"),
    ],
)
def test_files_that_could_be_read_in_two_ways_are_refused(family, old, new, message):
    text = family[1].to_json()
    assert text.count(old) == 1
    refuses(f"text: no refutation .*{message}", Refutation.from_json, text.replace(old, new))


def test_progress_is_told(family):
    calls, (game, found) = [], family
    assert check(found, game, lambda *at: calls.append(at)) == len(calls) and calls[-1] == (len(calls),) * 2


def test_from_the_command_line(tmp_path, said_by, report_of, refuse):
    file, answers = tmp_path / "no.json", tmp_path / "answers.txt"
    answers.write_text("\n".join(FAMILY))
    lists = ["--answers", str(answers)]
    report_of("guarantee", "--cap", "4", "--certificate", str(file), *lists)
    found = report_of("verify", file, *lists)
    assert found["whole"] and found["cap"] == 4 and found["lower"] is None and found["lemmas"] > 2
    said, holds = said_by("verify", str(file), *lists).splitlines()
    assert said == "any opening, easy mode: no strategy within 4 guesses"
    assert holds.startswith(f"holds: all {found['lemmas']} lemmas are checked, ")
    assert "with a refutation; expected none" in refuse("verify", str(file), "--sample", "2", *lists)
    spoilt = json.loads(file.read_text())
    spoilt["obstructions"]["5"] = spoilt["obstructions"]["4"]
    file.write_text(json.dumps(spoilt | {"cap": 5, "statement": spoilt["statement"].replace("4", "5")}))
    assert "is no obstruction: " in refuse("verify", str(file), *lists)
    for further in (["--cap", "4", "--mode", "hard"], ["--cap", "4", "--opening", "batch"], ["--cap", "1"]):
        complaint = refuse("guarantee", "--certificate", str(file), *further, *lists)
        assert "expected easy mode, no opening, and two guesses or more with it" in complaint


@pytest.mark.slow
@pytest.mark.large
def test_four_guesses_are_not_enough(original):
    found = stored("four_easy")
    assert found.statement == "any opening, easy mode: no strategy within 4 guesses"
    assert check(found, original) > 10_000
