"""Monte Carlo tree search against the contract, for every game in the house.

One tree serves all four kinds of node. Each simulation starts from a fresh `resample` of the root, so hidden things are
redrawn every time and the tree is shared by all positions its seat cannot tell apart (information-set search, Cowling,
Powley and Whitehouse 2012). Chance edges are drawn by their weights. At a joint node each seat has arms of its own and
picks without knowing the others' (decoupled UCT); the final choice there is drawn in proportion to visits, so that it
cannot be foreseen. Elsewhere the most visited arm wins.
"""

from __future__ import annotations

import time
from math import log, sqrt
from random import Random

from parcferme.core.bot import Bot
from parcferme.core.contract import CHANCE, JOINT, OVER, Game, State
from parcferme.solve.evaluate import Evaluation, Worth
from parcferme.solve.playout import playout


class Budget:
    """How long to search: simulations at most, and seconds at most (0: no limit of time, and repeatable by seed)."""

    def __init__(self, simulations: int, seconds: float = 0.0) -> None:
        self.simulations = simulations
        self.seconds = seconds


class Arms:
    """One seat's choices at a node, with what has been seen of each."""

    __slots__ = ("seat", "index", "actions", "counts", "totals", "offered")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.index: dict[int, int] = {}  # of the actions, made when legal ones are looked up one by one
        self.actions: list[int] = []
        self.counts: list[int] = []
        self.totals: list[float] = []
        self.offered: list[int] = []  # in how many simulations the arm was legal: legality differs between samples

    def arm(self, action: int) -> int:
        """The arm's place, made when the action is met for the first time."""
        if len(self.index) < len(self.actions):
            self.index = {known: place for place, known in enumerate(self.actions)}
        place = self.index.get(action, -1)
        if place < 0:
            place = len(self.actions)
            self.index[action] = place
            self.actions.append(action)
            self.counts.append(0)
            self.totals.append(0.0)
            self.offered.append(0)
        return place

    def places(self, legal: list[int]) -> list[int]:
        """The arms of the legal actions. As a rule they are the same every time, and need not be looked up."""
        if not self.actions:
            self.actions = legal[:]
            self.counts = [0] * len(legal)
            self.totals = [0.0] * len(legal)
            self.offered = [0] * len(legal)
        if legal == self.actions:
            return list(range(len(legal)))
        return [self.arm(action) for action in legal]

    def pick(self, legal: list[int], exploration: float, rng: Random) -> int:
        """An untried arm at random, else the best upper confidence bound; returns its place."""
        untried: list[int] = []
        best = -1
        best_bound = -1e18
        for place in self.places(legal):
            self.offered[place] += 1
            count = self.counts[place]
            if count == 0:
                untried.append(place)
            elif not untried:
                bound = self.totals[place] / count + exploration * sqrt(log(self.offered[place]) / count)
                if bound > best_bound:
                    best, best_bound = place, bound
        return untried[int(rng.random() * len(untried))] if untried else best


class Node:
    """A point of the tree: the arms of those who decide there, and where each move or outcome leads."""

    __slots__ = ("arms", "children")

    def __init__(self) -> None:
        self.arms: list[Arms] = []
        self.children: dict[int, Node] = {}

    def arms_of(self, seat: int) -> Arms:
        """This seat's arms, made when it first decides here: who decides may differ between samples."""
        for arms in self.arms:
            if arms.seat == seat:
                return arms
        self.arms.append(Arms(seat))
        return self.arms[-1]

    def child(self, key: int) -> Node:
        node = self.children.get(key)
        if node is None:
            node = Node()
            self.children[key] = node
        return node


class Step:
    """An arm that a simulation used, to be credited with the outcome."""

    __slots__ = ("arms", "place")

    def __init__(self, arms: Arms, place: int) -> None:
        self.arms = arms
        self.place = place


class Search:
    """A search for one seat's next action."""

    def __init__(
        self,
        game: Game,
        rng: Random,
        evaluation: Evaluation | None = None,
        exploration: float = 0.7,
        rollout: int = 200,
    ) -> None:
        self.width = game.actions()
        self.worth = Worth(game, evaluation)
        self.rng = rng
        self.exploration = exploration
        self.rollout = rollout  # steps of random play behind the tree; nought evaluates its leaf at once
        self.root = Node()
        self.done = 0

    def run(self, state: State, seat: int, budget: Budget) -> None:
        """Simulate until the budget is spent."""
        stop = time.monotonic() + budget.seconds if budget.seconds > 0 else 0.0
        self.root = Node()
        self.done = 0
        while self.done < budget.simulations:
            self.simulate(state.resample(seat, self.rng))
            self.done += 1
            if stop > 0 and time.monotonic() > stop:
                break

    def simulate(self, state: State) -> None:
        """Down the tree, one node further, a playout, and back up."""
        path: list[Step] = []
        node = self.root
        while True:
            kind = state.kind()
            if kind == OVER:
                break
            if kind == CHANCE:
                outcome = state.draw(self.rng.random())
                state.apply(outcome)
                node = node.child(outcome)
                continue
            fresh = len(node.arms) == 0
            node = node.child(self.descend(node, state, kind, path))
            if fresh:
                break
        if self.rollout > 0:
            playout(state, self.rng, self.rollout)
        self.credit(path, self.worth.of(state))

    def descend(self, node: Node, state: State, kind: int, path: list[Step]) -> int:
        """Let every deciding seat pick an arm, apply them, and return the key of the child they lead to."""
        moves: list[int] = []
        key = 0
        for seat in state.to_act():
            arms = node.arms_of(seat)
            place = arms.pick(state.legal(seat), self.exploration, self.rng)
            path.append(Step(arms, place))
            moves.append(arms.actions[place])
            key = key * self.width + arms.actions[place]
        if kind == JOINT:
            state.apply_joint(moves)
        else:
            state.apply(moves[0])
        return key

    def credit(self, path: list[Step], values: list[float]) -> None:
        for step in path:
            step.arms.counts[step.place] += 1
            step.arms.totals[step.place] += values[step.arms.seat]


class SearchBot(Bot):
    """Chooses by tree search within a budget."""

    def __init__(
        self,
        game: Game,
        rng: Random,
        budget: Budget,
        evaluation: Evaluation | None = None,
        exploration: float = 0.7,
        rollout: int = 200,
    ) -> None:
        self.search = Search(game, rng, evaluation, exploration, rollout)
        self.budget = budget
        self.rng = rng

    def choose(self, state: State, seat: int) -> int:
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        self.search.run(state, seat, self.budget)
        arms = self.search.root.arms_of(seat)
        counts = [arms.counts[arms.arm(action)] for action in legal]
        if state.kind() == JOINT:
            return self.rng.choices(legal, counts)[0]
        return legal[counts.index(max(counts))]
