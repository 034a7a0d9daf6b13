import type { Action } from '../../../env.ts';
import type { CompiledGoal } from '../../goals/compile_goal.ts';
import type { HouseholdModel } from '../../household_model.ts';
import { carryOut, type Rulebook, refusalOf } from '../../rules/rules.ts';
import type { HouseholdState } from '../../state/household_state.ts';

export type BareWorld = Readonly<{ state: HouseholdState; goal: CompiledGoal; memory: Uint8Array; rulebook: Rulebook }>;

type Distance = { readonly exactly: number } | { readonly atLeast: number };

export function distanceToGoal(world: BareWorld, statesMax: number): Distance {
  const { goal, rulebook } = world;
  const actions = allActions(world);
  const seen = new Set([`${world.state.digest()};${world.memory.join()}`]);
  let layer = [{ state: world.state, memory: world.memory }];
  for (let steps = 1; layer.length > 0; steps++) {
    const next: typeof layer = [];
    for (const { state, memory } of layer) {
      for (const action of actions) {
        if (refusalOf(state, action, rulebook) !== null) continue;
        const [then, later] = [state.clone(), memory.slice()];
        carryOut(then, action, rulebook);
        if (goal.judge(then, later).success) return { exactly: steps };
        const digest = `${then.digest()};${later.join()}`;
        if (seen.has(digest)) continue;
        seen.add(digest);
        next.push({ state: then, memory: later });
      }
      if (seen.size > statesMax) return { atLeast: steps };
    }
    layer = next;
  }
  return { exactly: Number.POSITIVE_INFINITY };
}

function allActions({ state, rulebook }: BareWorld): Action[] {
  const { names } = state.tables.house;
  return [...rulebook.rules].flatMap(([verb, { arity }]) => {
    if (arity === 0) return [{ verb, args: [] }];
    if (arity === 1) return names.map((name) => ({ verb, args: [name] }));
    return names.flatMap((first) => names.map((second) => ({ verb, args: [first, second] })));
  });
}

export function guidedDistance(start: HouseholdModel, expansionsMax: number): Distance {
  const left = (model: HouseholdModel) => (model.goal().success ? 0 : model.lowerBound());
  const shortest = new Map([[start.key(), 0]]);
  let open = [{ model: start, key: start.key(), steps: 0, sum: left(start) }];
  for (let expansions = 0; expansions <= expansionsMax; expansions++) {
    open = open.filter(({ key, steps, sum }) => Number.isFinite(sum) && steps === shortest.get(key));
    const least = Math.min(...open.map(({ sum }) => sum));
    const next = open.findLast(({ sum }) => sum === least);
    if (next === undefined) return { exactly: Number.POSITIVE_INFINITY };
    if (next.model.goal().success) return { exactly: next.steps };
    if (expansions === expansionsMax) return { atLeast: least };
    open = open.filter((node) => node !== next);
    for (const action of next.model.actions()) {
      const model = next.model.clone();
      if (model.step(action) !== null) throw new Error(`The model offers ${JSON.stringify(action)} and refuses it`);
      const [key, steps] = [model.key(), next.steps + 1];
      if (steps >= (shortest.get(key) ?? Number.POSITIVE_INFINITY)) continue;
      shortest.set(key, steps);
      open.push({ model, key, steps, sum: Math.max(next.sum, steps + left(model)) });
    }
  }
  throw new Error('Expected to have returned');
}
