"""The rival methods in plain NumPy, as slow and as close to their description as they can be."""

import itertools
import math

import numpy as np
from scipy.special import ndtri

MAX_GIVEN = 3
ALPHA = 0.01
TIE = 1e-9
NONE_LEFT = 1e-9


def as_numbers(y, exact):
    classes, index = np.unique(y, return_inverse=True)
    return y.astype(float) if exact and np.issubdtype(classes.dtype, np.number) else index.astype(float)


# ---- Fisher z ----


def partial_correlation(columns, given, exact):
    """Return |r| of two columns given others; NaN where undefined, None where the set tells nothing."""
    data = np.column_stack([*columns, *given])
    constant = (data == data[0]).all(axis=0)
    covariance = np.cov(data, rowvar=False)
    covariance[constant] = covariance[:, constant] = 0.0
    left = covariance[:2, :2]
    if given:
        inner, cross = covariance[2:, 2:], covariance[:2, 2:]
        if not exact:
            scale = np.sqrt(np.diag(inner))
            if (scale == 0).any() or np.linalg.matrix_rank(
                inner / np.outer(scale, scale), tol=NONE_LEFT
            ) < len(given):
                return None
        try:
            left = left - cross @ np.linalg.inv(inner) @ cross.T
        except np.linalg.LinAlgError:
            return math.nan
        if not exact and (np.diag(left) <= NONE_LEFT * np.diag(covariance)[:2]).any():
            return math.nan
    with np.errstate(invalid="ignore", divide="ignore"):
        return abs(float(left[0, 1] / np.sqrt(left[0, 0] * left[1, 1])))


def independent(r, n, n_given, exact):
    if r is None:
        return False
    if math.isnan(r):
        return True
    freedom = n - n_given - 3
    if freedom <= 0 and not exact:
        return True
    if r >= 1:
        return False
    return abs(math.sqrt(abs(freedom)) * math.atanh(r)) < ndtri(1 - ALPHA / 2)


def marginal(x, target, exact):
    """Return |r| if x depends on the target, else None."""
    if exact and sum(x.tolist()) == 0.0:
        return None
    r = partial_correlation([x, target], [], exact)
    return None if independent(r, len(x), 0, exact) else r


def saola(X, y, exact=False):
    target = as_numbers(y, exact)
    tie = 0.0 if exact else TIE
    current, relevance = [], {}
    for i in range(X.shape[1]):
        strength = marginal(X[:, i], target, exact)
        if strength is None:
            continue
        relevance[i] = strength
        before = list(current)
        current.append(i)
        for f in before:
            q = partial_correlation([X[:, i], X[:, f]], [], exact)
            if independent(q, len(X), 0, exact):
                continue
            if relevance[f] >= relevance[i] - tie:
                if q > relevance[i] + tie:
                    current = [j for j in current if j != i] if exact else before
                    break
            elif q > relevance[f] + tie:
                current.remove(f)
    return current


def any_independent(X, target, t, others, exact, must=None):
    for size in range(1, min(MAX_GIVEN, len(others)) + 1):
        for given in itertools.combinations(others, size):
            if must is not None and must not in given:
                continue
            r = partial_correlation([X[:, t], target], [X[:, j] for j in given], exact)
            if independent(r, len(X), size, exact):
                return True
    return False


def osfs(X, y, exact=False):
    target = as_numbers(y, exact)
    current = []
    for i in range(X.shape[1]):
        if marginal(X[:, i], target, exact) is None:
            continue
        current = [*current, i]
        for f in list(current):
            others = [j for j in current if j != f]
            if others and any_independent(X, target, f, others, exact):
                current = others
    return current


def fast_osfs(X, y, exact=False):
    target = as_numbers(y, exact)
    current = []
    for i in range(X.shape[1]):
        if marginal(X[:, i], target, exact) is None:
            continue
        if current and any_independent(X, target, i, current, exact):
            continue
        current = [*current, i]
        for f in current[:-1]:
            others = [j for j in current if j != f]
            if any_independent(X, target, f, others, exact, must=i):
                current = others
    return current


# ---- Alpha-investing ----


def squared_error(columns, target):
    return float(np.sum((target - columns @ np.linalg.lstsq(columns, target, rcond=1e-10)[0]) ** 2))


