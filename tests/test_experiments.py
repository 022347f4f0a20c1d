import json
import os

import numpy as np
import pytest
from games import listed_game, rounds
from refusals import refuses

import wordlelib as wl
from wordlelib.core.packing import pack, unpack
from wordlelib.game import game, knowledge
from wordlelib.kernels.jit import ACCOUNT
from wordlelib.lab import common, experiments, results, sweeps_adversary, sweeps_exact, sweeps_planning
from wordlelib.planning import noise
from wordlelib.runs.engines import answer
from wordlelib.search import all_openings


def test_bad_arguments_are_named():
    refuses("name: 'table9'; expected one of .*table1", results.published, "table9")
    refuses("name: 'nothing'; expected one of .*table1", results.results, "nothing")
    with pytest.raises(ValueError, match="noise: 'loud'; expected a probability from 0 to 1, or one-lie"):
        noise.channel_of("loud", wl.wordle(wl.words.tiny()))


def test_channels_have_names():
    game = wl.wordle(["ab", "ba"])
    assert np.array_equal(noise.channel_of("0", game), np.eye(9, 10))
    assert noise.channel_of("one-lie", game)[0, 0] == 0 < noise.channel_of("0.1", game)[0, 0]


def test_time_to_compile_is_not_counted(monkeypatch):
    for name in ("seconds", "cpu_seconds"):
        monkeypatch.setattr(ACCOUNT, name, getattr(ACCOUNT, name))

    def work():
        ACCOUNT.seconds += 100
        ACCOUNT.cpu_seconds += 100
        return "done"

    for column in common.CLOCKS:
        found, figures = common.timed(column, work)
        assert found == "done" and set(figures) == {column} and -101 < figures[column] < 0


def test_sweeps_share_their_games():
    assert common.original_game() is common.original_game(mode="easy") is common.game_of_list("all")
    few = common.game_of_list("answers", "hard")
    assert (few.guesses, few.mode) == (few.hidden, "hard") and few is common.game_of_list("answers", mode="hard")


def test_the_sweeps_cover_the_tables():
    openings = {row["opening"] for row in results.published("table1")}
    assert {task["opening"] for task in sweeps_planning.table1().tasks} == openings and len(openings) == 13
    assert {task["width"] for task in sweeps_planning.table1(30).tasks} == {0, 30}


def test_rollout_costs_no_more_than_its_base():
    rows = {(row["opening"], row["mode"], row["width"]): row["total"] for row in results.results("table1")["rows"]}
    assert all(total <= rows[*key[:2], 0] for key, total in rows.items())


@pytest.mark.large
def test_noisy_games_are_paired_and_can_be_cut():
    """Games 7 to 9 are the same alone and within games 0 to 9; the two policies meet the same words."""
    whole = sweeps_planning.play_noisy("0.05", "information-gain", 10, 0, 10)["guesses"]
    part = sweeps_planning.play_noisy("0.05", "information-gain", 10, 7, 3)["guesses"]
    assert whole[7:] == part
    assert len(sweeps_planning.play_noisy("one-lie", "rollout", 3, 0, 2)["guesses"]) == 2


def test_bonuses_are_tuned_on_other_games_than_particles_are_tested_on():
    tuned, tested = sweeps_planning.bonuses().tasks, sweeps_planning.particles().tasks
    assert {task["seed"] for task in tuned} == {2} and {task["seed"] for task in tested} == {1}
    for task in tested:
        assert task["bonus"] == sweeps_planning.tuned(task["noise"], task["policy"])
    exact = [task for task in tested if not task["particles"]]
    assert {(task["noise"], task["policy"]) for task in exact} == {
        (kind, policy) for kind in sweeps_planning.NOISES for policy in ("information", "rollout")
    }


@pytest.mark.large
def test_games_without_particles_are_those_of_exact_beliefs():
    exact = sweeps_planning.play_believing("0.05", "information", 2.0, 1, 0, 0, 0, 5)
    known = sweeps_planning.play_noisy("0.05", "bonus", 10, 0, 5)
    assert exact["guesses"] == known["guesses"] and not exact["restarts"]


@pytest.mark.parametrize("name", ["table1", "noisy"])
def test_a_sweep_needs_a_width(name):
    refuses("width: 0; expected at least 1", experiments.SWEEPS[name], width=0)


