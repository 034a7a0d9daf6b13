/**
 * Reads a plan: one action a line, such as `(pick a b)`; `;` begins a comment.
 *
 * @module
 */
import { quoted } from '../diagnostics/wording.ts';

export type PlanFile =
  | {
      readonly ok: true;
      /** In lower case, with single blanks. */
      readonly plan: readonly string[];
      /** From the comment `; cost = 4 (unit cost)`; null where there is none. */
      readonly cost: number | null;
    }
  | { readonly ok: false; readonly line: number; readonly message: string };

/**
 * ```ts
 * import assert from 'node:assert/strict';
 * import { readPlanFile } from 'tapedeck/pddl';
 *
 * const file = readPlanFile('(pick a b)\n; cost = 1 (unit cost)\n');
 * assert.deepEqual(file, { ok: true, plan: ['(pick a b)'], cost: 1 });
 * ```
 */
export function readPlanFile(text: string): PlanFile {
  const plan: string[] = [];
  let cost: number | null = null;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const said = /^[^;]*;\s*cost = (\d+)\b/.exec(line)?.[1];
    if (said !== undefined) cost = Number(said);
    const step = (line.split(';', 1)[0] ?? '').trim();
    if (step === '') continue;
    const words = /^\(([^()]*)\)$/.exec(step)?.[1]?.trim();
    if (words === undefined || words === '') {
      const message = `plan, line ${index + 1}: expected an action such as "(pick a b)", found ${quoted(step)}`;
      return { ok: false, line: index + 1, message };
    }
    plan.push(`(${words.toLowerCase().split(/\s+/).join(' ')})`);
  }
  return { ok: true, plan, cost };
}