def alpha_investing(X, y, exact=False, wealth=0.5, payout=0.5):
    target = as_numbers(y, exact)
    n = len(target)
    columns = X if exact else np.column_stack([np.ones(n), X])
    kept = [0]
    error = squared_error(columns[:, kept], target)
    for i in range(1, columns.shape[1]):
        bid = wealth / (2 * (i + 1))
        candidate = columns[:, [*kept, i]]
        fitted = squared_error(candidate, target)
        wealth -= bid
        lengths = np.linalg.norm(candidate, axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            redundant = (lengths == 0).any() or np.linalg.matrix_rank(candidate / lengths, tol=1e-9) <= len(
                kept
            )
            if not redundant and np.exp((fitted - error) / (2 * error / n)) < bid:
                kept.append(i)
                wealth += payout
                error = fitted
    return kept if exact else [i - 1 for i in kept[1:]]


# ---- Neighbourhood dependency ----


def dependency(X, y, chosen, rule, exact):
    """Return the mean purity of neighbourhoods; `rule` is "density" or "gap"."""
    columns = [X[:, j] for j in sorted(chosen)]
    n = len(y)
    squares = np.zeros((n, n))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        for x in columns:
            if (x == x[0]).all():
                if not exact:
                    return math.nan
                variance = 0.0
            else:
                mean = np.add.accumulate(x)[-1] / n
                variance = np.add.accumulate((x - mean) ** 2)[-1] / (n - 1)
            weight = np.float64(1.0) / np.float64(variance)
            difference = x[:, np.newaxis] - x
            squares += (difference * weight) * difference
        distances = np.sqrt(squares)
        np.fill_diagonal(distances, 0.0)
        if not exact:  # the instance itself comes first, whatever its duplicates
            np.fill_diagonal(distances, -1.0)
        order = np.argsort(distances, axis=1, kind="stable")[:, 1:]
        near = np.take_along_axis(distances, order, axis=1)
        if rule == "density":
            mean_gap = near / np.arange(1, n)
            before = np.column_stack([near[:, 0], mean_gap[:, :-1]])
            goes_on = (mean_gap == 0) | (mean_gap <= before)
        else:
            gap = 1.5 * (near[:, -1] - near[:, 0]) / (n - 2.0)
            goes_on = np.column_stack([np.ones(n, bool), np.diff(near, axis=1) < gap[:, np.newaxis]])
        met = np.logical_and.accumulate(goes_on, axis=1)
        same = (y[order] == y[:, np.newaxis]) & met
        return float(np.add.accumulate(same.sum(axis=1) / met.sum(axis=1))[-1] / n)


def prune(depends, chosen, newcomer, order, superfluous):
    candidates = sorted(chosen - {newcomer}, reverse=order == "descending")
    for f in candidates:
        if superfluous(depends(chosen), depends(chosen - {f})):
            chosen = chosen - {f}
    return chosen


def ofs_density(X, y, exact=False, order="ascending"):
    def depends(chosen):
        return dependency(X, y, chosen, "density", exact)

    kept, of_kept, mean = set(), 0.0, 0.0
    singles = {}
    for i in range(X.shape[1]):
        singles[i] = depends({i})
        if not singles[i] >= mean:
            continue
        joined = depends(kept | {i})
        if joined > of_kept:
            kept, of_kept = kept | {i}, joined
        elif of_kept > 0 and abs(joined - of_kept) / of_kept <= 0.05:
            pruned = prune(depends, kept | {i}, i, order, lambda whole, part: whole - part <= 0)
            left = depends(pruned)
            if not left >= of_kept:
                kept = kept | {i} if exact else kept
                continue
            kept, of_kept = pruned, left
        else:
            continue
        mean = float(np.add.accumulate([singles[f] for f in sorted(kept)])[-1] / len(kept))
    return sorted(kept)


def ofs_a3m(X, y, exact=False, order="ascending"):
    tie = 0.0 if exact else TIE

    def depends(chosen):
        return dependency(X, y, chosen, "gap", exact)

    kept, of_kept, mean = set(), 0.0, 0.0
    for i in range(X.shape[1]):
        if not depends({i}) > mean:
            continue
        joined = depends(kept | {i})
        if joined > of_kept + tie:
            kept, of_kept = kept | {i}, joined
        elif abs(joined - of_kept) <= tie:
            kept = prune(
                depends,
                kept | {i},
                i,
                order,
                lambda whole, part: whole > 0 and abs(whole - part) / whole <= tie,
            )
        else:
            continue
        mean = of_kept / len(kept)
    return sorted(kept)


# ---- Nearest neighbours ----


def nearest_neighbours(X, y, queries, k=3):
    labels = []
    for query in queries:
        distances = ((X - query) ** 2).sum(axis=1)
        votes = y[np.argsort(distances, kind="stable")[:k]]
        values, counts = np.unique(votes, return_counts=True)
        labels.append(values[counts.argmax()])
    return np.array(labels)


# ---- ETANA ----


def round_decimal(belief):
    """Return tenths that sum to ten: rounded, then repaired where the residual is largest."""
    rounded = [round(float(p), 1) for p in belief]
    order = list(range(len(rounded)))
    while round(sum(rounded), 1) != 1.0:
        lacking = round(1.0 - sum(rounded), 1)
        at_once = int(abs(lacking) / 0.1)
        order.sort(key=lambda c: belief[c] - rounded[c], reverse=lacking > 0)
        for c in order[:at_once]:
            rounded[c] = round(rounded[c] + math.copysign(0.1, lacking), 1)
    return tuple(round(10 * u) for u in rounded)


def round_remainders(belief, steps):
    """Return parts that sum to `steps`: rounded down, then repaired where the remainder is largest."""
    scaled = [float(p) * steps for p in belief]
    parts = [int(s) for s in scaled]
    order = sorted(range(len(parts)), key=lambda c: scaled[c] - parts[c], reverse=True)
    for c in order[: steps - sum(parts)]:
        parts[c] += 1
    return tuple(parts)


def bin_codes(X_train, X, n_bins):
    codes = np.empty(X.shape, dtype=int)
    for j in range(X.shape[1]):
        edges = np.linspace(math.floor(X_train[:, j].min()), math.ceil(X_train[:, j].max()), n_bins + 1)
        for i, x in enumerate(X[:, j]):
            codes[i, j] = next((v for v in range(n_bins) if x < edges[v + 1]), n_bins - 1)
    return codes


def tables_and_order(X, y, n_bins, classes):
    """Return P(value | class), (columns, values, classes), and the columns by falling variance over them."""
    codes = bin_codes(X, X, n_bins)
    tables = np.empty((X.shape[1], n_bins, len(classes)))
    for c, label in enumerate(classes):
        for v in range(n_bins):
            tables[:, v, c] = ((codes[y == label] == v).sum(axis=0) + 1) / ((y == label).sum() + n_bins)
    return tables, np.argsort(-np.var(tables, axis=2).sum(axis=1), kind="stable")


def etana(X, y, queries, cost, n_bins, exact=False, steps=10):
    """Return labels, counts and beliefs; classes ascending."""
    classes = np.unique(y)
    tables, order = tables_and_order(X, y, n_bins, classes)
    prior = np.full(len(classes), 1 / len(classes)) if exact else np.array([(y == c).mean() for c in classes])
    grid = [p for p in itertools.product(range(steps + 1), repeat=len(classes)) if sum(p) == steps]

    def to_grid(belief):
        return round_decimal(belief) if exact else round_remainders(belief, steps)

    later = {w: 1 - max(w) / steps for w in grid}
    stop = []
    for k in reversed(order):
        now, stop_here = {}, {}
        for w in grid:
            belief = np.array(w) / steps
            going_on = cost
            for v in range(n_bins):
                joint = belief * tables[k, v]
                probability = np.add.accumulate(joint)[-1]
                going_on += probability * later[to_grid(joint / probability)]
            stopping = 1 - max(w) / steps
            stop_here[w] = stopping <= going_on
            now[w] = min(stopping, going_on)
        stop.insert(0, stop_here)
        later = now
    codes = bin_codes(X, queries, n_bins)
    labels, counts, beliefs = [], [], []
    for row in codes:
        belief, k = prior, 0
        while k < len(order) and not stop[k][to_grid(belief)]:
            belief = belief * tables[order[k], row[order[k]]]
            belief = belief / np.add.accumulate(belief)[-1]
            k += 1
        labels.append(classes[belief.argmax()])
        counts.append(min(k, len(order) - 1) if exact else k)
        beliefs.append(belief)
    return np.array(labels), np.array(counts), np.array(beliefs)


# ---- F-ETANA ----


def f_etana_thresholds(X, y, cost, n_bins, max_iter, patience, draw, exact=False):
    """Return thresholds (classes, features in order, classes); `draw(stream, i)` gives 32 random bits."""
    classes = np.unique(y)
    n_classes = len(classes)
    tables, order = tables_and_order(X, y, n_bins, classes)
    prior = np.full(n_classes, 1 / n_classes) if exact else np.array([(y == c).mean() for c in classes])
    codes = bin_codes(X, X, n_bins)

    def cost_of(theta, row, c):
        belief, total = prior, 0.0
        for k, feature in enumerate(order):
            if theta[k] @ belief < 0:
                break
            total += cost
            belief = belief * tables[feature, row[feature]]
            belief = belief / belief.sum()
        return total + 1 - belief[c]

    thresholds = np.ones((n_classes, len(order), n_classes))
    for c in range(n_classes):
        rows = codes[y == classes[c]]
        bits = itertools.count()
        quiet = 0
        for t in range(max_iter):
            row = rows[(draw(c, next(bits)) * len(rows)) >> 32]
            words = [draw(c, next(bits)) for _ in range((thresholds[c].size + 31) // 32)]
            signs = np.array(
                [1.0 if words[i // 32] >> (i % 32) & 1 else -1.0 for i in range(thresholds[c].size)]
            )
            signs = signs.reshape(thresholds[c].shape)
            gain, shift = 0.1667 / (t + 1 + 0.5) ** 0.602, 2 / (t + 1) ** 0.2
            above = cost_of(thresholds[c] + shift * signs, row, c)
            below = cost_of(thresholds[c] - shift * signs, row, c)
            gradient = (above - below) / (2 * shift) * signs
            thresholds[c] -= gain * gradient
            quiet = quiet + 1 if np.linalg.norm(gradient) < 1e-5 else 0
            if quiet == (1 if exact else patience):
                break
    return thresholds, order
