import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { z } from 'zod';
import type { Action, ActionSpace, Observation } from '../../envs/env.ts';
import type { Episode, Planner, Start } from '../planner.ts';

const optionsSchema = z.strictObject({});

type Options = z.infer<typeof optionsSchema>;

export const random: Planner<Observation, Options> = {
  name: 'random',
  title: 'Random',
  worlds: 'any',
  summary: 'Draws every action at random from the known names',
  options: optionsSchema,
  promptSlots: {},
  asksModel: false,
  privileged: () => false,
  plan,
};

async function* plan({ observation: first, seed, actions }: Start<Observation>): Episode<Observation> {
  if (actions === undefined) {
    yield { kind: 'stop', reason: 'no_actions' };
    return;
  }
  const draw = seededDraw(seed);
  let observation = first;
  for (;;) {
    ({ observation } = yield { kind: 'act', action: drawAction(observation, actions, draw) });
  }
}

function drawAction(observation: Observation, actions: ActionSpace, draw: (below: number) => number): Action {
  const names = actions.namesIn(observation);
  const verbs = Object.entries(actions.verbs);
  const [verb, arity] = verbs[draw(verbs.length)]!;
  return { verb, args: Array.from({ length: arity }, () => names[draw(names.length)]!) };
}

export function seededDraw(seed: number): (below: number) => number {
  const generator = xoroshiro128plus(seed);
  return (below) => uniformInt(generator, 0, below - 1);
}
