"""Variety in the prompt: the same thing is not said twice."""

from collections.abc import Sequence, Set


def order(scores: Sequence[float], words: Sequence[Set[str]], limit: int, trade: float) -> list[int]:
    """Places in the order in which they are picked, `limit` at most (MMR, Carbonell & Goldstein 1998; likeness = Jaccard of words).

    `trade` = 1 keeps the order of the scores; 0 looks at variety only. Scores are scaled to [0, 1] first.
    """
    high, low = max(scores, default=0.0), min(scores, default=0.0)
    width = (high - low) or 1.0
    left, picked = list(range(len(scores))), list[int]()
    likeness = [0.0] * len(scores)
    while left and len(picked) < limit:
        best = max(left, key=lambda place: (trade * (scores[place] - low) / width - (1 - trade) * likeness[place], -place))
        left.remove(best)
        picked.append(best)
        for place in left:
            both = len(words[place] & words[best])
            either = len(words[place] | words[best]) or 1
            likeness[place] = max(likeness[place], both / either)
    return picked
