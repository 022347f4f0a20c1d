"""Games for agents: what Gymnasium's and PettingZoo's checkers say, and a plain twin of every step."""

import warnings

import gymnasium
import naive
import numpy as np
import pytest
from games import listed_game, rounds, word_lists
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test
from refusals import refused, refuses

import wordlelib as wl
from wordlelib.environments.games import Games, Ledger
from wordlelib.environments.many import WordleVectorEnv
from wordlelib.environments.single import WordleEnv, register
from wordlelib.environments.text import TextGame, parse
from wordlelib.environments.two import GUESSER, HINTER, WordleDuel

MARKS = {"-": 1, "y": 2, "g": 3}
NIGHT = ["fight", "light", "night"]


def board_of(game, history, turns):
    """The board after some rows, from the definition."""
    alphabet, length = sorted(set("".join(game.guesses))), len(game.guesses[0])
    rows = [[*(alphabet.index(x) + 1 for x in guess), *(MARKS[x] for x in row)] for guess, row in history]
    return np.array(rows + [[0] * (2 * length)] * (turns - len(rows)))


def cost_of(history, turns):
    """The rewards of a game, from the definition."""
    lost = len(history) == turns and set(history[-1][1]) != {"g"}
    return [-1.0] * (len(history) - 1) + [-2.0 if lost else -1.0]


@pytest.mark.parametrize("judged", [False, True])
def test_gymnasiums_checker_is_content(judged):
    game = listed_game()
    register()
    register()
    judge = wl.Judge(game) if judged else None
    env = gymnasium.make("Wordle-v0", game=game, judge=judge)
    check_env(env.unwrapped)  # every warning is an error here


def test_gymnasiums_checker_is_content_in_hard_mode_with_guesses_that_it_allows():
    class Legal(WordleEnv):
        """Gymnasium's checker samples without a mask."""

        def step(self, action):
            mask = self.games.mask(0)
            return super().step(int(action) if mask[action] else int(mask.argmax()))

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*not having a spec.*")
        check_env(Legal(listed_game(mode="hard")))


def test_gymnasium_makes_many_games():
    register()
    envs = gymnasium.make_vec("Wordle-v0", num_envs=3, vectorization_mode="vector_entry_point", game=listed_game())
    board, _ = envs.reset(seed=1)
    assert board in envs.observation_space and envs.unwrapped.num_envs == 3
    board, *_ = envs.step(envs.action_space.sample())
    assert board in envs.observation_space
    envs.close()


@given(word_lists(), st.sampled_from(["easy", "hard"]), st.integers(1, 4), st.integers(0, 2**32))
def test_many_games_are_those_of_the_naive_twin(lists, mode, turns, seed):
    game, rng = wl.wordle(*lists, mode), np.random.default_rng(seed)
    envs = WordleVectorEnv(5, game, turns)
    envs.reset(seed=seed)
    twins = [[game.hidden[i], []] for i in envs.games.hidden]
    for _ in range(9):
        actions = []
        for i, (_, history) in enumerate(twins):
            legal = [naive.hard_mode_allows(history, g) or mode == "easy" for g in game.guesses]
            assert envs.action_mask(i).tolist() == legal
            actions.append(int(rng.choice(np.flatnonzero(legal))))
        board, rewards, over, truncated, info = envs.step(actions)
        assert board in envs.observation_space and not truncated.any()
        for i, (hidden, history) in enumerate(twins):
            if history and (len(history) == turns or history[-1][0] == hidden):
                assert (rewards[i], over[i], info["code"][i], info["hidden"][i]) == (0, False, -1, -1)
                twins[i] = [game.hidden[envs.games.hidden[i]], []]
                assert not board[i].any()
                continue
            guess = game.guesses[actions[i]]
            history.append((guess, naive.feedback(guess, hidden)))
            assert np.array_equal(board[i], board_of(game, history, turns))
            assert rewards[i] == cost_of(history, turns)[-1] and game.show(int(info["code"][i])) == history[-1][1]
            assert over[i] == (guess == hidden or len(history) == turns)
            assert info["hidden"][i] == (game.hidden.index(hidden) if over[i] else -1)


