"""Letter statistics: by definition, in all modes, as a base of rollout."""

from collections import Counter

import games
import numpy as np
import pytest
from hypothesis import given

import wordlelib as wl
from wordlelib.game.letters import LetterStatistics, letters_of


def plain(words):
    """Give the words in the order of the rule, with the mean number of letters in place: the slow obvious way."""
    counts = [Counter(word[i] for word in words) for i in range(len(words[0]))]
    greens = {word: sum(counts[i][letter] for i, letter in enumerate(word)) for word in words}
    return [(word, greens[word] / len(words)) for word in sorted(words, key=lambda word: -greens[word])]


@given(games.word_lists())
def test_the_ranking_is_the_definition(lists):
    hidden, guesses = lists
    game = wl.wordle(hidden, guesses)
    words = sorted(hidden, key=guesses.index)
    found = LetterStatistics().rank(game.start(), len(words))
    assert [(line.guess, line.score) for line in found] == [(w, pytest.approx(g)) for w, g in plain(words)]
    assert all(line.possible for line in found)


def test_batches_decide_as_single_beliefs_do_in_all_modes():
    for mode in ("easy", "hard", "strict"):
        game, policy = wl.wordle(wl.words.tiny(), mode=mode), LetterStatistics()
        beliefs = wl.Beliefs.start(game).split(np.array([0], np.int32))[0]
        assert [game.guesses[i] for i in policy.decide_all(beliefs)] == [policy.decide(state) for state in beliefs]
        assert wl.play(game, policy).words == 24


def test_a_prior_counts_words_by_their_weight():
    game = wl.wordle(["aab", "aac", "bdd", "bde"], prior=[1, 1, 8, 1])
    assert [line.guess for line in LetterStatistics().rank(game.start(), 2)] == ["bdd", "bde"]


def test_rollout_on_letter_statistics_is_not_worse():
    game, base = wl.wordle(wl.words.tiny()), LetterStatistics()
    for ranking in (base, wl.InformationGain()):
        assert wl.play(game, wl.Rollout(base, 5, ranking)).total <= wl.play(game, base).total


def test_what_has_no_letters_is_refused():
    with pytest.raises(ValueError, match="game: hidden words of 2 to 3 letters; expected one length"):
        letters_of(wl.from_answers(["ab", "abc"], ["ab", "abc"], lambda guess, hidden: str(guess == hidden)))
    with pytest.raises(ValueError, match="best: 0; expected at least 1"):
        LetterStatistics().rank(wl.wordle(wl.words.tiny()).start(), 0)


@pytest.mark.large
def test_letter_statistics_on_the_original_lists():
    assert wl.play(wl.wordle(), LetterStatistics(), "salet").total == 8465
