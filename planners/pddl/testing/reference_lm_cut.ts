/** LM-cut by the book: a backward pass, a forward pass, sets for marks, and all costs recomputed for every cut. */
import { HMaxCosts, NO_SUPPORTER } from '../heuristics/h_max.ts';
import { type Heuristic, type RelaxedTask, relaxedTask } from '../heuristics/relaxed_task.ts';
import { type GroundTask, INFINITE_COST } from '../task/ground_task.ts';
import { listFacts } from '../task/states.ts';

/** For tasks without conditional effects. Ties between supporters are broken differently from `lmCut`, so values may differ. */
export function referenceLmCut(packed: GroundTask): Heuristic {
  const task = relaxedTask(packed);
  const holding = new Int32Array(32 * packed.wordsPerState);
  return {
    evaluate: (words, at) => {
      const operatorCosts = task.costs.slice();
      let sum = 0;
      for (;;) {
        const facts = new HMaxCosts({ ...task, costs: operatorCosts });
        facts.explore(words, at);
        const goalCost = facts.costs[task.goal] ?? 0;
        if (goalCost === 0) return sum;
        if (goalCost === INFINITE_COST) return INFINITE_COST;
        const cut = referenceCut(
          task,
          [...holding.subarray(0, listFacts(words, at, packed.facts.length, holding))],
          facts,
        );
        const least = Math.min(...cut.map((operator) => operatorCosts[operator] ?? 0));
        for (const operator of cut) operatorCosts[operator] = (operatorCosts[operator] ?? 0) - least;
        sum += least;
      }
    },
  };
}

/** The cut by the paper's forward pass: relaxed operators in ascending order. */
export function referenceCut(task: RelaxedTask, holding: readonly number[], facts: HMaxCosts): number[] {
  const { start, items } = task.adds;
  const { supporters, operatorCosts } = facts;
  const edges = [...supporters.entries()]
    .filter(([, from]) => from !== NO_SUPPORTER)
    .map(([operator, from]) => ({ operator, from, to: [...items.subarray(start[operator], start[operator + 1])] }));
  const goalZone = grow([task.goal], (known) =>
    edges
      .filter(({ operator, to }) => operatorCosts[operator] === 0 && to.some((fact) => known.has(fact)))
      .map(({ from }) => from),
  );
  const enters = new Set(edges.filter(({ to }) => to.some((fact) => goalZone.has(fact))));
  const before = grow([...holding, task.trueFact], (known) =>
    edges.filter((edge) => known.has(edge.from) && !enters.has(edge)).flatMap(({ to }) => to),
  );
  return [...enters].filter(({ from }) => before.has(from)).map(({ operator }) => operator);
}

function grow(first: readonly number[], more: (known: ReadonlySet<number>) => readonly number[]): Set<number> {
  const known = new Set(first);
  for (let size = -1; size < known.size; ) {
    size = known.size;
    for (const fact of more(known)) known.add(fact);
  }
  return known;
}
