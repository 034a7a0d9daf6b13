import type { Action } from '../../envs/env.ts';
import type { PastAction } from '../planner.ts';
import { pythonString } from '../python_repr.ts';

export type Program = readonly Statement[];

export type Statement =
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'call'; readonly action: Action }
  | { readonly kind: 'assert'; readonly condition: Condition; readonly orElse: readonly Action[] };

export type Condition =
  | { readonly form: 'close_to'; readonly object: string }
  | { readonly form: 'is'; readonly object: string; readonly state: string }
  | { readonly form: 'in_hands'; readonly object: string }
  | { readonly form: 'other'; readonly text: string };

export function conditionText(condition: Condition): string {
  switch (condition.form) {
    case 'close_to':
      return `'close' to ${pythonString(condition.object)}`;
    case 'is':
      return `${pythonString(condition.object)} is ${pythonString(condition.state)}`;
    case 'in_hands':
      return `${pythonString(condition.object)} in 'hands'`;
    case 'other':
      return condition.text;
  }
}

export function actionText({ verb, args }: Action): string {
  return `${verb}(${args.map(pythonString).join(', ')})`;
}

export function resultLines(actions: readonly PastAction[], linesMax: number): string {
  const left = Math.max(0, actions.length - linesMax);
  const lines = actions.slice(left).map(({ action, ok }) => `# ${actionText(action)} ${ok ? 'succeeded' : 'failed'}`);
  return (left === 0 ? lines : [`# (earlier actions left out: ${left})`, ...lines]).join('\n');
}
