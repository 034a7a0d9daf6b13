/**
 * Test support: a model that plays a household's reference plan in the words of each method.
 *
 * The plan is cut in three. The first third goes on with the plan's last action, much too early, so that a failure and a second plan
 * are among what is asked.
 *
 * @module
 */
import type { Action } from '../../envs/env.ts';
import { planText } from '../references.ts';
import type { Script } from './script.ts';

/** Which parts of a state are asked for, where a method keeps one. */
export type StateParts = { readonly summary: boolean; readonly objects: boolean };

export function householdScript(plan: readonly Action[], parts: StateParts): Script {
  const thirds = [0, 1, 2].map((third) => plan.slice(cut(plan, third), cut(plan, third + 1)));
  const pieces = thirds.map((piece, third) => (third === 0 ? [...piece, ...plan.slice(-1)] : piece));
  const actions = planText(pieces.flat());
  const replies: Readonly<Record<string, (asked: number) => string | undefined>> = {
    attention: (asked) =>
      names(pieces[asked] ?? [])
        .map(relatedObject)
        .join('\n'),
    state_estimator: (asked) => estimate(thirds.slice(0, asked).flat(), pieces[asked] ?? [], parts),
    policy: (asked) => numbered(planText(pieces[asked] ?? [])),
    next_action: (asked) => actions[asked],
    program: (asked) => pieces[asked]?.flatMap(programLines).join('\n'),
    assertion: () => 'True',
  };
  return (purpose, asked) => {
    const reply = replies[purpose]?.(asked);
    if (reply === undefined) throw new Error(`The plan has no answer to question ${asked + 1} for "${purpose}"`);
    return reply;
  };
}

function cut({ length }: readonly Action[], third: number): number {
  return Math.round((length * third) / 3);
}

function names(actions: readonly Action[]): string[] {
  return [...new Set(actions.flatMap(({ args }) => args))];
}

function relatedObject(name: string): string {
  return `add_related_objects("${name}")`;
}

export function numbered(lines: readonly string[]): string {
  return lines.map((line, index) => `${index + 1}. ${line}`).join('\n');
}

/** What is said of an action's first object once it was done. */
const AFTERWARDS: Readonly<Record<string, (surface: string) => string>> = {
  move: () => 'reached',
  open: () => 'open',
  close: () => 'closed',
  switchon: () => 'on',
  switchoff: () => 'off',
  pickup: () => 'in_hand',
  placein: (surface) => `in ${surface}`,
  placeon: (surface) => `on ${surface}`,
};

function estimate(done: readonly Action[], next: readonly Action[], { summary, objects }: StateParts): string {
  const states = new Map(names(next).map((name) => [name, 'unchanged']));
  for (const { verb, args } of done) states.set(args[0] ?? '', AFTERWARDS[verb]?.(args[1] ?? '') ?? verb);
  const told = done.length === 0 ? 'Nothing of the plan is done yet.' : `Done so far: ${planText(done).join(', ')}.`;
  const updates = [...states].map(([name, state]) => `update_state("${name}", "${state}")`);
  return [...(summary ? [`update_reasoning("${told}")`] : []), ...(objects ? updates : [])].join('\n');
}

/** A call, and before whatever needs it an assert that the robot is close. */
function programLines({ verb, args }: Action): string[] {
  const target = args.at(-1) ?? '';
  const isClose = [`    assert('close' to '${target}')`, `        else: move('${target}')`];
  const call = `    ${verb}(${args.map((name) => `'${name}'`).join(', ')})`;
  return verb === 'move' ? [call] : [...isClose, call];
}
