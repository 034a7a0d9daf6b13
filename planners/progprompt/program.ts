import type { Action } from '../../envs/env.ts';
import type { PastAction } from '../planner.ts';
import { pythonString } from '../python_repr.ts';

export type Program = readonly Statement[];

export type Statement =
  | Readonly<{ kind: 'comment'; text: string }>
  | Readonly<{ kind: 'call'; action: Action }>
  | Readonly<{ kind: 'assert'; condition: Condition; orElse: readonly Action[] }>;

export type Condition =
  | Readonly<{ form: 'close_to'; object: string }>
  | Readonly<{ form: 'is'; object: string; state: string }>
  | Readonly<{ form: 'in_hands'; object: string }>
  | Readonly<{ form: 'other'; text: string }>;

export function conditionText(condition: Condition): string {
  if (condition.form === 'other') return condition.text;
  const object = pythonString(condition.object);
  if (condition.form === 'close_to') return `'close' to ${object}`;
  return condition.form === 'in_hands' ? `${object} in 'hands'` : `${object} is ${pythonString(condition.state)}`;
}

export function actionText({ verb, args }: Action): string {
  return `${verb}(${args.map(pythonString).join(', ')})`;
}

export function resultLines(actions: readonly PastAction[], linesMax: number): string {
  const left = Math.max(0, actions.length - linesMax);
  const lines = actions.slice(left).map(({ action, ok }) => `# ${actionText(action)} ${ok ? 'succeeded' : 'failed'}`);
  return (left === 0 ? lines : [`# (earlier actions left out: ${left})`, ...lines]).join('\n');
}