def test_many_games_begin_anew_as_gymnasiums_own_do(rng):
    game = listed_game()
    envs = WordleVectorEnv(4, game, 3)
    others = SyncVectorEnv([lambda: WordleEnv(game, 3)] * 4, autoreset_mode=AutoresetMode.NEXT_STEP)
    assert (envs.observation_space, envs.action_space) == (others.observation_space, others.action_space)
    envs.reset(seed=1), others.reset()
    begun, ended = np.ones(4, bool), 0
    for _ in rounds(60):
        for env in (others.envs[i] for i in np.flatnonzero(begun)):
            env.reset(options={"hidden": game.hidden[envs.games.hidden[others.envs.index(env)]]})
        actions = [int(rng.choice([game.find(game.hidden[i]), 0, 1])) for i in envs.games.hidden]
        (*own, info), (*told, twin) = envs.step(actions), others.step(actions)
        for one, other in zip(own, told, strict=True):
            assert np.array_equal(one, other) and one.dtype == other.dtype
        assert np.array_equal(info["_code"], twin.get("_feedback", np.zeros(4, bool)))
        assert np.array_equal(info["_hidden"], twin.get("_hidden", np.zeros(4, bool)))
        for i in range(4):
            assert not info["_code"][i] or game.show(int(info["code"][i])) == twin["feedback"][i]
            assert not info["_hidden"][i] or game.hidden[info["hidden"][i]] == twin["hidden"][i]
        begun, ended = ~info["_code"], ended + info["_hidden"].sum()
    assert ended > 5


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_one_game_is_that_of_the_naive_twin(rng, mode):
    game = listed_game(mode=mode)
    env = WordleEnv(game, 4, wl.Judge(game), "ansi")
    for _ in rounds(15):
        hidden, history, rewards = str(rng.choice(game.hidden)), [], []
        board, info = env.reset(seed=int(rng.integers(100)), options={"hidden": hidden})
        over = False
        while not over:
            legal = [naive.hard_mode_allows(history, g) or mode == "easy" for g in game.guesses]
            assert info["action_mask"].tolist() == legal and np.array_equal(board, board_of(game, history, 4))
            state, action = game.after(history), int(rng.choice(np.flatnonzero(legal)))
            board, reward, over, truncated, info = env.step(action)
            guess = game.guesses[action]
            history.append((guess, naive.feedback(guess, hidden)))
            rewards.append(reward)
            assert (info["guess"], info["feedback"]) == history[-1] and not truncated
            verdict = env.judge.verdict(state, game.after(history))
            assert (info["regret"], info["luck_bits"]) == verdict and info["words_left"] == len(
                game.after(history).words
            )
        assert rewards == cost_of(history, 4) and info["hidden"] == hidden
        assert env.render() == "\n".join(f"{guess} {row}" for guess, row in history)


def test_hidden_words_follow_seed_and_prior():
    game = wl.wordle(NIGHT, prior=[1, 2, 5])
    games = Games(game, 1)
    drawn = games.draw(np.random.default_rng(1), 4000)
    assert np.allclose(np.bincount(drawn, minlength=3) / 4000, [1 / 8, 2 / 8, 5 / 8], atol=0.03)
    env = WordleEnv(listed_game())

    def first(seed):
        env.reset(seed=seed)
        return int(env.games.hidden[0])

    assert [first(seed) for seed in range(9)] == [first(seed) for seed in range(9)]
    assert len({first(seed) for seed in range(30)}) > 5


def test_what_is_refused_changes_nothing():
    game = listed_game(mode="hard")
    env, envs = WordleEnv(game), WordleVectorEnv(2, game)
    refuses("action: 0 in a game that is over; expected reset", env.step, 0)
    refuses("actions: .* before the games began; expected reset", envs.step, [0, 0])
    hidden = game.hidden[3]
    env.reset(options={"hidden": hidden})
    envs.reset(options={"hidden": hidden})
    first = game.find("salet")
    env.step(first)
    envs.step([first, first])
    board, boards = env.games.board.copy(), envs.games.board.copy()
    wrong = int(np.argmin(env.games.mask(0)))
    for action in (-1, len(game.guesses), 1.5, True, None, "salet", 2**70, wrong):
        refuses(r"^action: ", env.step, action)
    for actions in ([0], [-1, 0], [0, len(game.guesses)], [0.5, 0], None, [[0, 0]], ["a", "b"], [first, wrong]):
        refuses(r"^actions: ", envs.step, actions)
    right, other = game.find(hidden), game.guesses[wrong]
    refuses(f"actions: {other!r} in game 1; expected guesses that hard mode allows", envs.step, [right, wrong])
    assert np.array_equal(env.games.board, board) and np.array_equal(envs.games.board, boards)
    refuses("place: 2; expected", envs.action_mask, 2)


