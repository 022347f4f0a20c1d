"""The command that checks certificates and refutations: verify. And how `prove` writes certificates."""

import argparse
from typing import Any

from wordlelib.cli.shared import PRIOR, Progress, argument, attributes, command, file, number, one_line, say
from wordlelib.core.files import read_text
from wordlelib.game.game import Game, make_game
from wordlelib.kernels.jit import clock
from wordlelib.runs import sweeps
from wordlelib.search import certificates, claims, refutations, verification
from wordlelib.search.refutations import Refutation
from wordlelib.search.verification import Certificate

LARGEST = 2**24  # bytes; that of salet in hard mode has 53,386


@command(
    "verify",
    f"{PRIOR} progress json",
    file=argument("the certificate", "FILE"),
    sample=number("no proof: check so many lemmas, drawn at random", least=1),
    seed=number("with --sample: which ones (default: 0)", most=2**63 - 1),
    answers=file("hidden words, one a line, if they are not the original ones"),
    guesses=file("words that may be guessed, one a line"),
)
def run_verify(options: argparse.Namespace) -> None:
    """Check a certificate that `prove --certificate` or `guarantee --certificate` has written.

    Its strategy is replayed word by word, and each of its lemmas must follow from others and from plain bounds; nothing
    is searched. Lists that come with the project are found without being named, but a prior is not.
    """
    if options.seed is not None and options.sample is None:
        raise ValueError(f"--seed: {options.seed} without --sample; expected both, or none")
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


def _game_of(options: argparse.Namespace, certificate: Certificate | Refutation) -> Game:
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
    try:
        text = read_text(file, most=LARGEST)
        return (Refutation if '"obstructions":' in text else Certificate).from_json(text)
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
