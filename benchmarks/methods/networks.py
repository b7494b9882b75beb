"""Small networks that see some of the features: GDFS and DIME, written from their papers.

GDFS: Covert, Qiu, Lu, Kim, White and Lee, "Learning to maximize mutual information for dynamic feature
selection", ICML 2023. A selector is trained through a relaxed choice (Concrete distribution, its temperature
lowered step by step) so that a predictor's loss after each choice is low; it knows no costs, so it stops
where the mistakes expected are few enough.

DIME: Gadgil, Covert and Lee, "Estimating conditional mutual information for dynamic feature selection",
ICLR 2024. A value network learns by how much the next feature lowers the predictor's loss; the feature with
the largest estimate per cost is asked, until none is worth its cost.

Here: two hidden layers of 128 units, a fifth of the training held-out rows to choose when to stop, and the
networks that did best on these rows kept. A fitted pair is used for all costs; budgets of features are met by
stopping there.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from .prices import Target
from .rivals import Fitted
from .trails import Choose, Inputs, best_rule, held_out, marginal, n_steps, stopping, walk

UNITS = 128
BATCH = 128
DROPOUT = 0.3
RATE = 1e-3
PRETRAINING = 1000  # batches of rows with features hidden at random
TRAINING = 600  # batches, each of which asks as many features as there are steps
STAGES = 6  # in which the temperature, or the share of choices made at random, is lowered
HIDDEN_CHOICE = -1e9


@dataclass
class Data:
    """Rows as tensors: inputs, which features are there, classes; and the feature of each input."""

    values: Any
    there: Any
    y: Any
    owner: Any

    @classmethod
    def of(cls, inputs: Inputs, X: Any, y: np.ndarray) -> Data:
        import torch

        values, there = inputs.of(X)
        return cls(
            torch.from_numpy(values),
            torch.from_numpy(there.astype(np.float32)),
            torch.from_numpy(y.astype(np.int64)),
            torch.from_numpy(inputs.owner),
        )

    def batches(self, n: int) -> Iterator[tuple[Any, Any, Any]]:
        """So many batches of rows drawn at random."""
        import torch

        for _ in range(n):
            rows = torch.randint(len(self.y), (min(BATCH, len(self.y)),))
            yield self.values[rows], self.there[rows], self.y[rows]

    def seen(self, values: Any, mask: Any) -> Any:
        """What a network sees where a mask of features is shown."""
        import torch

        return torch.cat([values * mask[:, self.owner], mask], dim=1)


def network(n_inputs: int, n_features: int, n_outputs: int) -> Any:
    """Two hidden layers, over the inputs and the mask of features."""
    from torch import nn

    return nn.Sequential(
        nn.Linear(n_inputs + n_features, UNITS),
        nn.ReLU(),
        nn.Dropout(DROPOUT),
        nn.Linear(UNITS, UNITS),
        nn.ReLU(),
        nn.Dropout(DROPOUT),
        nn.Linear(UNITS, n_outputs),
    )


def pretrained(data: Data, n_classes: int) -> Any:
    """A predictor for any features shown: as many as a number drawn at random, or any share."""
    import torch

    predictor = network(len(data.owner), data.there.shape[1], n_classes)
    optimiser = torch.optim.Adam(predictor.parameters(), lr=RATE)
    for values, there, y in data.batches(PRETRAINING):
        few = torch.rand(len(y), 1) < 0.5  # policies ask few features, so half of the rows show few
        share = torch.rand(len(y), 1)
        share = torch.where(few, share * min(1.0, 8.0 / there.shape[1]), share)
        mask = (torch.rand(there.shape) < share).float() * there
        loss = torch.nn.functional.cross_entropy(predictor(data.seen(values, mask)), y)
        _descend(optimiser, loss)
    return predictor


def _descend(optimiser: Any, loss: Any) -> None:
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()


@dataclass
class Pair:
    """A predictor, and what chooses features: a selector (GDFS) or a value network (DIME)."""

    predictor: Any
    chooser: Any

    def train(self, on: bool) -> None:
        self.predictor.train(on)
        self.chooser.train(on)


def train_gdfs(data: Data, check: Data, predictor: Any, n_steps: int) -> Pair:
    """A selector and its predictor; kept are those with the least loss on ``check`` after any stage."""
    import torch

    n_features = data.there.shape[1]
    pair = Pair(predictor, network(len(data.owner), n_features, n_features))
    best, least = copy.deepcopy(pair), np.inf
    parameters = [*pair.predictor.parameters(), *pair.chooser.parameters()]
    optimiser = torch.optim.Adam(parameters, lr=RATE)
    for temperature in np.geomspace(2.0, 0.1, STAGES):
        pair.train(True)
        for values, there, y in data.batches(TRAINING // STAGES):
            mask = torch.zeros(len(y), n_features)
            loss = torch.zeros(())
            for _ in range(n_steps):
                logits = pair.chooser(data.seen(values, mask * there)) + HIDDEN_CHOICE * mask
                relaxed = torch.nn.functional.gumbel_softmax(logits, tau=float(temperature))
                soft = torch.maximum(mask, relaxed) * there
                prediction = pair.predictor(data.seen(values, soft))
                loss = loss + torch.nn.functional.cross_entropy(prediction, y) / n_steps
                chosen = torch.nn.functional.one_hot(relaxed.argmax(dim=1), n_features)
                mask = torch.maximum(mask, chosen.float())
            _descend(optimiser, loss)
        best, least = _better(pair, check, n_steps, best, least)
    best.train(False)
    return best


def train_dime(data: Data, check: Data, predictor: Any, n_steps: int) -> Pair:
    """A value network and its predictor; kept are those with the least loss on ``check`` after any stage."""
    import torch

    n_features = data.there.shape[1]
    pair = Pair(predictor, network(len(data.owner), n_features, n_features))
    best, least = copy.deepcopy(pair), np.inf
    parameters = [*pair.predictor.parameters(), *pair.chooser.parameters()]
    optimiser = torch.optim.Adam(parameters, lr=RATE)
    cross_entropy = torch.nn.functional.cross_entropy
    for at_random in np.linspace(1.0, 0.05, STAGES):
        pair.train(True)
        for values, there, y in data.batches(TRAINING // STAGES):
            mask = torch.zeros(len(y), n_features)
            logits = pair.predictor(data.seen(values, mask))
            before = cross_entropy(logits, y, reduction="none")
            loss = before.mean() / n_steps
            for _ in range(n_steps):
                value = _values(pair, data, values, mask * there, logits)
                known = HIDDEN_CHOICE * mask
                greedy = (value.detach() + known).argmax(dim=1)
                drawn = (torch.rand(mask.shape) + known).argmax(dim=1)
                chosen = torch.where(torch.rand(len(y)) < float(at_random), drawn, greedy)
                mask = torch.maximum(mask, torch.nn.functional.one_hot(chosen, n_features).float())
                logits = pair.predictor(data.seen(values, mask * there))
                after = cross_entropy(logits, y, reduction="none")
                gain = (before - after).detach()
                estimate = value.gather(1, chosen[:, None])[:, 0]
                loss = loss + (after.mean() + ((estimate - gain) ** 2).mean()) / n_steps
                before = after
            _descend(optimiser, loss)
        best, least = _better(pair, check, n_steps, best, least, dime=True)
    best.train(False)
    return best


def _values(pair: Pair, data: Data, values: Any, mask: Any, logits: Any) -> Any:
    """Estimates of the conditional mutual information: between 0 and the posterior's entropy."""
    import torch

    posterior = torch.softmax(logits.detach(), dim=1)
    entropy = -(posterior * torch.log(posterior + 1e-12)).sum(dim=1, keepdim=True)
    return torch.sigmoid(pair.chooser(data.seen(values, mask))) * entropy