test_refused = refused(
    (lambda: WordleEnv(wl.mastermind(2, 2)), "game: .*; expected Wordle in easy or hard mode"),
    (lambda: WordleEnv(wl.wordle(NIGHT, mode="strict")), "game: .*; expected Wordle in easy or hard mode"),
    (lambda: WordleEnv(turns=0), "turns: 0; expected a number of guesses from 1"),
    (lambda: WordleEnv(wl.wordle(NIGHT), render_mode="human"), "render_mode: 'human'; expected one of ansi"),
    (lambda: WordleEnv(wl.wordle(NIGHT)).reset(options={"hidden": "zzzzz"}), "hidden: 'zzzzz' is not one of the 3"),
    (
        lambda: WordleEnv(listed_game()).reset(options={"hidden": "salet"}),
        "hidden: 'salet' is a guess; expected one of",
    ),
    (
        lambda: WordleVectorEnv(2, wl.wordle(NIGHT)).reset(options={"reset_mask": np.array([True, False])}),
        "options: 'reset_mask'; expected no option but \"hidden\"",
    ),
    (lambda: WordleVectorEnv(0, wl.wordle(NIGHT)), "num_envs: 0; expected a whole number from 1"),
    (
        lambda: WordleVectorEnv(2, wl.wordle(NIGHT)).reset(options={"hidden": ["fight"]}),
        "hidden: 1 word; expected 2, or one for all games",
    ),
    (
        lambda: Ledger(wl.wordle(NIGHT), wl.Judge(wl.wordle(NIGHT))),
        "judge: .*; expected a judge of .* very object",
    ),
)


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_pettingzoos_checkers_are_content(mode, capsys):
    game = listed_game(mode=mode)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(WordleDuel(game), num_cycles=60)
        seed_test(lambda: WordleDuel(game), num_cycles=50)
    assert {str(each.message) for each in said} == {"Observation numpy array is all zeros."}  # the empty board
    assert capsys.readouterr().out.endswith("Passed API test\n")


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_a_duel_keeps_to_the_rule(rng, mode):
    game = listed_game(mode=mode)
    env = WordleDuel(game, 3, "ansi")
    for _ in rounds(15):
        env.reset()
        words, history, rewards = list(game.hidden), [], []
        while True:
            legal = [naive.hard_mode_allows(history, g) or mode == "easy" for g in game.guesses]
            assert env.agent_selection == GUESSER and env.infos[GUESSER]["action_mask"].tolist() == legal
            guess = game.guesses[int(rng.choice(np.flatnonzero(legal)))]
            env.step(game.find(guess))
            classes = naive.partition(naive.feedback, guess, words)
            mask = env.infos[HINTER]["action_mask"]
            assert {game.show(code) for code in np.flatnonzero(mask)} == classes.keys()
            shown = board_of(game, history, 3)
            shown[len(history), : len(guess)] = env.games.letters[game.find(guess)]
            assert np.array_equal(env.observe(HINTER), shown)
            assert np.array_equal(env.observe(GUESSER), board_of(game, history, 3))
            if not mask.all():
                refuses("action: .* of hinter_0; expected one that its action mask allows", env.step, mask.argmin())
            code = int(rng.choice(np.flatnonzero(mask)))
            env.step(code)
            row = game.show(code)
            words = classes[row]
            history.append((guess, row))
            rewards.append(env.rewards[GUESSER])
            assert env.rewards[HINTER] == -rewards[-1]
            if env.terminations[GUESSER]:
                break
        assert rewards == cost_of(history, 3) and env.render().endswith(f"{guess} {row}")
        assert set(row) == {"g"} or len(history) == 3


def test_what_a_player_writes_into_a_mask_allows_and_forbids_nothing():
    game = listed_game(mode="hard")
    env = WordleDuel(game)
    env.reset()
    env.infos[GUESSER]["action_mask"][:] = 0
    env.step(game.find("salet"))
    right = int(np.flatnonzero(env.infos[HINTER]["action_mask"])[-1])  # with hints, which bind
    wrong = int(env.infos[HINTER]["action_mask"].argmin())
    env.infos[HINTER]["action_mask"][:] = 1
    refuses("action: .* of hinter_0; expected one that its action mask allows", env.step, wrong)
    env.step(right)
    wrong = int(env.infos[GUESSER]["action_mask"].argmin())
    env.infos[GUESSER]["action_mask"][:] = 1
    refuses("action: .* of guesser_0; expected one that its action mask allows", env.step, wrong)


def test_a_duel_refuses_what_is_no_action():
    env = WordleDuel(wl.wordle(NIGHT))
    refuses("action: 0 in no game; expected reset", env.step, 0)
    env.reset()
    for action in (None, -1, 3, "fight", 1.0):
        refuses("^action: ", env.step, action)
    refuses("agent: 'x'; expected one of guesser_0, hinter_0", env.observe, "x")
    assert env.infos[GUESSER]["action_mask"].all() and not env.infos[HINTER]["action_mask"].any()


