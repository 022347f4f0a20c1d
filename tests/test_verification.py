import ast
from dataclasses import replace
from math import inf
from pathlib import Path

import naive
import numpy as np
import pytest
from games import family_game, mastermind_game, rounds, table_game, words_game
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused, refuses

import wordlelib as wl
from wordlelib.search.certificates import certify
from wordlelib.search.verification import (
    IMPOSSIBLE,
    Certificate,
    Checker,
    CompiledChecker,
    Lemma,
    Rules,
    describe,
    game_of,
    verify,
)

PACKAGE = Path(wl.__file__).parent


def some_kept(rng, i):
    """Games in which few guesses tell much: easy, hard, random answers and Mastermind, some with a prior."""
    prior = bool(rng.integers(2))
    if i % 5 < 2:
        return family_game(rng, ("easy", "hard")[i % 5], prior)
    if i % 5 < 4:
        return words_game(rng, ("easy", "hard")[i % 5 - 2], prior)
    return table_game(rng, 10, 2, 4, prior, poor=8)


def games(times, seed):
    for i in rounds(times):
        rng = np.random.default_rng([seed, i])
        yield rng, some_kept(rng, i), (None, None, 3, 4)[rng.integers(4)]


def holds(kept, checker, number):
    """Say by plain dynamic programming whether a lemma is true."""
    belief, path = checker.beliefs[number], checker.path(number)
    words = [kept.game.hidden[i] for i in belief.members]
    cap = checker.certificate.cap
    value = kept.optimum(words, path, None if cap is None else cap - len(path))
    claim = checker.claims[number]
    return value == inf if claim == IMPOSSIBLE else claim <= value


def test_the_checker_has_nothing_of_the_search():
    """What it imports, and what that imports, is neither the search nor a kernel of it."""
    seen, open_ = set(), {"wordlelib.search.verification"}
    while open_:
        module = open_.pop()
        seen.add(module)
        path = PACKAGE.parent / f"{module.replace('.', '/')}.py"
        if not path.is_file():
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wordlelib"):
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    known = (PACKAGE.parent / f"{inner.replace('.', '/')}.py").is_file()
                    open_ |= {inner if known else node.module} - seen
    assert "wordlelib.game.feedback" in seen and "wordlelib.game.game" in seen
    searching = {
        "search.exact",
        "search.all_openings",
        "search.certificates",
        "search.tree_search",
        "search.best_first",
    }
    searching |= {"game.search_order", "game.policy", "game.tree"}
    searching |= {f"kernels.{name}" for name in ("branch_and_bound", "repeats", "table", "beliefs")}
    assert all((PACKAGE / f"{name.replace('.', '/')}.py").is_file() for name in searching)
    assert not {f"wordlelib.{name}" for name in searching} & seen


def test_lemmas_are_true_and_follow():
    count = 0
    for _, kept, cap in games(60, 1):
        certificate = certify(kept.game, None, cap)
        checker = Checker(certificate, kept.game)
        assert all(holds(kept, checker, number) for number in range(len(checker.claims)))
        found = verify(certificate, kept.game)
        assert found.whole and found.checked == found.lemmas == 1 + len(certificate.lemmas)
        assert found.statement == certificate.statement
        count += len(certificate.lemmas)
    assert count > 100


def test_elementary_bounds_are_none_too_high():
    for rng, kept, cap in games(40, 2):
        game, rules = kept.game, Rules(kept.game)
        state, belief = game.start(), rules.start(cap)
        while len(belief.members) > 1 and belief.left:
            words = state.words
            assert np.array_equal(belief.members, state.members)
            assert np.array_equal(rules.allowed(belief), state.allowed)
            costs = naive.totals(
                kept.rule,
                game.guesses,
                words,
                state.history,
                kept.hard,
                None if cap is None else belief.left,
                kept.weights,
            )
            guesses, bounds, extra = rules.costs(belief, 2**62)
            assert {game.guesses[i] for i in guesses} == set(costs)
            assert all(bound <= costs[game.guesses[i]] for i, bound in zip(guesses, bounds, strict=True))
            for guess in state.allowed:
                for code, members in rules.classes(belief, int(guess)):
                    child = rules.after(belief, int(guess), code, members)
                    after = [*state.history, (game.guesses[guess], game.show(code))]
                    left = None if cap is None else child.left
                    value = kept.optimum([game.hidden[m] for m in members], after, left)
                    assert rules.least(members) + extra[len(members)] <= value
            guess = game.guesses[rng.choice(state.allowed)]
            row = game.answer(guess, str(rng.choice(words)))
            if game.read(row) == game.solved:
                break
            state = state.after(guess, row)
            belief = rules.after(belief, game.find(guess), game.read(row), state.members)


