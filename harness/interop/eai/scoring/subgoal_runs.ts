/** Executes subgoals in all ways of EAI's table, breadth first. */
import type { VirtualHomeSimulator } from '../../../../envs/household/virtualhome/virtualhome_simulator.ts';
import { carryOut, type DoneStep, type FailureClass } from './plan_run.ts';
import type { TemporalFormula } from './temporal_formula.ts';

export type Subgoal = Extract<TemporalFormula, { kind: 'primitive' }>;

export type Way = Readonly<{ done: readonly string[]; errors: readonly FailureClass[]; isComplete: boolean }>;

type Options = Readonly<{ robot: string; isAction: (name: string) => boolean }>;

const WAYS_MAX = 4096;

export function executeSubgoals(
  simulator: VirtualHomeSimulator,
  subgoals: readonly Subgoal[],
  options: Options,
): readonly Way[] {
  const ended: Way[] = [];
  let ways: Way[] = [{ done: [], errors: [], isComplete: false }];
  for (const subgoal of subgoals) {
    const next: Way[] = [];
    for (const way of ways) {
      replay(simulator, way.done);
      const isHeld = (object: string) => {
        const node = simulator.state.tables.scene.indexOf.get(Number(object.split('.')[1]));
        return node !== undefined && simulator.state.isHeld(node);
      };
      const choices = subgoalLines(subgoal, { ...options, isHeld });
      if (choices.length === 0) next.push(way);
      for (const lines of choices) {
        const longer = follow(simulator, way, lines);
        (longer.isComplete ? next : ended).push({ ...longer, isComplete: false });
      }
    }
    ways = next.slice(0, WAYS_MAX);
  }
  return [...ended, ...ways.map((way) => ({ ...way, isComplete: true }))];
}

export function replay(simulator: VirtualHomeSimulator, lines: readonly string[]): DoneStep[] {
  simulator.reset();
  return lines.map((line) => {
    const step = simulator.read(line);
    simulator.act(step);
    return { line, step };
  });
}

function follow(simulator: VirtualHomeSimulator, way: Way, lines: readonly string[]): Way {
  const done = replay(simulator, way.done);
  const errors = [...way.errors];
  const isDone = lines.every((line) => {
    const failure = carryOut(simulator, line, done);
    if (failure !== null) errors.push(failure.class);
    return failure === null || failure.class === 'additional_step';
  });
  return { done: done.map((each) => each.line), errors, isComplete: isDone };
}

type Situation = Options & { readonly isHeld: (object: string) => boolean };

const SWITCHES: Readonly<Record<string, readonly string[]>> = {
  ...{ CLOSED: ['CLOSE'], OPEN: ['OPEN'], ON: ['SWITCHON'], OFF: ['SWITCHOFF'], CLEAN: ['WIPE', 'WASH'] },
  ...{ PLUGGED_IN: ['PLUGIN'], PLUGGED_OUT: ['PLUGOUT'] },
};
const HELD_FIRST = ['DRINK', 'EAT', 'READ'];
const FACED_FIRST = ['LOOKAT', 'WATCH'];

function subgoalLines({ name, args }: Subgoal, situation: Situation): readonly (readonly string[])[] {
  for (const arg of args) scriptObject(arg);
  const [first = '', second = ''] = args;
  if (situation.isAction(name)) return [actionLines(name, args, situation)];
  if (args.length === 1) return (SWITCHES[name] ?? []).map((verb) => [line('FIND', first), line(verb, first)]);
  if (args.length !== 2) return [];
  const grabbed = situation.isHeld(first) ? [] : [line('FIND', first), line('GRAB', first)];
  switch (name) {
    case 'ONTOP':
      if (first === situation.robot) return ['SIT', 'LIE'].map((verb) => [line('FIND', second), line(verb, second)]);
      if (second === situation.robot) return [[line('PUTON', first)]];
      return [[...grabbed, line('FIND', second), line('PUTBACK', first, second)]];
    case 'INSIDE':
      if (first === situation.robot) return [[line('WALK', second)]];
      return ['PUTIN', 'POUR'].map((verb) => [...grabbed, line('FIND', second), line(verb, first, second)]);
    case 'NEXT_TO':
      return first === situation.robot ? [[line('FIND', second)]] : [];
    case 'FACING':
      return [[line('FIND', second), line('TURNTO', second)]];
    case 'HOLDS_RH':
    case 'HOLDS_LH':
      return [[line('FIND', second), line('GRAB', second)]];
    default:
      return [];
  }
}

function actionLines(name: string, args: readonly string[], { isHeld }: Situation): string[] {
  const [first = ''] = args;
  if (HELD_FIRST.includes(name) && !isHeld(first))
    return [line('FIND', first), line('GRAB', first), line(name, ...args)];
  if (FACED_FIRST.includes(name)) return [line('FIND', first), line('TURNTO', first), line(name, ...args)];
  return [...args.map((arg) => line('FIND', arg)), line(name, ...args)];
}

function line(verb: string, ...objects: readonly string[]): string {
  return [`[${verb}]`, ...objects.map((object) => scriptObject(object))].join(' ');
}

export class NamelessObject extends Error {
  override readonly name = 'NamelessObject';
}

function scriptObject(object: string): string {
  const [, className, id] = /^([^.]+)\.(\d+)$/.exec(object) ?? [];
  if (className === undefined) throw new NamelessObject(`"${object}" has no id`);
  return `<${className}> (${id})`;
}