@pytest.fixture
def recipe(tmp_path, rng, monkeypatch):
    """A game on 40 hidden words and 150 guesses, in chunks small enough that there are many."""
    monkeypatch.setattr(all_openings, "CHUNK", 11)
    answers, guesses = wl.words.original()
    hidden = rng.choice(answers, 40, replace=False).tolist()
    more = rng.choice(guesses, 110, replace=False).tolist()
    for name, listed in (("answers", hidden), ("guesses", hidden + more)):
        (tmp_path / f"{name}.txt").write_text("\n".join(sorted(set(listed))) + "\n")
    return {"mode": "easy", "answers": str(tmp_path / "answers.txt"), "guesses": str(tmp_path / "guesses.txt")}


@pytest.mark.parametrize("jobs", [1, 2])
def test_all_openings_are_proven(recipe, tmp_path, jobs, monkeypatch):
    monkeypatch.setattr(all_openings, "cache_folder", lambda: tmp_path / "kernels-0")
    (tmp_path / "kernels-0").mkdir()
    proof = wl.prove(game.make_game(**recipe), gap=3)
    seen = []
    report = all_openings.prove_all(recipe, gap=3, jobs=jobs, progress=lambda *note: seen.append(note))
    assert report["openings"] == proof.openings and len(report["openings"]) > 1
    assert report["total"] == report["lower"] == report["upper"] == proof.total == report["below"] - 4
    assert report["proven"] and report["opening"] == proof.opening and report["guesses"] > 0
    assert seen[-1][:2] == (14, 14) and f"and {proof.total}" in seen[-1][2]
    assert not os.listdir(tmp_path / "kernels-0")


def test_a_proof_goes_on_where_it_was(recipe, tmp_path):
    out = tmp_path / "proof.json"
    whole = all_openings.prove_all(recipe, below=110, out=out)
    stored = json.loads(out.read_text())
    kept = stored["rows"][3:9]
    lost, kept[0]["totals"] = kept[0]["totals"], {"kept": 1}
    out.write_text(json.dumps(stored | {"rows": kept}))
    again = all_openings.prove_all(recipe, below=110, out=out)
    left = {word: total for word, total in whole["openings"].items() if word not in lost}
    assert lost and again["openings"] == {"kept": 1} | left
    assert json.loads(out.read_text())["rows"][3:9] == kept


def test_an_interrupted_proof_tells_what_is_known(recipe, tmp_path):
    total = wl.prove(game.make_game(**recipe)).total

    def interrupted(work, queue):
        queue.popleft()
        yield answer(work, queue.popleft())
        raise KeyboardInterrupt

    report = all_openings.prove_all(recipe, below=110, out=tmp_path / "proof.json", engine=interrupted)
    assert report["interrupted"] and not report["proven"] and report["total"] is None
    assert len(report["openings"]) > 1 and report["lower"] <= total < report["upper"]


def test_no_opening_within_the_cap(recipe):
    report = all_openings.prove_all(recipe, cap=2)
    assert report["proven"] and report["total"] is report["lower"] is report["upper"] is None
    assert report["openings"] == {} and report["below"] is None
    refuses("gap: -1; expected at least 0", all_openings.prove_all, recipe, gap=-1)


def test_no_opening_below_the_limit(recipe):
    total = wl.prove(game.make_game(**recipe)).total
    report = all_openings.prove_all(recipe, below=total)
    assert (report["openings"], report["total"], report["upper"]) == ({}, None, None)
    assert not report["proven"] and not report["interrupted"] and not report["left"] and report["lower"] == total


def test_proofs_on_the_lists_of_2023_agree_with_its_race():
    """These lists are not there to prove anything again."""
    race = results.results("race_essay_2023")
    later = {name: results.results(name)["rows"] for name in ("openings_2023", "openings_2023_hard")}
    best = [min(all_openings.merged(rows).values()) for rows in later.values()]
    assert best[0] == race["settings"]["stop_at"] < best[1]
    assert min(row["total"] for row in race["rows"]) == best[0]
    assert all(sum(row["openings"] for row in rows) == 14855 for rows in later.values())


OTHERS = {"careful search"}