def words_of(excess, members):
    return 2 * len(members) - 1 + excess


def agrees(checker, compiled, number, excess):
    """Whether both checkers say the same of a lemma, and rest it on the same ones; give what they say."""
    belief = checker.beliefs[number]
    checker.claims[number], checker.rested_on = words_of(excess, belief.members), set()
    compiled.store.rested_on[:] = False
    try:
        checker.check(number)
        plain = True
    except ValueError:
        plain = False
    assert compiled.holds(belief.members, excess) == plain
    if plain:
        assert set((1 + np.flatnonzero(compiled.store.rested_on)).tolist()) == checker.rested_on
    return plain


def test_compiled_checks_say_what_the_plain_ones_say():
    """Lemmas about all beliefs that can come up say something at random, true or not."""
    said = {True: 0, False: 0}
    for i in rounds(40):
        rng = np.random.default_rng([17, i])
        kept = (family_game, words_game)[i % 2](rng, "easy", False) if i % 4 else table_game(rng, 12, 2, 4, poor=8)
        game, checker = kept.game, None
        checker = Checker(Certificate(describe(game), None, (), None, 1, None, (), (), {}), game)
        all_lemmas(checker, None)
        compiled, sizes = CompiledChecker(game), [len(belief.members) for belief in checker.beliefs]
        excess = [int(rng.integers(max(2, n // 2))) if n > 2 else 0 for n in sizes]
        for number in range(1, len(sizes)):
            members = checker.beliefs[number].members
            assert compiled.add(members, excess[number]) == number - 1 == compiled.add(members, 99)
            checker.claims[number] = words_of(excess[number], members)
        for number in rng.permutation(len(sizes))[:60].tolist():
            for more in range(1, 4):
                said[agrees(checker, compiled, number, excess[number] + more)] += 1
                checker.claims[number] = words_of(excess[number], checker.beliefs[number].members)
    assert min(said.values()) > 100


def test_a_compiled_checker_counts_what_no_guess_saves():
    for i in rounds(20):
        rng = np.random.default_rng([18, i])
        game = words_game(rng, "easy", False, 9).game
        compiled, rules = CompiledChecker(game), Rules(game)
        members = np.sort(rng.permutation(len(game.hidden))[: rng.integers(1, len(game.hidden) + 1)]).astype(np.int32)
        guesses, bounds, _ = rules.costs(rules.start(None)._replace(members=members), 2**40)
        repeats = [len(members) - len(set(game.codes[guess, members])) for guess in range(len(game.guesses))]
        own = np.isin(np.arange(len(game.guesses)), game.guess_of_hidden[members])
        least = min(repeats[guess] + 1 - own[guess] for guess in guesses)
        assert compiled.counted(members) == least <= min(bounds) - rules.least(members)


def test_compiled_checks_take_easy_mode_without_prior_or_cap(tiny):
    assert CompiledChecker.takes(tiny, None) and not CompiledChecker.takes(tiny, 6)
    for game in (wl.wordle(wl.words.tiny(), mode="hard"), wl.wordle(["ab", "ac"], prior=[1, 2])):
        assert not CompiledChecker.takes(game, None)
        refuses("game: .*; expected easy mode without a prior", CompiledChecker, game)


@pytest.fixture
def compiled(monkeypatch):
    """Let a few lemmas be many, and count what the plain checker is still asked."""
    asked, plain = [], Checker.check
    monkeypatch.setattr("wordlelib.search.verification.MANY", 0)
    monkeypatch.setattr("wordlelib.search.verification.UNCOMPILED", "")
    monkeypatch.setattr(Checker, "check", lambda self, number: asked.append(number) or plain(self, number))
    return asked


def test_many_lemmas_are_checked_compiled(compiled):
    kept = table_game(np.random.default_rng(3), 20, 2, 3, poor=18)
    certificate = certify(kept.game)
    assert verify(certificate, kept.game).whole and len(certificate.lemmas) > 3 and compiled == []
    for number in range(1, 1 + len(certificate.lemmas)):
        assert f"lemma {number} does not hold" in refuted(changed(certificate, number, excess=10**6), kept.game)
        assert compiled.pop() == number and compiled == []
        assert "does not hold" in refuted(changed(certificate, number, excess=0), kept.game)
        assert "does not hold" in refuted(without(certificate, number), kept.game)
        compiled.clear()
    false = {"lower": certificate.lower + 1, "upper": None, "strategy": ()}
    assert "the statement does not hold" in refuted(certificate, kept.game, **false)
    single = certify(kept.game, kept.game.guesses[0])
    compiled.clear()
    assert verify(single, kept.game).whole and compiled == [0]


def test_idle_lemmas_are_named_by_compiled_checks(compiled, tiny):
    certificate = certify(tiny, "fight")
    idle = (*certificate.lemmas, certify(tiny, "catch").lemmas[0])
    assert "nothing rests on lemma 3; expected only lemmas that are needed" in refuted(certificate, tiny, lemmas=idle)


def without(certificate, number):
    """Leave a lemma out, and those about what follows from its belief."""
    gone, kept, new = {number}, [], {0: 0}
    for i, lemma in enumerate(certificate.lemmas, 1):
        if i == number or lemma.above in gone:
            gone.add(i)
        else:
            kept.append(lemma._replace(above=new[lemma.above]))
            new[i] = len(kept)
    return replace(certificate, lemmas=tuple(kept))


def changed(certificate, number, **parts):
    lemmas = list(certificate.lemmas)
    lemmas[number - 1] = lemmas[number - 1]._replace(**parts)
    return replace(certificate, lemmas=tuple(lemmas))


def refuted(certificate, game, sample=None, seed=0, **fields):
    """Give the complaint about a certificate with other fields, or nothing if it is accepted."""
    try:
        verify(replace(certificate, **fields), game, sample, seed)
    except ValueError as error:
        return str(error)
    return ""


def all_lemmas(checker, cap):
    """Add a lemma about each belief that any rows lead to; give the rows to each."""
    paths, rules, game, seen = [()], checker.rules, checker.game, set()
    for number, belief in enumerate(checker.beliefs):  # which grow
        for guess in range(len(game.guesses)) if belief.left > 0 else ():
            for code, members in rules.classes(belief, guess):
                child = rules.after(belief, guess, code, members)
                if (child.key, child.left) not in seen:
                    seen.add((child.key, child.left))
                    checker._add(len(paths), Lemma(number, guess, code, 1))
                    paths.append((*paths[number], (game.guesses[guess], game.show(code))))
    return paths


def is_the_most(checker, number, truth):
    """Whether a checker accepts the truth as a claim, and no more than that."""
    claims = [IMPOSSIBLE] if truth == inf else [truth, truth + 1, IMPOSSIBLE]
    for claim in claims[::-1]:
        checker.claims[number] = claim
        try:
            checker.check(number)
        except ValueError:
            assert claim != claims[0]
        else:
            assert claim == claims[0]


def test_nothing_but_the_truth_follows_from_all_that_is_true():
    """So nothing false follows from any lemmas: the smallest false one would rest on true ones."""
    for i in rounds(60):
        rng = np.random.default_rng([9, i])
        kept, cap = words_game(rng, ("easy", "hard")[i % 2], bool(rng.integers(2)), 5), (None, 1, 2, 3)[rng.integers(4)]
        if i % 4 == 2:
            kept = table_game(rng, int(rng.integers(1, 6)), 3, 3, bool(rng.integers(2)), poor=3)
        game, first = kept.game, Certificate(describe(kept.game), None, (), cap, 1, None, (), (), {})
        checker = Checker(first, game)
        paths = all_lemmas(checker, cap)
        for number in sorted(range(1, len(paths)), key=lambda number: len(checker.beliefs[number].members)):
            words = [game.hidden[i] for i in checker.beliefs[number].members]
            left = None if cap is None else cap - len(paths[number])
            is_the_most(checker, number, kept.optimum(words, paths[number], left))
        totals = []
        for guess in game.guesses:
            parts = naive.partition(kept.rule, guess, game.hidden)
            left = None if cap is None else cap - 1
            below = [kept.optimum(parts[row], ((guess, row),), left) for row in parts if parts[row] != [guess]]
            totals.append(kept.weight(game.hidden) + sum(below))
        for number, total in enumerate(totals):
            checker.opening = number
            is_the_most(checker, 0, total)
        checker.opening = None
        for count in range(len(totals)):
            checker.exceptions = rng.permutation(len(totals))[:count].tolist()
            is_the_most(checker, 0, min(np.delete(totals, checker.exceptions).tolist()))


def test_lemmas_that_are_missing_or_weaker_are_missed():
    """Hardly any lemma is idle, or says more than is needed."""
    missed = all_ = 0
    weighted = [(table_game(np.random.default_rng(i), 20, 2, 3, True, poor=18), None) for i in range(3)]
    for kept, cap in [*((kept, cap) for _, kept, cap in games(20, 4)), *weighted]:
        certificate = certify(kept.game, None, cap)
        for number, lemma in enumerate(certificate.lemmas, 1):
            weaker = [] if lemma.excess < 2 else [changed(certificate, number, excess=lemma.excess - 1)]
            for other in [without(certificate, number), *weaker]:
                all_ += 1
                missed += "does not hold" in refuted(other, kept.game)
    assert all_ > 100
    assert missed > 0.9 * all_


def needs(kept, strategy):
    """Replay a strategy by the plain rule: what it needs, and the longest game."""
    guesses, game = list(strategy), kept.game

    def follow(words, rows, first):
        guess = words[0] if len(words) == 1 and not first else game.guesses[guesses.pop(0)]
        if kept.hard:
            assert naive.hard_mode_allows(rows, guess)
        total, worst = kept.weight(words), len(rows) + 1
        parts = naive.partition(kept.rule, guess, words)
        for row in sorted(parts, key=game.read):
            if parts[row] != [guess]:
                below, longest = follow(parts[row], (*rows, (guess, row)), False)
                total, worst = total + below, max(worst, longest)
        return total, worst

    found = follow(list(game.hidden), (), True)
    assert not guesses
    return found


def test_strategies_are_replayed():
    found = 0
    for rng, kept, cap in games(40, 6):
        game = kept.game
        certificate = certify(game, None, cap)
        if certificate.upper is None:
            assert certificate.strategy == ()
            continue
        total, worst = needs(kept, certificate.strategy)
        assert total == certificate.upper == certificate.lower and (cap is None or worst <= cap)
        for place in range(len(certificate.strategy)):
            others = list(certificate.strategy)
            others[place] = int(rng.integers(len(game.guesses)))
            for false in (others, others[:place], [*certificate.strategy, others[place]]):
                complaint = refuted(certificate, game, strategy=tuple(false))
                found += bool(complaint)
                if not complaint:
                    total, worst = needs(kept, false)
                    assert total == certificate.upper and (cap is None or worst <= cap)
        assert "its strategy needs" in refuted(certificate, game, upper=certificate.upper + 1)
        assert "its own lower" in refuted(certificate, game, sample=0, lower=certificate.upper + 1)
        assert "lower: None; expected a bound" in refuted(certificate, game, lower=None)
        assert "upper: None; expected a total" in refuted(certificate, game, upper=None)
        assert f"upper: {certificate.upper}; expected a total" in refuted(certificate, game, strategy=())
    assert found > 100


@pytest.fixture
def eights():
    kept = mastermind_game(2, 4)
    return kept, certify(kept.game, "ab")


def test_a_strategy_that_goes_round_in_circles_is_not_replayed(eights):
    kept, certificate = eights
    first, *rest = certificate.strategy
    said = refuted(certificate, kept.game, strategy=(*[first] * (17 - len(rest)), *rest))
    assert said == "certificate: its strategy has 17 guesses; expected 16 at most"
    assert "its strategy needs" in refuted(certificate, kept.game, strategy=(*[first] * (16 - len(rest)), *rest))


def test_an_opening_is_the_first_guess(eights):
    kept, certificate = eights
    other = certify(kept.game, "aa")
    assert other.opening == "aa" and other.lower > certificate.lower
    false = replace(certificate, strategy=other.strategy, upper=other.upper)
    assert "begins with guess 0, not with its opening" in refuted(false, kept.game)
    false = replace(other, opening=None, upper=None, strategy=())
    assert "the statement does not hold" in refuted(false, kept.game)


def test_a_sample_finds_the_lemmas_that_it_holds():
    kept = table_game(np.random.default_rng(3), 20, 2, 3, poor=18)
    certificate = certify(kept.game)
    count = 1 + len(certificate.lemmas)
    assert count > 4
    for number in range(1, count):
        false = changed(certificate, number, excess=10**6)
        for seed in range(6):
            drawn = np.random.default_rng(seed).choice(count, 3, replace=False)
            complaint = refuted(false, kept.game, sample=3, seed=seed)
            assert (f"lemma {number} does not hold" in complaint) == (number in drawn)
    found = verify(certificate, kept.game, sample=3)
    assert found.checked == 3 and found.lemmas == count and not found.whole
    assert found.statement == f"not proven: {certificate.statement}"
    found = verify(certificate, kept.game, sample=count + 5)
    assert found.whole and found.statement == certificate.statement


def test_progress_is_told(eights):
    kept, certificate = eights
    calls = []
    assert verify(certificate, kept.game, progress=lambda *at: calls.append(at)).whole
    assert calls[-1] == (1 + len(certificate.lemmas),) * 2


def test_another_game_is_refused(eights):
    kept, certificate = eights
    for other in (wl.mastermind(2, 3), wl.mastermind(2, 4, list(range(1, 17))), wl.wordle(["abc", "abd"])):
        refuses("certificate: about a game with", Checker, certificate, other)
    tiny = wl.words.tiny()
    certificate = certify(wl.wordle(tiny))
    swapped = [tiny[1], tiny[0], *tiny[2:]]
    refuses("certificate: about a game with 'hidden'", verify, certificate, wl.wordle(swapped))
    with pytest.raises(ValueError, match="certificate: about a game with 'mode' 'easy'; expected 'hard'"):
        verify(certificate, wl.wordle(tiny, mode="hard"))
    refuses("game: strict mode", verify, certificate, wl.wordle(tiny, mode="strict"))


def test_lemmas_that_lead_nowhere_are_named(eights):
    kept, certificate = eights
    for lemma in (Lemma(1, 0, 0, 1), Lemma(0, 16, 0, 1), Lemma(0, 0, 99, 1)):
        with pytest.raises(ValueError, match="certificate: lemma 1 is .* expected an earlier lemma"):
            Checker(replace(certificate, lemmas=(lemma,)), kept.game)
    solved = Lemma(0, 0, kept.game.solved, 1)
    with pytest.raises(ValueError, match="lemma 1 is about aa 2b0w after lemma 0; expected words left"):
        Checker(replace(certificate, lemmas=(solved,)), kept.game)


def test_written_and_read():
    for _, kept, cap in games(20, 8):
        certificate = certify(kept.game, None, cap, source={"command": "é"})
        text = certificate.to_json()
        read = Certificate.from_json(text)
        assert read == certificate and read.source == {"command": "é"} and read.to_json() == text


def test_statements_in_words(eights):
    kept, certificate = eights
    total = certificate.upper
    assert certificate.statement == f"ab, easy mode: {total} guesses, and nothing less"
    assert certify(kept.game, cap=2).statement == "any opening, easy mode: no strategy within 2 guesses"
    some = certify(kept.game, lower=total, exceptions=["aa", "ab"])
    assert some.statement == f"any opening but 2, easy mode: at least {total} guesses"
    weighted = wl.wordle(["ab", "ac"], prior=[1, 2])
    assert ", easy mode, weighted: " in certify(weighted).statement


TEXT = certify(wl.wordle(wl.words.tiny())).to_json()


@settings(max_examples=300)
@given(st.data())
def test_damaged_files_are_refused_or_harmless(data):
    """A few characters are changed, or a piece is cut out."""
    text = list(TEXT)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place] = data.draw(st.sampled_from(list('09azAZ{}[]",: \n-é')))
    if data.draw(st.booleans()):
        a, b = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        del text[a:b]
    game = wl.wordle(wl.words.tiny())
    try:
        certificate = Certificate.from_json("".join(text))
        verify(certificate, game)
    except ValueError as error:
        assert "\n" not in str(error)
    else:
        assert certificate.statement == Certificate.from_json(TEXT).statement


@pytest.mark.parametrize("text", ["", "[]", "null", "3", "{}", '{"format": 1}', '{"format": 2}', "[" * 100_000])
def test_what_is_no_certificate(text):
    refuses("text: no certificate", Certificate.from_json, text)


def test_what_is_nested_to_any_depth_is_refused(tiny):
    """A depth that can just be read must not be too deep for the comparison with the game."""
    text = certify(tiny, "fight").to_json()
    assert text.count('"name": "Wordle"') == 1
    for depth in range(1, 1100):
        deep = text.replace('"name": "Wordle"', f'"name": {"[" * depth}{"]" * depth}')
        with pytest.raises(ValueError, match="nested too deeply|about a game with 'name'"):
            verify(Certificate.from_json(deep), tiny)


def test_games_of_certificates(tmp_path):
    tiny = tmp_path / "tiny.txt"
    tiny.write_text("\n".join(wl.words.tiny()))
    certificate = certify(wl.wordle(wl.words.tiny(), mode="hard"))
    game = game_of(certificate, tiny)
    assert game.mode == "hard" and list(game.hidden) == wl.words.tiny()
    refuses("answers: None; expected the word lists", game_of, certificate)
    refuses("guesses: given without answers", game_of, certificate, guesses=tiny)
    prior = tmp_path / "prior.txt"
    prior.write_text("".join(f"{word} {i}\n" for i, word in enumerate(wl.words.tiny(), 1)))
    refuses("prior: .*; expected none", game_of, certificate, tiny, prior=prior)
    weighted = certify(wl.wordle(wl.words.tiny(), prior=wl.words.load_prior(prior)))
    assert not game_of(weighted, tiny, prior=prior).uniform
    other = replace(certificate, game=describe(wl.wordle(language="pt")))
    assert game_of(other).hidden == wl.wordle(language="pt").hidden
    refuses("prior: None; expected the one that the certificate is about", game_of, weighted, tiny)


def test_exceptions_beside_an_opening_are_refused(tiny):
    fields = {"exceptions": ("catch",), "lower": 99_999, "upper": None, "strategy": (), "lemmas": ()}
    complaint = refuted(certify(tiny, "catch"), tiny, **fields)
    assert complaint == "exceptions: ('catch',); expected none beside the opening 'catch'"


def test_an_excepted_guess_may_follow_an_opening_that_tells_nothing():
    game = wl.wordle(["a", "b"], ["d", "b", "a", "c"])
    found = certify(game, exceptions=("a", "b"), lower=5)
    assert verify(found, game).whole
    assert "'d' is only shown to cost 5" in refuted(found, game, lower=6)
    refuses("lower: 6 where 'd' needs 5; expected less", certify, game, exceptions=("a", "b"), lower=6)
    alone = wl.wordle(["a"], ["a", "b"])
    found = certify(alone, exceptions=("a",))
    assert verify(found, alone).whole and (found.lower, found.strategy) == (2, ())
    assert "'b' is only shown to cost 2" in refuted(found, alone, lower=3)


test_fields_that_do_not_belong_together_are_named = refused(
    ({"opening": None, "exceptions": ("night", "fight")}, "exceptions: .* in alphabetical order"),
    ({"opening": None, "exceptions": ("fight", "fight")}, "exceptions: .* each opening once"),
    ({"opening": "FIGHT"}, "opening: 'FIGHT'; expected one of the 24 guesses"),
    ({"opening": 3}, "opening: 3; expected text"),
    ({"cap": True}, "cap: True; expected a number of guesses"),
    ({"lower": 63.0}, "lower: 63.0; expected a whole number from 1"),
    ({"lower": 0}, "lower: 0; expected a whole number from 1"),
    ({"lower": 2**44}, "lower: 17592186044416; expected a whole number from 1"),
    ({"lower": None}, "lower: None; expected a bound, unless there is a cap"),
    ({"lower": None, "cap": 6}, "lower: None; expected a bound, unless"),
    ({"lower": 64}, "upper 63; expected at least 64, its own lower"),
    ({"upper": None}, "upper: None; expected a total if there is a strategy"),
    ({"strategy": ()}, "upper: 63; expected a total if there is a strategy"),
    ({"source": "all of it is proven"}, "source: .* expected a table"),
    ({"game": {}}, "mode: None; expected one of easy, hard"),
    by=lambda fields: verify(
        replace(certify(wl.wordle(wl.words.tiny()), "fight"), **fields), wl.wordle(wl.words.tiny())
    ),
)


def test_lemmas_that_are_not_needed_are_named(tiny):
    certificate = certify(tiny, "fight")
    twice = (*certificate.lemmas, certificate.lemmas[0])
    assert "lemmas 1 and 3 are about one belief" in refuted(certificate, tiny, lemmas=twice)
    true = certify(tiny, "catch").lemmas[0]
    idle = (*certificate.lemmas, true)
    assert "nothing rests on lemma 3; expected only lemmas that are needed" in refuted(certificate, tiny, lemmas=idle)


def test_lemmas_beyond_memory_are_refused(tiny, monkeypatch):
    """A file of a few megabytes could ask for beliefs of many gigabytes, and for comparing each pair of them."""
    certificate = certify(tiny, "fight")
    held = sum(len(belief.members) for belief in Checker(certificate, tiny).beliefs[1:])
    monkeypatch.setattr("wordlelib.search.verification.MOST_WORDS", held)
    assert verify(certificate, tiny).whole
    monkeypatch.setattr("wordlelib.search.verification.MOST_WORDS", held - 1)
    assert f"more than {held - 1} words in the beliefs of its lemmas; expected less" in refuted(certificate, tiny)
    monkeypatch.undo()
    row = certificate.lemmas[0][1:]
    chain = tuple(Lemma(above, *row) for above in range(30_000))
    assert len(Checker(replace(certificate, lemmas=chain, cap=2**40), tiny).claims) == 30_001


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"cap"', '"note": 1, "cap"', "keys: 'note'; expected just these: cap, exceptions"),
        ('"cap": null', '"cap": null, "cap": null', "keys: .*; expected each of them once"),
        ('"cap": null,', "", "keys: 'cap'; expected just these"),
        ('"format": 1', '"format": true', "format: True; expected a whole number from 1 to 1"),
        ('"format": 1', '"format": 2', "format: 2; expected"),
        ('"lemmas": 2', '"lemmas": 3', "lemmas: 3; expected a fourth of the 8 numbers"),
        ('"lemmas": 2', '"lemmas": 2.0', "lemmas: 2.0; expected a whole number"),
        ('"lemma_rows": "', '"lemma_rows": "*', "lemma_rows: .* as `pack` writes them"),
        ("and nothing less", "and nothing more", "statement: .*; expected .*, by its figures"),
    ],
)
def test_files_that_could_be_read_in_two_ways_are_refused(tiny, old, new, message):
    text = certify(tiny, "fight").to_json()
    assert text.count(old) == 1
    refuses(f"text: no certificate .*{message}", Certificate.from_json, text.replace(old, new))
