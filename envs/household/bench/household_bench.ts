import type { Action } from '../../env.ts';
import { median } from '../../testing/median.ts';
import { type HouseholdEnv, householdEnvs } from '../household_env.ts';
import house1 from '../houses/house_1.json' with { type: 'json' };
import { pickAction } from '../kit/walk_by.ts';
import { carryOut, PAPER_RULES } from '../rules/rules.ts';
import { houseTables } from '../scene/house.ts';
import { readHouse } from '../scene/read_house.ts';
import { HouseholdState, PAPER_OPTIONS } from '../state/household_state.ts';
import table1 from '../tasks/table_1.json' with { type: 'json' };
import { readTasks, taskFor } from '../tasks.ts';
import { ReferenceHousehold } from '../testing/reference_household.ts';

const WALK_LENGTH = 500;

export function benchHousehold({ rounds = 9, actions = 400_000 } = {}) {
  const house = readHouse(JSON.stringify(house1), 'house_1.json');
  const task = taskFor(house, readTasks(JSON.stringify(table1), 'table_1.json')[0]!);
  const env = householdEnvs(house, task)();
  const tables = houseTables(house, task.name);
  const initial = new HouseholdState(tables, PAPER_OPTIONS);
  const rulebook = { rules: PAPER_RULES, indexOf: house.indexOf };
  const { walks, carriedOutShare } = recordWalks(env, house.names);

  const fast = (walk: readonly Action[]) => {
    const state = initial.clone();
    for (const action of walk) carryOut(state, action, rulebook);
  };
  const reference = (walk: readonly Action[]) => {
    const household = new ReferenceHousehold(house, task.name, PAPER_OPTIONS);
    for (const action of walk) household.act(action);
  };
  const whole = (walk: readonly Action[]) => {
    env.reset();
    for (const action of walk) env.step(action);
  };
  const rates: Record<'fast' | 'reference' | 'whole', number[]> = { fast: [], reference: [], whole: [] };
  for (let round = 0; round < rounds; round++) {
    rates.fast.push(rate(walks, actions, fast));
    rates.reference.push(rate(walks, actions / 100, reference));
    rates.whole.push(rate(walks, actions / 10, whole));
  }
  return {
    actionsPerSecond: median(rates.fast),
    referenceActionsPerSecond: median(rates.reference),
    stepsPerSecond: median(rates.whole),
    carriedOutShare,
  };
}

function recordWalks(env: HouseholdEnv, names: readonly string[]): { walks: Action[][]; carriedOutShare: number } {
  let random = 20231117;
  let carriedOut = 0;
  const walks = Array.from({ length: 20 }, () => {
    let { observation } = env.reset();
    return Array.from({ length: WALK_LENGTH }, () => {
      random = (random * 48271) % 2147483647;
      const action = pickAction(observation, names, random);
      const result = env.step(action);
      observation = result.observation;
      if (result.ok) carriedOut++;
      return action;
    });
  });
  return { walks, carriedOutShare: carriedOut / (walks.length * WALK_LENGTH) };
}

export function rate<W extends readonly unknown[]>(
  walks: readonly W[],
  actions: number,
  run: (walk: W) => void,
): number {
  const start = performance.now();
  let done = 0;
  for (let i = 0; done < actions; i++) {
    const walk = walks[i % walks.length]!;
    run(walk);
    done += walk.length;
  }
  return (done * 1000) / (performance.now() - start);
}
