import type { Action } from '../../envs/env.ts';
import { pythonString } from '../python_repr.ts';

export type Program = readonly Statement[];

export type Statement =
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'call'; readonly action: Action }
  | Assert;

export type Assert = {
  readonly kind: 'assert';
  readonly condition: Condition;
  readonly orElse: readonly Action[];
};

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