@pytest.mark.parametrize(
    ("reply", "guess"),
    [
        ("Guess: night", "night"),
        ("NIGHT", "night"),
        ("  *Night*.\n", "night"),
        ("I first thought of fight.\nGuess: fight? No.\n\nguess = `Light`", "light"),
        ("Mine:\n- **Guess:** __LIGHT__", "light"),
        ("GUESS:\n\n  night\n", "night"),
        ("Guess: fight is what I would have said before.\r\n```\nGuess: night\n```\n", "night"),
        ('The line "Guess: fight" is the form.\n\n> Guess: "night"', "night"),
    ],
)
def test_a_reply_is_parsed(reply, guess):
    assert parse(reply, wl.wordle(NIGHT)) == guess


ENDS = "reply: it ends without a guess; expected a last line 'Guess: WORD', or one word"
PROMPT = TextGame("light", wl.wordle(NIGHT)).prompt()
test_replies_refused = refused(
    ("", ENDS),
    ("fight or night", ENDS),
    ("Guess: niht", "reply: 'niht' is not accepted; expected an accepted word"),
    ("Guess: fight\nGuess: nothing", "reply: 'nothing' is not accepted; expected an accepted word"),
    ("My last guess: light? No, I would rather say nothing.", ENDS),
    ('I was told to say "Guess: fight"', ENDS),
    ("Guess: fight\nNo, that one is ruled out.", ENDS),
    ("Guess: night and then perhaps light", ENDS),
    ("Guess: fight, light", ENDS),
    ("Second-guess: fight", ENDS),
    ("Guess fight", ENDS),
    ("Guess: fi-ght", ENDS),
    (f"{PROMPT}\nWhat next?", ENDS),
    (PROMPT.partition("\n\n")[0], ENDS),
    (None, "reply: None; expected the text of a reply"),
    ("x" * 99, "reply: 'xxxxxxxxxxxxxxxxxxxx...' is not accepted"),
    by=lambda reply: parse(reply, wl.wordle(NIGHT)),
)


def test_a_word_of_the_prompt_is_no_guess_where_it_is_accepted():
    play = TextGame("word", wl.wordle(["word", "ford"]))
    assert play.reply(play.prompt().partition("\n\n")[0]) == ENDS and not play.rows


def test_letters_with_their_marks_apart_are_whole():
    assert parse("Guess: e\u0301tat", wl.wordle(["état", "abat"])) == "état"
    assert parse("E\u0301TAT", wl.wordle(["état", "abat"])) == "état"


@given(st.lists(st.text() | st.sampled_from(["Guess: fight", "guess:", "night", "Guess: zzzzz", "Guess:" * 3000])))
def test_any_reply_is_a_guess_or_costs_only_itself(replies):
    game = wl.wordle(NIGHT)
    play = TextGame("light", game, turns=3, patience=4)
    for text in replies:
        if play.over:
            refuses("in a game that is over", play.reply, text)
            continue
        rows, refused_so_far = [*play.rows], play.refused
        said = play.reply(text)
        if play.refused == refused_so_far:
            assert play.rows[:-1] == rows and said == " ".join(play.rows[-1])
        else:
            assert play.rows == rows and said.startswith("reply: ") and "expected" in said and "\n" not in said
    lost = play.over and ("light", "ggggg") not in play.rows
    assert play.over == (lost or ("light", "ggggg") in play.rows)
    assert play.score == (-4 if lost else -len(play.rows))  # lost by three guesses or by no guess


def test_a_game_in_words():
    game = listed_game(mode="hard")
    hidden = game.hidden[3]
    play = TextGame(hidden, game, judge=wl.Judge(game))
    assert (
        "6 guesses" in play.prompt()
        and "Hard mode" in play.prompt()
        and play.prompt().endswith("You have 6 guesses left.")
    )
    said = play.reply("Guess: salet")
    assert said in play.prompt() and play.prompt().endswith("You have 5 guesses left.")
    other = next(w for w in game.guesses if not naive.hard_mode_allows(play.rows, w))
    assert play.reply(other) == f"reply: {other!r} is not allowed in hard mode; expected all hints in it"
    assert play.reply(hidden) == f"{hidden} ggggg" and play.over and play.score == -2
    assert play.transcript() == {"hidden": hidden, "guesses": ["salet", hidden]} and play.refused == 1
    assert [set(each) for each in play.verdicts] == [{"regret", "luck_bits", "words_left"}] * 2
