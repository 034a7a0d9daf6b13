/**
 * A program as ProgPrompt's language model writes it: comments, calls of primitives, and asserts with what to do where they
 * do not hold.
 */
import type { Action } from '../../envs/env.ts';
import { pythonString } from '../python_repr.ts';

export type Program = readonly Statement[];

export type Statement =
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'call'; readonly action: Action }
  | Assert;

/** Where the condition does not hold, `orElse` is carried out; then the program goes on in any case. */
export type Assert = {
  readonly kind: 'assert';
  readonly condition: Condition;
  readonly orElse: readonly Action[];
};

export type Condition =
  /** `'close' to 'mug1'` */
  | { readonly form: 'close_to'; readonly object: string }
  /** `'fridge1' is 'opened'` */
  | { readonly form: 'is'; readonly object: string; readonly state: string }
  /** `'mug1' in 'hands'` */
  | { readonly form: 'in_hands'; readonly object: string }
  /** Words and strings that are none of these, such as `'mug1' in 'sink1'`. */
  | { readonly form: 'other'; readonly text: string };

/** A condition as it stands in a program, on one line whatever the names. */
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

/** An action as it stands in a program, on one line whatever the names. */
export function actionText({ verb, args }: Action): string {
  return `${verb}(${args.map(pythonString).join(', ')})`;
}