def test_what_methods_found_in_time():
    """Every stored row in easy mode with its own opening stands in a run, and no other."""
    kinds = sweeps_planning.found_in_time()
    rows = [row for row in results.results("compare")["rows"] if (row["mode"], row["first"]) == ("easy", "own")]
    own = [runs for kind in list(kinds.values())[:3] for name, runs in kind.items() if name not in OTHERS]
    found = [moment for runs in own for run in runs for moment in run]
    assert sorted(found) == sorted((row["cpu_seconds"], row["total"] - 7920) for row in rows)
    assert [list(kind) for kind in kinds.values()][2:] == [["tree search", *OTHERS], ["exact search"]]
    careful = [row for row in results.results("race_spreads")["rows"] if row["variant"] == "careful spread"]
    ends = [(row["clock"][-1], row["total"] - 7920) for row in careful]
    assert [run[-1] for run in kinds["tree"]["careful search"]] == ends and len(ends) == 20
    assert set(kinds["greedy"]) | set(kinds["rollout"]) == set(sweeps_planning.METHODS)
    for number, run in enumerate(kinds["tree"]["tree search"]):
        own = [row["cpu_seconds"] for row in rows if row["method"].startswith("avts") and row["seed"] == number]
        assert [seconds for seconds, _ in run] == own == sorted(own)
    [[(seconds, above)]] = kinds["exact"]["exact search"]
    assert above == 0 and seconds > max(each for each, _ in found)


def test_rows_of_the_strategies():
    """The proofs of other runs have these totals; what the trees say is compared in `test_widgets_known_games`."""
    rows = results.results("strategies")["rows"]
    proven = {
        row["mode"]: row["total"]
        for row in results.results("exact")["rows"]
        if (row["opening"], row["cap"]) == ("salet", None)
    }
    assert {row["mode"]: row["total"] for row in rows} == {mode: proven[mode] for mode in ("easy", "hard")}


def test_rows_of_the_promises():
    """Guarantees were found by another search, and a tighter promise only raises totals."""
    rows = results.results("promises")["rows"]
    known = {(row["guess_list"], row["mode"], row["cap"]): row for row in rows}
    for guess_list in ("answers", "all"):
        for mode in ("easy", "hard"):
            line = [known[guess_list, mode, cap] for cap in (None, 7, 6, 5)]
            assert [row["total"] for row in line] == sorted(row["total"] for row in line)
            assert all(row["worst"] <= (row["cap"] or 8) for row in line)
            for row in line:  # a promise that is kept by itself costs nothing
                others = [each for each in line if each["cap"] and each["cap"] >= row["worst"]]
                assert all(each["total"] <= row["total"] for each in others)
    for (guess_list, mode, cap), row in known.items():
        assert row["total"] <= known["answers", mode, cap]["total"]
        assert row["total"] >= known[guess_list, "easy", cap]["total"]
    for row in results.results("guarantees")["rows"]:
        if row["cap"] == 5 and row["opening"] is None and row["mode"] != "strict":
            assert row["possible"] and row["total"] >= known[row["guess_list"], row["mode"], 5]["total"]
    for name, mode, cap in (("easy", "easy", None), ("hard", "hard", 6)):
        totals = all_openings.merged(results.results(f"openings_{name}")["rows"])
        assert min(totals.items(), key=lambda item: item[1]) == (
            known["all", mode, cap]["opening"],
            known["all", mode, cap]["total"],
        )


def test_rows_of_the_openings_of_hard_mode(original):
    """Each opening stands there once, as other searches found it, which wrote strategies."""
    rows = results.results("hard_openings")["rows"]
    least = {cap: sweeps_adversary.stored_guarantees(cap) for cap in (5, 6)}
    assert {cap: len(found) for cap, found in least.items()} == {
        cap: sum(row["openings"] for row in rows if row["cap"] == cap) for cap in (5, 6)
    }
    refuses("cap: 7; expected", sweeps_adversary.stored_guarantees, 7)
    assert set(least[6]) == set(original.guesses) and min(least[6].values()) == 6
    assert all(least[6][word] == max(turns, 6) for word, turns in least[5].items())
    with_answers = results.results("hard")["rows"]
    assert all(least[6][word] == 6 for row in with_answers for word in (*row["five"], *row["six"]))
    assert all(least[5].get(word, 5) == 5 for row in with_answers for word in row["five"])
    assert {least[6][word] for row in results.results("openings_hard")["rows"] for word in row["totals"]} == {6}
    for row in results.results("exact")["rows"]:
        if (row["mode"], row["cap"]) == ("hard", 6):
            assert (least[6][row["opening"]] == 6) == (row["total"] is not None)
        elif row["mode"] == "hard":
            assert least[6][row["opening"]] <= row["worst"]


