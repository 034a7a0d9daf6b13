import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { z } from 'zod';
import type { Observation } from '../../envs/env.ts';
import type { Episode, Planner, Start } from '../planner.ts';

export const random: Planner = {
  name: 'random',
  title: 'Random',
  worlds: 'any',
  summary: 'Draws every action at random from the known names',
  options: z.strictObject({}),
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
  const verbs = Object.entries(actions.verbs);
  let observation = first;
  for (;;) {
    const names = actions.namesIn(observation);
    const [verb, arity] = verbs[draw(verbs.length)]!;
    const args = Array.from({ length: arity }, () => names[draw(names.length)]!);
    ({ observation } = yield { kind: 'act', action: { verb, args } });
  }
}

export function seededDraw(seed: number): (below: number) => number {
  const generator = xoroshiro128plus(seed);
  return (below) => uniformInt(generator, 0, below - 1);
}
