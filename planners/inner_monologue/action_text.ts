/**
 * An action as the prompts write it: `placein(mug1, cabinet2)`.
 *
 * A name that is more than a plain word is quoted, so that no name breaks its line or passes for feedback.
 */
import type { Action } from '../../envs/env.ts';
import { pythonString } from '../python_repr.ts';

/** What `readArguments` reads as a name without quotes. */
const PLAIN = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .|-]*[\p{L}\p{N}_.|-])?$/u;

export function actionText({ verb, args }: Action): string {
  return `${verb}(${args.map((name) => (PLAIN.test(name) ? name : pythonString(name))).join(', ')})`;
}