def test_rows_of_the_refutations(original):
    """The stored searches against fresh ones, other stored proofs, and bounds counted in another way."""
    rows = results.results("refutations")["rows"]
    totals = {row["opening"]: row["total"] for row in rows if row["against"] is None}
    proven = {row["opening"]: row["total"] for row in results.results("exact")["rows"] if row["mode"] == "easy"}
    assert all(totals[word] == proven[word] for word in set(totals) & set(proven))
    for row in rows:
        limit = totals.get(row["against"], 10**6)
        assert (row["total"] is None) == (totals[row["opening"]] >= limit)
        assert row["first_look"] <= row["second_look"] <= totals[row["opening"]]
        assert min(limit, totals[row["opening"]]) <= row["lower"] <= totals[row["opening"]]
    for row in (row for row in rows if row["against"] == "salet" and row["opening"] in ("reast", "adieu")):
        fresh = sweeps_exact.refute_opening(row["opening"], row["against"])
        assert fresh | {"cpu_seconds": 0} == {key: row[key] for key in fresh} | {"cpu_seconds": 0}
    second = len(original.hidden)
    for code in np.unique(original.codes[original.find("adieu")]):
        words = np.flatnonzero(original.codes[original.find("adieu")] == code)
        classes = (np.diff(np.sort(original.codes[:, words]), axis=1) > 0).sum(axis=1) + 1
        own = np.isin(np.arange(len(original.guesses)), original.guess_of_hidden[words])
        second += (
            (3 * len(words) - classes - own).min() if len(words) > 1 else int(original.hidden[words[0]] != "adieu")
        )
    assert second == next(row["second_look"] for row in rows if row["opening"] == "adieu")


def test_positions_and_tables(tmp_path):
    counted = {kind: sweeps_adversary.count_positions(6, 1, kind)["positions"] for kind in knowledge.REPRESENTATIONS}
    assert counted["hints"] >= counted["info"] >= counted["normal"] >= counted["set"]
    (tmp_path / "words.txt").write_text("\n".join(wl.words.tiny()) + "\n")
    sweep = sweeps_adversary.tables(str(tmp_path / "words.txt"))
    found = [sweep.work(**task) for task in sweep.tasks]
    assert len(found) == 6 and len({row["value"] for row in found}) == 1
    assert found[0]["value"] == wl.best_move(wl.wordle(wl.words.tiny()).start(), 4).value
    assert sweeps_adversary.search_with_table(12, 1, 4, "info", "letters")["entries"] >= 12


def test_guarantees_of_lists_from_files(lists):
    sweep = sweeps_adversary.guarantees(*lists[1::2])
    assert all(task["opening"] is None for task in sweep.tasks)
    row = sweep.work("all", "easy", 3, None)
    best = wl.guarantee(listed_game(), 3)
    assert (row["possible"], row["found"], row["worst"], row["total"]) == (True, best.opening, 3, best.tree.total)
    row = sweep.work("answers", "strict", 2, None)
    assert (row["possible"], row["found"], row["worst"]) == (False, None, None) and row["obstructions"]


@pytest.mark.parametrize("mode", ["strict", "hard"])
def test_openings_that_are_enough(monkeypatch, mode):
    family = [letter + "atch" for letter in "bchlmpw"]
    words = sorted([*family, "champ", "blimp"])
    monkeypatch.setattr(sweeps_adversary, "original", lambda: (words, words))
    sweep = experiments.SWEEPS[mode]()
    assert sum(task["openings"] for task in sweep.tasks) == len(words)
    found = sweep.work(**sweep.tasks[0])
    game = wl.wordle(words, mode=mode)
    for word in words:
        needed = min(n for n in range(1, 9) if wl.guarantee(game, n, word).possible)
        assert (word in found["five"], word in found["six"]) == (needed <= 5, needed == 6)
    assert found["nodes"] > 0 and {*found["five"], *found["six"]}


def test_looking_ahead(monkeypatch):
    game = wl.wordle(wl.words.tiny())
    monkeypatch.setattr(sweeps_adversary, "game_of_list", lambda guess_list: game)
    sweep = sweeps_adversary.look_ahead()
    for task in sweep.tasks:
        row, move = sweep.work(**task), wl.best_move(game.start(), task["depth"])
        assert (row["guesses"], row["value"]) == ([move.guess, *move.ties], move.value)
        assert (row["nodes"], row["cutoffs"]) == (move.nodes, move.cutoffs)


