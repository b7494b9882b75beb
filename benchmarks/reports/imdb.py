"""The section of the report on IMDB: the words acquired first, and the posterior along four reviews."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from ..paper import published
from ..runs.imdb import Review
from . import figures, markdown


def section(folder: Path) -> Iterator[str]:
    """The order beside the published one, and the four reviews."""
    path = folder / "imdb.json"
    if not path.exists():
        return
    runs = json.loads(path.read_text(encoding="utf-8"))
    yield "## IMDB: which words are acquired"
    rows = [["*published*", ", ".join(published.IMDB_ORDER), "", "", "", ""]]
    for name, each in runs.items():
        shared = len(set(each["order"]) & set(published.IMDB_ORDER))
        rows.append(
            [
                name,
                ", ".join(each["order"]),
                str(shared),
                markdown.number(each["accuracy"]),
                markdown.number(each["features"], 2),
                markdown.seconds(each["train_s"]),
            ]
        )
    header = [
        "settings",
        "first ten words of the order",
        "of the published",
        "accuracy",
        "features",
        "training, s",
    ]
    yield markdown.table(header, rows)
    yield (
        "Four test reviews, chosen by rule. Words that the policy acquired, in order; **bold** where the "
        "review has the word (the data hold counts of words, not the text)."
    )
    reviews = [Review(**review) for review in runs["ordered"]["reviews"]]
    for review in reviews:
        yield (
            f"- {review.kind} (rated {review.rating}, called "
            f"{'positive' if review.called_positive else 'negative'}): "
            + " ".join(
                markdown.bold(word) if count else word
                for word, count in zip(review.words, review.counts, strict=True)
            )
        )
    picture = _figure(folder / "figures" / "imdb.png", reviews)
    yield f"![course of the posterior](figures/{picture.name})"


def _figure(path: Path, reviews: list[Review]) -> Path:
    """P(positive) after each look; words the review has are highlighted under the course."""
    figure, grid = plt.subplots(len(reviews), 1, figsize=(9.0, 2.4 * len(reviews)), layout="constrained")
    for axes, review in zip(grid, reviews, strict=True):
        steps = np.arange(len(review.course))
        axes.plot(steps, review.course, marker="o", markersize=3)
        axes.axhline(0.5, color="gray", linewidth=0.8)
        axes.set(ylim=(0.0, 1.0), ylabel="P(positive)", xlim=(-0.5, max(steps[-1], 1) + 0.5))
        axes.set_title(f"{review.kind}, rated {review.rating}", loc="left")
        axes.set_xticks(steps, ["start", *review.words], rotation=60, ha="right")
        for label, count in zip(axes.get_xticklabels()[1:], review.counts, strict=True):
            if count:
                label.set_backgroundcolor("gold")
                label.set_fontweight("bold")
    return figures.save(figure, path)
