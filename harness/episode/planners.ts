import type { Planner } from '../../planners/planner.ts';
import { ownValue } from '../io/own_value.ts';

/** In the order of the papers' tables. */
const LOADERS: Readonly<Record<string, () => Promise<unknown>>> = {
  inner_monologue: async () => (await import('../../planners/inner_monologue/inner_monologue.ts')).innerMonologue,
  progprompt: async () => (await import('../../planners/progprompt/progprompt.ts')).progPrompt,
  llm_state: async () => (await import('../../planners/llm_state/llm_state.ts')).llmState,
  olp: async () => (await import('../../planners/olp/olp.ts')).olp,
  llm_planner: async () => (await import('../../planners/llm_planner/llm_planner.ts')).llmPlanner,
  llm_p: async () => (await import('../../planners/llm_p/llm_p.ts')).llmP,
  delta: async () => (await import('../../planners/delta/delta.ts')).delta,
  planbench_one_shot: async () =>
    (await import('../../planners/planbench_one_shot/planbench_one_shot.ts')).planbenchOneShot,
  random: async () => (await import('../../planners/random/random.ts')).random,
  oracle: async () => (await import('../../planners/oracle/oracle.ts')).oracle,
};

export const PLANNER_NAMES: readonly string[] = Object.keys(LOADERS);

export async function plannerCalled(name: string): Promise<Planner | null> {
  return ((await ownValue(LOADERS, name)?.()) ?? null) as Planner | null;
}

export async function allPlanners(): Promise<readonly Planner[]> {
  return Promise.all(Object.values(LOADERS).map((load) => load() as Promise<Planner>));
}
