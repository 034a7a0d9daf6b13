/** Plays a reference plan in the words of each method. After a third, the last action comes too early, so that one action fails. */
import type { Action } from '../../envs/env.ts';
import { planText } from '../run/suites/suite.ts';
import type { Script } from './ask_script.ts';

export type StateParts = Readonly<{ summary: boolean; objects: boolean }>;

export function householdScript(plan: readonly Action[], parts: StateParts): Script {
  const thirds = [0, 1, 2].map((third) => plan.slice(cut(plan, third), cut(plan, third + 1)));
  const tooEarly = plan.slice(-1);
  const pieces = thirds.map((piece, third) => (third === 0 ? [...piece, ...tooEarly] : piece));
  const [first = [], ...others] = thirds.map((piece) => piece.flatMap(programLines));
  const programs = [[...first, ...tooEarly.map(programCall)], ['    # everything is in its place'], ...others];
  const actions = planText(pieces.flat());
  const replies: Readonly<Record<string, (asked: number) => string | undefined>> = {
    attention: (asked) => relatedObjects(pieces[asked] ?? []),
    state_estimator: (asked) =>
      estimate({ done: thirds.slice(0, asked).flat(), failed: asked > 0 ? tooEarly : [] }, parts),
    policy: (asked) => numbered(planText(pieces[asked] ?? [])),
    next_action: (asked) => actions[asked],
    program: (asked) => programs[asked]?.join('\n'),
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

function relatedObjects(actions: readonly Action[]): string {
  const names = new Set(actions.flatMap(({ args }) => args));
  return Array.from(names, (name) => `add_related_objects("${name}")`).join('\n');
}

export function numbered(lines: readonly string[]): string {
  return lines.map((line, index) => `${index + 1}. ${line}`).join('\n');
}

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

type Past = Readonly<{ done: readonly Action[]; failed: readonly Action[] }>;

function estimate({ done, failed }: Past, { summary, objects }: StateParts): string {
  const states = new Map<string, string>();
  for (const { verb, args } of done) states.set(args[0] ?? '', AFTERWARDS[verb]?.(args[1] ?? '') ?? verb);
  const outcomes = [
    ...planText(done).map((action) => `${action} succeeded`),
    ...planText(failed).map((action) => `${action} failed, perhaps because other actions have to come first`),
  ];
  const told = outcomes.length === 0 ? 'No action was done so far.' : `${outcomes.join(', ')}.`;
  const updates = [...states].map(([name, state]) => `update_state("${name}", "${state}")`);
  return [...(summary ? [`update_reasoning("${told}")`] : []), ...(objects ? updates : [])].join('\n');
}

function programLines(action: Action): string[] {
  const { verb, args } = action;
  const [thing = '', target = thing] = args;
  if (verb === 'move') return [programCall(action)];
  const isClose = [`    assert('close' to '${target}')`, `        else: move('${target}')`];
  const isHeld = [`    assert('${thing}' in 'hands')`, `        else: pickup('${thing}')`];
  const isOpen = [`    assert('${thing}' is 'opened')`, `        else: open('${thing}')`];
  return [
    ...isClose,
    ...(verb.startsWith('place') ? isHeld : []),
    programCall(action),
    ...(verb === 'open' ? isOpen : []),
  ];
}

function programCall({ verb, args }: Action): string {
  return `    ${verb}(${args.map((name) => `'${name}'`).join(', ')})`;
}
