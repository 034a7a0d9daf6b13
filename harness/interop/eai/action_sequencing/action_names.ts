/**
 * The actions that EAI's evaluator of plans knows, each with its number of objects.
 *
 * @module
 */
import type { Quirks } from '../scoring/quirks.ts';

const ONE =
  'DRINK EAT CUT TOUCH LOOKAT WATCH READ TYPE PUSH PULL MOVE SQUEEZE RINSE SCRUB WASH GRAB SWITCHOFF SWITCHON CLOSE FIND ' +
  'WALK OPEN POINTAT PUTOBJBACK RUN SIT TURNTO WIPE PUTON PUTOFF GREET DROP LIE PLUGIN PLUGOUT RELEASE';
/** Name → number of objects. */
const ARITIES: ReadonlyMap<string, number> = new Map([
  ...['SLEEP', 'WAKEUP', 'STANDUP'].map((name) => [name, 0] as const),
  ...ONE.split(' ').map((name) => [name, 1] as const),
  ...['PUTBACK', 'PUTIN', 'POUR'].map((name) => [name, 2] as const),
]);
/** Known as names, and unknown to the simulator. */
const LOOKS = ['LOOKAT_SHORT', 'LOOKAT_MEDIUM', 'LOOKAT_LONG'];
/** Offered by the prompt, and unknown to the evaluator. */
const PROMPTED = ['PLUGIN', 'PLUGOUT', 'RELEASE'];

export type ActionName = { readonly verb: string; readonly arity: number };

/** `crash` is what ends EAI's evaluation with an error. */
export function actionName(word: string, quirks: Quirks): ActionName | 'unknown' | 'crash' {
  const verb = word.toUpperCase();
  if (PROMPTED.includes(verb) && quirks.prompted_actions_unknown) return 'unknown';
  if (LOOKS.includes(verb)) return quirks.names_crash ? 'crash' : { verb: 'LOOKAT', arity: 1 };
  const arity = ARITIES.get(verb);
  if (arity === undefined) return 'unknown';
  return verb !== word && quirks.names_crash ? 'crash' : { verb, arity };
}
