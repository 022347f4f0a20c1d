"""The command that checks certificates and refutations: verify. And how `prove` writes certificates."""

import argparse
from typing import Any, NamedTuple

from wordlelib.cli.shared import PRIOR, Progress, argument, attributes, command, file, number, one_line, say
from wordlelib.core.files import parse_json, read_text
from wordlelib.game.game import Game, make_game
from wordlelib.kernels.jit import clock
from wordlelib.runs import sweeps
from wordlelib.search import certificates, claims, refutations, verification
from wordlelib.search.refutations import Refutation
from wordlelib.search.verification import Certificate
from wordlelib.search.zero_sum import ZeroSum

LARGEST = 2**24  # bytes; that of salet in hard mode has 53,386


@command(
    "verify",
    f"{PRIOR} progress json",
    file=argument("the certificate, or the bounds of zero-sum", "FILE"),
    sample=number("no proof: check so many lemmas or openings, drawn at random", least=1),
    seed=number("with --sample: which ones (default: 0)", most=2**63 - 1),
    answers=file("hidden words, one a line, if they are not the original ones"),
    guesses=file("words that may be guessed, one a line"),
)
def run_verify(options: argparse.Namespace) -> None:
    """Check a certificate that `prove --certificate` or `guarantee --certificate` has written, or what zero-sum has.

    The strategy of a certificate is replayed word by word, and each of its lemmas must follow from others and from
    plain bounds; nothing is searched. The plans of a mixture are replayed too, but all openings are searched again
    under the prior of the lower bound. Lists that come with the project are found without being named, but a prior is
    not.
    """
    if options.seed is not None and options.sample is None:
        raise ValueError(f"--seed: {options.seed} without --sample; expected both, or none")
    text = _text_of(options.file)
    if '"mixture":' in text:
        _verify_bounds(options, text)
        return
    certificate = read_certificate(options.file)
    if isinstance(certificate, Refutation) and options.sample is not None:
        raise ValueError(f"--sample: {options.sample} with a refutation; expected none, since all of it is checked")
    played = _game_of(options, certificate)
    with Progress(options, "lemmas") as progress:
        if isinstance(certificate, Refutation):
            begun = clock()
            count = refutations.check(certificate, played, progress)
            found = verification.Verification(certificate.statement, count, count, clock() - begun)
        else:
            found = verification.verify(certificate, played, options.sample, options.seed or 0, progress)
    lists = ", ".join(filter(None, (options.answers, options.guesses))) or claims.shipped_lists(certificate)[0]
    report = {"file": options.file, "statement": found.statement, "lists": lists}
    names = ("opening", "exceptions", "cap", "lower", "upper")
    report |= dict.fromkeys(names) | {"exceptions": ()}
    report |= {name: getattr(certificate, name) for name in names if hasattr(certificate, name)}
    report |= attributes(found, "lemmas checked whole")
    say(options, report | {"seconds": round(found.seconds, 4)}, _describe)


class _About(NamedTuple):
    """The game that bounds are about."""

    game: dict[str, Any]


def _verify_bounds(options: argparse.Namespace, text: str) -> None:
    """Replay the mixture of bounds on a value, and search their openings again."""
    try:
        played = _game_of(options, _About(parse_json(text)["game"]))
        bounds = ZeroSum.from_json(text, played)
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{options.file}: {error}") from None
    begun, openings = clock(), len(played.guesses if bounds.openings is None else bounds.openings)
    with Progress(options, "openings") as progress:
        count = bounds.check(options.sample, options.seed or 0, progress)
    report = {"file": options.file, "mode": played.mode, "lower": float(bounds.lower), "upper": float(bounds.upper)}
    report |= {"openings": openings, "checked": count, "whole": count == openings}
    say(options, report | {"seconds": round(clock() - begun, 4)}, _describe_bounds)


def _describe_bounds(report: dict[str, Any]) -> str:
    value = f"value of the game, {report['mode']} mode: from {report['lower']:.5f} to {report['upper']:.5f}"
    verdict = "holds" if report["whole"] else "a sample holds"
    searched = f"{report['checked']:,} of {report['openings']:,} openings are searched again"
    return f"{value}\n{verdict}: the mixture is replayed, and {searched}, {report['seconds']:.2f} s"


def _game_of(options: argparse.Namespace, certificate: claims.Claim) -> Game:
    """Make the game that the options name, or find the one that the certificate is about."""
    if (options.hidden, options.used, options.factor) == ("original", None, None):
        return verification.game_of(certificate, options.answers, options.guesses, options.prior)
    today = {name: getattr(options, name) for name in PRIOR.split()}
    return make_game(certificate.game["mode"], options.answers, options.guesses, **today)


def _describe(report: dict[str, Any]) -> str:
    some = f"{report['checked']:,} of {report['lemmas']:,} lemmas are"
    if report["whole"]:
        some = f"all {report['lemmas']:,} lemmas are" if report["lemmas"] > 1 else "its only lemma is"
    strategy = "" if report["upper"] is None else "its strategy is replayed, and "
    verdict = "holds" if report["whole"] else "a sample holds"
    checked = f"{strategy}{some} checked, {report['seconds']:.2f} s"
    but = f"; all openings but {', '.join(report['exceptions'])}" if report["exceptions"] else ""
    return f"{report['statement']}\n{verdict}: {checked}; lists: {one_line(report['lists'])}{but}"


def read_certificate(file: str) -> Certificate | Refutation:
    """Read a certificate or a refutation from a file, whose name begins the error if it is neither."""
    text = _text_of(file)
    try:
        return (Refutation if '"obstructions":' in text else Certificate).from_json(text)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def _text_of(file: str) -> str:
    try:
        return read_text(file, most=LARGEST)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ValueError(f"{file}: {reason}") from None


def write_certificate(
    options: argparse.Namespace, played: Game, opening: str | None, cap: int | None, **limits: Any
) -> Certificate:
    """Write the certificate that `prove` was asked for."""
    source = {"command": sweeps.command_line(), "versions": sweeps.versions()}
    with Progress(options, "lemmas") as progress:
        certificate = certificates.certify(played, opening, cap, **limits, source=source, progress=progress)
    sweeps.write_whole(options.certificate, certificate.to_json())
    return certificate
