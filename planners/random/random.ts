/**
 * Random: any primitive on anything it knows, until the runner ends it.
 *
 * The floor under all planners: what it solves needs no planning.
 *
 * @module
 */
import { z } from 'zod';
import type { Action, HouseholdObservation } from '../../envs/env.ts';
import type { Episode, Planner, Start } from '../planner.ts';
import { PRIMITIVES } from '../primitives.ts';
import { chanceFrom } from './chance.ts';

const optionsSchema = z.strictObject({});

type Options = z.infer<typeof optionsSchema>;

export const random: Planner<HouseholdObservation, Options> = {
  name: 'random',
  title: 'Random',
  worlds: ['household'],
  summary: 'Carries out any primitive on anything that it knows, without a thought',
  options: optionsSchema,
  promptSlots: {},
  asksModel: false,
  privileged: () => false,
  plan,
};

async function* plan(start: Start<HouseholdObservation>): Episode<HouseholdObservation> {
  const draw = chanceFrom(start.seed);
  let { observation } = start;
  for (;;) {
    ({ observation } = yield { kind: 'act', action: drawAction(observation, draw) });
  }
}

/** A primitive, each as likely as the others, with a known name for each argument, each as likely as the others. */
function drawAction(observation: HouseholdObservation, draw: (below: number) => number): Action {
  const names = knownNames(observation);
  const verbs = [...PRIMITIVES.keys()];
  const verb = verbs[draw(verbs.length)] as string;
  const parameters = PRIMITIVES.get(verb) ?? [];
  return { verb, args: parameters.map(() => names[draw(names.length)] as string) };
}

/** Names in the lists, of rooms, and of what is held; each once. There is always the room in which the robot is. */
function knownNames({ objects, containers, surfaces, rooms, holding, room }: HouseholdObservation): string[] {
  const listed = [objects, containers, surfaces].flatMap((list) => list.map(({ name }) => name));
  return [...new Set([...listed, ...rooms, ...holding, room])];
}
