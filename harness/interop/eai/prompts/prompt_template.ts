/**
 * Prompts that EAI's checkout has as a template: `prompt = """…<slot>…"""` in `one_shot.py`, which is read and never run.
 *
 * @module
 */
import { invalid } from '../../../io/errors/failure.ts';
import type { EaiCheckout } from '../checkout/eai_checkout.ts';
import type { EvaluationName } from '../scoring/quirks.ts';

/** Slot, as it stands in the template → what stands in its place. */
export type Slots = Readonly<Record<string, string>>;

const BEGINNING = /^prompt[ \t]*=[ \t]*("""|''')/m;
const ESCAPED = /\\([n"'\\\n])/g;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', '\n': '' };

/**
 * Fills a template, slot by slot: those of `shared`, which may not be there, then those of the task, which must. Throws a
 * CommandFailure that names the file where there is no template in it, or it lacks a task's slot.
 */
export function readPromptTemplate(
  checkout: EaiCheckout,
  evaluation: EvaluationName,
  shared: Slots = {},
): (own: Slots) => string {
  const file = `evaluation/${evaluation}/prompts/one_shot.py`;
  const refused = (lacking: string) =>
    invalid(`Cannot use "${checkout.path(file)}": expected ${lacking}; the checkout is of another version`);
  const template = literalIn(checkout.text(file));
  if (template === null) throw refused('prompt = """…"""');
  const begun = filled(template, shared);
  return (own) => {
    const lacking = Object.keys(own).find((slot) => !begun.includes(slot));
    if (lacking !== undefined) throw refused(`"${lacking}" in the prompt`);
    return filled(begun, own);
  };
}

/** The text of the literal, as Python reads it. */
function literalIn(python: string): string | null {
  const beginning = BEGINNING.exec(python);
  if (beginning === null) return null;
  const start = beginning.index + beginning[0].length;
  const end = python.indexOf(beginning[1]!, start);
  if (end < 0) return null;
  return python.slice(start, end).replaceAll(ESCAPED, (_, character) => ESCAPES[character] ?? character);
}

function filled(template: string, slots: Slots): string {
  return Object.entries(slots).reduce((text, [slot, value]) => text.replaceAll(slot, () => value), template);
}
