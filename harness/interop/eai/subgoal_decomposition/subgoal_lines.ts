/**
 * The script lines that bring a subgoal about, in as many ways as there are; after EAI's table.
 *
 * @module
 */
import type { TemporalFormula } from './temporal_formula.ts';

export type Subgoal = Extract<TemporalFormula, { kind: 'primitive' }>;

type Situation = {
  /** `character.65`. */
  readonly robot: string;
  readonly isHeld: (object: string) => boolean;
  readonly isAction: (name: string) => boolean;
};

const SWITCHES: Readonly<Record<string, readonly string[]>> = {
  CLOSED: ['CLOSE'],
  OPEN: ['OPEN'],
  ON: ['SWITCHON'],
  OFF: ['SWITCHOFF'],
  CLEAN: ['WIPE', 'WASH'],
  PLUGGED_IN: ['PLUGIN'],
  PLUGGED_OUT: ['PLUGOUT'],
};
const HELD_FIRST = ['DRINK', 'EAT', 'READ'];
const FACED_FIRST = ['LOOKAT', 'WATCH'];

/** None where nothing is to be done for it. Throws a NamelessObject at an object without an id. */
export function subgoalLines({ name, args }: Subgoal, situation: Situation): readonly (readonly string[])[] {
  for (const arg of args) scriptObject(arg);
  const [first = '', second = ''] = args;
  if (situation.isAction(name)) return [actionLines(name, args, situation)];
  if (args.length === 1) {
    return (SWITCHES[name] ?? []).map((verb) => [line('FIND', first), line(verb, first)]);
  }
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

/** What ends EAI's evaluation of an answer. */
export class NamelessObject extends Error {
  override readonly name = 'NamelessObject';
}

/** `<lamp> (7)` of `lamp.7`. */
function scriptObject(object: string): string {
  const [, className, id] = /^([^.]+)\.(\d+)$/.exec(object) ?? [];
  if (className === undefined) throw new NamelessObject(`"${object}" has no id`);
  return `<${className}> (${id})`;
}
