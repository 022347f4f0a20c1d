"""What several sweeps share."""

from functools import cache
from typing import Any

from wordlelib.adversary.players import answers_only
from wordlelib.game.game import Game, make_game
from wordlelib.search.exact import Proof

CHUNK = 50
kept_game = cache(make_game)


def proven(proof: Proof) -> Proof:
    """Return a proof that has come to its end. Half a one is no result, for `prove` came back early at Ctrl-C."""
    if not proof.proven:
        raise KeyboardInterrupt
    return proof


def effort(proof: Proof) -> dict[str, Any]:
    """Return what a proof has taken."""
    counts = {"nodes": proof.nodes, "guesses": proof.guesses, "cuts": proof.cuts}
    return counts | {"seconds": round(proof.seconds, 4)}


@cache
def game_of_list(guess_list: str) -> Game:
    """Return the original game, with answers as its only guesses if the list of guesses is called "answers"."""
    game = kept_game()
    return answers_only(game) if guess_list == "answers" else game