def test_worst_case_players(lists, monkeypatch):
    tiny = wl.words.tiny()
    known = set(tiny[::2])
    monkeypatch.setattr(sweeps_adversary, "original", lambda: (tiny[::2], []))
    monkeypatch.setattr(sweeps_adversary, "TAKEN_OUT", (tiny[0], tiny[1], tiny[4]))
    sweep = sweeps_adversary.worst_case(*lists[1::2])
    all_rows = [sweep.work(**task) | task for task in sweep.tasks]
    games = {"answers": wl.wordle(tiny), "all": listed_game()}
    for row in all_rows:
        kind, ties = row["player"], row["ties"]
        policy = wl.WorstCase(row["score"], ties) if kind == "worst-case" else None
        policy = policy or wl.MinimaxGuesser(4, evaluation=row["score"], ties=ties)
        tree = wl.play(games[row["guess_list"]], policy)
        assert (row["opening"], row["total"], row["worst"]) == (tree.opening, tree.total, tree.worst)
        assert row["words"] == {str(used): words for used, words in tree.distribution.items()}
        old = [hidden in known for hidden in tree.game.hidden]
        assert row["original_words"] == sum(old) and row["original_total"] == tree.guesses_used[old].sum()
        kept = [word in known - {tiny[0], tiny[4]} for word in tree.game.hidden]
        assert sum(row["kept_words"].values()) == sum(kept) == sum(old) - 2
        assert sum(int(n) * words for n, words in row["kept_words"].items()) == tree.guesses_used[kept].sum()
    assert len(all_rows) == 24 and len({row["total"] for row in all_rows}) > 2


def test_small_trees(monkeypatch):
    game = wl.wordle(wl.words.tiny())
    monkeypatch.setattr(sweeps_exact, "game_of_list", lambda guess_list: game)
    tasks = sweeps_exact.small_trees().tasks
    assert len(tasks) == 2 * 2 * 24 and {task["opening"] for task in tasks} == set(game.guesses)
    tree = wl.play(game, wl.FewestDecisions(5, 10), "stone")
    row = sweeps_exact.small_tree("answers", "stone", 10)
    assert (row["decisions"], row["total"], row["worst"]) == (tree.decisions, tree.total, tree.worst)
    family = [letter + "atch" for letter in "bchlmpw"]
    monkeypatch.setattr(sweeps_exact, "game_of_list", lambda guess_list: wl.wordle(family))
    assert sweeps_exact.small_tree("answers", "batch", 10)["decisions"] is None


def test_a_strategy_where_every_word_may_be_hidden(monkeypatch, tiny):
    """The guesses of the nodes, asked of all words that come to them, find each, in as many guesses as are proven."""
    monkeypatch.setattr(sweeps_exact, "original", lambda: (None, ["fares", *tiny.guesses]))
    game, row = wl.wordle(["fares", *tiny.guesses]), sweeps_exact.prove_all_hidden("fares")
    assert row["total"] == wl.prove(game, "fares").total
    guess, at, left = unpack(row["guess"]), 0, [set(game.hidden)]
    for step, code in zip(unpack(row["parent"]), unpack(row["code"]), strict=True):
        at += step
        left.append({word for word in left[at] if game.read(game.answer(game.guesses[guess[at]], word)) == code})
    assert {game.guesses[u] for u, words in zip(guess, left, strict=True) if game.guesses[u] in words} == set(
        game.hidden
    )
    assert sum(map(len, left)) == row["total"]
    tree = sweeps_exact.stored_strategy(game, row)
    taken = {word: sum(word in words for words in left) for word in game.hidden}
    assert dict(zip(game.hidden, tree.guesses_used.tolist(), strict=True)) == taken
    lacking = row | {"code": pack([game.solved, *unpack(row["code"])[1:]])}
    with pytest.raises(ValueError, match="no node for the feedback"):
        sweeps_exact.stored_strategy(game, lacking)


