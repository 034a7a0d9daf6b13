import { quote } from '../diagnostics/wording.ts';

export type PlanFile =
  | Readonly<{
      ok: true;
      plan: readonly string[];
      /** From the comment `; cost = 4 (unit cost)`, else null. */
      cost: number | null;
    }>
  | Readonly<{ ok: false; line: number; message: string }>;

/**
 * Reads one action a line; `;` begins a comment.
 *
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
    const costText = /^[^;]*;\s*cost = (\d+)\b/.exec(line)?.[1];
    if (costText !== undefined) cost = Number(costText);
    const step = (line.split(';', 1)[0] ?? '').trim();
    if (step === '') continue;
    const words = wordsOf(step);
    if (words === null) {
      const message = `plan, line ${index + 1}: expected ${ACTION}, found ${quote(step)}`;
      return { ok: false, line: index + 1, message };
    }
    plan.push(`(${words.join(' ')})`);
  }
  return { ok: true, plan, cost };
}

export const ACTION = 'an action such as "(pick a b)"';

export function wordsOf(step: string): string[] | null {
  const words = /^\(([^()]*)\)$/.exec(step)?.[1]?.trim().toLowerCase() ?? '';
  return words === '' ? null : words.split(/\s+/);
}
