/**
 * From an answer to script lines, or to what is wrong with its grammar: the first of parsing, hallucination and argument number.
 *
 * @module
 */
import { scriptLine } from '../../../../envs/household/virtualhome/scripts/script_line.ts';
import type { Quirks } from '../scoring/quirks.ts';
import { actionName } from './action_names.ts';
import type { NamedObject, NamedObjects, Naming } from './named_objects.ts';
import type { PlanReading } from './read_plan.ts';

export type GrammarError = 'parsing' | 'hallucination' | 'argument_number' | 'crash';

export type CheckedPlan =
  | { readonly ok: true; readonly lines: readonly string[] }
  | { readonly ok: false; readonly error: GrammarError; readonly what: string };

type Surroundings = { readonly objects: NamedObjects; readonly naming: Naming; readonly quirks: Quirks };

export function checkPlan(reading: PlanReading, { objects, naming, quirks }: Surroundings): CheckedPlan {
  if (!reading.ok) return wrong('parsing', reading.wrong);
  const found = reading.actions.map((action) => ({
    action,
    name: actionName(action.verb, quirks),
    objects: objects.find(action.arguments, naming),
  }));
  const written = ({ action }: (typeof found)[number]) => `${action.verb}: ${JSON.stringify(action.arguments)}`;
  const odd = found.find((each) => each.objects === 'odd');
  if (odd !== undefined) return wrong('parsing', `a name without an id in ${written(odd)}`);
  const invented = found.find((each) => each.name === 'unknown') ?? found.find((each) => each.objects === 'unknown');
  if (invented !== undefined) return wrong('hallucination', written(invented));
  for (const each of found) {
    if (each.name === 'crash') return wrong('crash', written(each));
    const { verb, arity } = each.name as { verb: string; arity: number };
    if ((each.objects as readonly NamedObject[]).length !== arity)
      return wrong('argument_number', `${written(each)}; ${verb} takes ${arity}`);
  }
  return {
    ok: true,
    lines: found.map((each) =>
      scriptLine((each.name as { verb: string }).verb, ...(each.objects as readonly NamedObject[])),
    ),
  };
}

function wrong(error: GrammarError, what: string): CheckedPlan {
  return { ok: false, error, what };
}