def _better(
    pair: Pair, check: Data, n_steps: int, best: Pair, least: float, dime: bool = False
) -> tuple[Pair, float]:
    """The pair with the lower loss when it asks greedily on ``check``, and that loss."""
    import torch

    pair.train(False)
    with torch.no_grad():
        mask = torch.zeros_like(check.there)
        loss = 0.0
        for step in range(n_steps + 1):
            logits = pair.predictor(check.seen(check.values, mask * check.there))
            loss += float(torch.nn.functional.cross_entropy(logits, check.y))
            if step == n_steps:
                break
            if dime:
                score = _values(pair, check, check.values, mask * check.there, logits)
            else:
                score = pair.chooser(check.seen(check.values, mask * check.there))
            chosen = (score + HIDDEN_CHOICE * mask).argmax(dim=1)
            mask = torch.maximum(mask, torch.nn.functional.one_hot(chosen, mask.shape[1]).float())
    return (copy.deepcopy(pair), loss) if loss < least else (best, least)


def chooser_of(pair: Pair, inputs: Inputs, target: Target, matrix: np.ndarray, dime: bool) -> Choose:
    """How a fitted pair chooses: DIME by value per cost, GDFS by its selector."""
    import torch

    def choose(
        values: np.ndarray, shown: np.ndarray, turn: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        mask = torch.from_numpy(shown.astype(np.float32))
        seen = torch.cat([torch.from_numpy(values), mask], dim=1)
        with torch.no_grad():
            posterior = torch.softmax(pair.predictor(seen), dim=1).numpy().astype(float)
            score = pair.chooser(seen).numpy().astype(float)
        if not dime:
            return posterior, score, (posterior @ matrix).min(axis=1)
        entropy = -(posterior * np.log(posterior + 1e-12)).sum(axis=1, keepdims=True)
        per_cost = entropy / (1.0 + np.exp(-score)) / (marginal(target.prices, inputs.columns, turn) + 1e-9)
        return posterior, per_cost, np.where(turn > 0, 0.0, per_cost).max(axis=1)

    return choose


def _fit(
    X: Any, y: np.ndarray, targets: Sequence[Target], seed: int, categorical: Sequence[int], dime: bool
) -> list[Fitted]:
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(seed)
    started = time.process_time()
    matrix = targets[0].matrix(int(y.max()) + 1)
    train, check = held_out(y, seed)
    inputs = Inputs(X[train], y[train], categorical)
    data, held = (Data.of(inputs, X[rows], y[rows]) for rows in (train, check))
    steps = max(n_steps(target, len(inputs.columns)) for target in targets)
    train_pair = train_dime if dime else train_gdfs
    pair = train_pair(data, held, pretrained(data, len(matrix)), steps)
    chosen = []
    for target in targets:
        choose = chooser_of(pair, inputs, target, matrix, dime)
        rule, _ = best_rule(walk(inputs, X[check], steps, choose), y[check], target, matrix)
        chosen.append((choose, rule))
    seconds = time.process_time() - started
    return [Fitted(stopping(inputs, choose, rule, matrix), asdict(rule), seconds) for choose, rule in chosen]


def fit_gdfs(
    X: Any, y: np.ndarray, targets: Sequence[Target], seed: int, categorical: Sequence[int] = ()
) -> list[Fitted]:
    """GDFS, its rule of stopping by the cost of held-out rows."""
    return _fit(X, y, targets, seed, categorical, dime=False)


def fit_dime(
    X: Any, y: np.ndarray, targets: Sequence[Target], seed: int, categorical: Sequence[int] = ()
) -> list[Fitted]:
    """DIME, its rule of stopping by the cost of held-out rows."""
    return _fit(X, y, targets, seed, categorical, dime=True)