def test_a_class_is_finished_within_few_guesses(monkeypatch, rng):
    """As the search with that limit finds it, also where the best guess without one leaves games that are too long."""
    ends, dearer = ("atch", "ight", "ound", "aste", "ills", "illy", "ower", "aunt"), set()
    alike = [word for word in wl.words.original()[0] if word[1:] in ends]
    for _ in rounds(30):
        listed = ["qqqqq", *map(str, rng.choice(alike, 14, replace=False)), "drone", "equip"]
        monkeypatch.setattr(sweeps_exact, "original", lambda listed=listed: (None, listed))
        part = wl.wordle(wl.wordle(listed).start().after("qqqqq", "-----").words, listed)
        least = wl.prove(part, cap="least")
        found = sweeps_exact.finish_within("qqqqq", "-----", least.cap + 1)
        assert found["total"] == least.total == wl.prove(part, found["second"], cap=least.cap).total
        assert part.guesses[unpack(found["guess"])[0]] == found["second"]
        dearer.add(found["total"] > wl.prove(part).total)
    assert dearer == {False, True}


def test_best_first(monkeypatch):
    """What a search did is stored from its first strategy to its last, for lists that are drawn by number."""
    tasks = sweeps_exact.best_first().tasks
    assert len(tasks) == 3 * 41 and {task["hidden"] for task in tasks} == {200, 500, 2315}
    assert len(set(sweeps_exact.part_of_lists(5, 200, 3).hidden)) == 200
    monkeypatch.setattr(sweeps_exact, "part_of_lists", lambda letters, hidden, seed: wl.wordle(wl.words.tiny()))
    row = sweeps_exact.best_first_once(24, 0, "interval", 20)
    assert row["optimum"] == 53 and row["course"][-1][1:] == [53, 53] and row["course"][0][0] == 0


def test_methods_are_compared_on_one_game(monkeypatch):
    game = wl.wordle(wl.words.tiny())
    monkeypatch.setattr(sweeps_planning, "original_game", lambda mode: game)
    methods = ["information gain", "rollout 10", "avts 1", "avts 30", "exact"]
    found = {method: sweeps_planning.compare_once(method, "easy", "own", 1) for method in methods}
    assert found["information gain"]["total"] == wl.play(game, wl.InformationGain()).total
    best = wl.prove(game).total
    assert found["exact"]["total"] == found["rollout 10"]["total"] == found["avts 30"]["total"] == best
    search = wl.TreeSearch(game, np.random.default_rng(1))
    search.run(1)
    assert (found["avts 1"]["total"], found["avts 1"]["opening"]) == (search.upper, search.guess())
    assert all(row["cpu_seconds"] >= 0 for row in found.values())
    told = sweeps_planning.compare_once("exact", "easy", "stone", 0)
    assert (told["opening"], told["total"]) == ("stone", wl.prove(game, "stone").total)
    assert not set(told) & set(sweeps_planning.compare().tasks[0])


@pytest.mark.slow
@pytest.mark.large
def test_rows_of_looking_ahead():
    """The stored move of six plies by its answers, and two openings that are not best."""
    deep = next(row for row in results.results("look_ahead")["rows"] if row["depth"] == 6)
    game = wl.wordle(wl.words.original()[0])
    search = wl.Minimax(game)
    for opening in (*deep["guesses"][:2], "stole", "raise"):
        after = (game.start().after(opening, row) for row in game.start().partition(opening))
        worst = max(search.value(state, 4) for state in after if not state.solved)
        assert (worst == deep["value"]) == (opening in deep["guesses"]) and worst >= deep["value"]


@pytest.mark.large
@pytest.mark.parametrize(("mode", "openings"), [("strict", ["scamp", "scowl", "raise"]), ("hard", ["scamp", "slate"])])
def test_rows_of_the_openings_that_are_enough(mode, openings):
    """The stored openings of a mode against fresh searches; each row has its own openings."""
    stored, words = results.results(mode)["rows"], wl.words.original()[0]
    sweep = experiments.SWEEPS[mode]()
    for first in map(words.index, openings):
        row = next(row for row in stored if row["first"] <= first < row["first"] + row["openings"])
        fresh = sweep.work(first, 2)
        for key in ("five", "six"):
            assert fresh[key] == [word for word in row[key] if word in words[first : first + 2]]


@pytest.mark.large
def test_stored_first_guesses_are_found_again(rng):
    stored, sweep = results.results("first_guesses")["rows"], sweeps_planning.first_guesses()
    assert [len(unpack(row["totals"])) for row in stored] == [task["guesses"] for task in sweep.tasks]
    task = int(rng.integers(len(stored)))
    first, at = stored[task]["first"], int(rng.integers(400))
    fresh = sweep.work(stored[task]["mode"], first + at, 5)
    assert unpack(fresh["totals"]) == unpack(stored[task]["totals"])[at : at + 5]
