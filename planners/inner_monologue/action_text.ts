/** `placein(mug1, cabinet2)`; quotes unusual names, so that none breaks its line or passes for feedback. */
import type { Action } from '../../envs/env.ts';
import { pythonString } from '../python_repr.ts';

const PLAIN = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .|-]*[\p{L}\p{N}_.|-])?$/u;

export function actionText({ verb, args }: Action): string {
  return `${verb}(${args.map((name) => (PLAIN.test(name) ? name : pythonString(name))).join(', ')})`;
}
