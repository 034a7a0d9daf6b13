/**
 * Chooses which of the plans in an answer counts; README.md states the rules.
 *
 * @module
 */
import type { AnswerLine, ReadAction } from './action_lines.ts';

/** How a plan was chosen; README.md shows each. */
export type Rule = 'marked' | 'listed' | 'lines' | 'none';

export type PlanRead = {
  readonly rule: Rule;
  readonly actions: readonly ReadAction[];
  /** Every plan that the answer states, the chosen one included. */
  readonly candidates: readonly (readonly string[])[];
};

type Mark = 'plan' | 'explanation' | null;
type Run = { readonly mark: Mark; readonly lines: AnswerLine[] };

const OPENS = /^\W*\[\s*(?:query[ _])?(?:final[ _])?plan\s*\]/i;
const CLOSES = /\[\s*\/?(?:(?:end(?: of)?[ _](?:query[ _])?plan)|(?:(?:query[ _])?plan[ _]?end)|\/plan)\s*\]/i;
const NEXT_EXAMPLE = /^\s*\[(?:statement|query[ _]problem|problem)\]|^\s*as initial conditions i have that/i;
const FENCE = /^\s*```/;
const EXPLAINS =
  /\b(?:expla\w+|reason\w*|breakdown|verif\w+|check\w*|trac\w+|justif\w+|analysis|recap|walk\w*|effects?|preconditions?|restrictions?|conditions?|initial|goal|state)\b/i;
const NAMES_PLAN = /\b(?:plan|sequence|solution|actions|steps|answer)\b/i;
const FINAL =
  /\b(?:final|complete|full|entire|corrected|correct|revised|updated|optimal|valid|resulting|overall|actual)\b/i;

/** Chooses the plan that counts; see README.md for the rules. */
export function choosePlan(lines: readonly AnswerLine[]): PlanRead {
  const runs = runsOf(lines).filter((run) => run.lines.some(({ actions }) => actions.length > 0));
  const chosen =
    runs.findLast(({ mark }) => mark === 'plan') ??
    runs.findLast(({ mark }) => mark === null) ??
    runs.findLast(() => true);
  if (chosen === undefined) return { rule: 'none', actions: [], candidates: [] };
  const rule = chosen.mark === 'plan' ? 'marked' : chosen.lines.some(({ item }) => item !== null) ? 'listed' : 'lines';
  const plans = runs.map(({ lines: own }) => actionsIn(own).map(({ action }) => action));
  const longest = Math.max(...plans.map(({ length }) => length));
  return { rule, actions: actionsIn(chosen.lines), candidates: plans.filter(({ length }) => length * 2 >= longest) };
}

/** An item's own heading that its indented lines repeat counts once. */
function actionsIn(lines: readonly AnswerLine[]): ReadAction[] {
  return lines.flatMap(({ actions, indent, item }, at) => {
    const heading = lines[at - 1]?.actions.at(-1)?.action;
    const under = indent > (lines[at - 1]?.indent ?? indent) || item === null;
    return under && actions[0]?.action === heading ? actions.slice(1) : actions;
  });
}

/** Lists, marked blocks and stretches of bare action lines. */
function runsOf(lines: readonly AnswerLine[]): Run[] {
  const runs: Run[] = [{ mark: null, lines: [] }];
  let closed = false;
  let fenced = false;
  let number = 0;
  const begin = (mark: Mark) => {
    runs.push({ mark, lines: [] });
    number = 0;
  };
  for (const line of lines) {
    const run = runs.at(-1)!;
    const acted = run.lines.length > 0;
    if (NEXT_EXAMPLE.test(line.text) && runs.some((other) => other.lines.length > 0)) break;
    if (FENCE.test(line.text)) {
      fenced = !fenced;
      begin(fenced ? 'plan' : null);
      continue;
    }
    if (CLOSES.test(line.text)) {
      if (acted) runs[runs.length - 1] = { mark: 'plan', lines: run.lines };
      begin(null);
      closed = true;
      continue;
    }
    if (OPENS.test(line.text)) {
      begin('plan');
      closed = false;
    } else if (line.actions.length === 0) {
      const mark = headingMark(line);
      if (mark !== undefined && !fenced)
        begin(closed && mark === 'plan' && !FINAL.test(line.text) ? 'explanation' : mark);
      continue;
    }
    if (line.actions.length === 0) continue;
    if (line.item !== null && line.item > 0) {
      if (acted && line.item <= number && line.item === 1) begin(null);
      number = line.item;
    }
    runs.at(-1)!.lines.push(line);
  }
  return runs;
}

/** What a line without an action announces; undefined where it announces nothing. */
function headingMark({ text, indent, item }: AnswerLine): Mark | undefined {
  const line = text.trim();
  if (indent > 1 || (item !== null && !/^\*\*/.test(line)) || line.length > 300) return undefined;
  if (!/:\W*$|^#|^\*\*.*\*\*\W*$/.test(line)) return undefined;
  const announces = line.slice(Math.max(line.lastIndexOf('. '), 0));
  if (
    /\b(?:plan|sequence of actions|action sequence|solution)\b/i.test(announces) &&
    !/\b(?:expla\w+|reason\w*|breakdown|verif\w+|check\w*|trac\w+)\b/i.test(announces)
  ) {
    return 'plan';
  }
  if (EXPLAINS.test(announces)) return 'explanation';
  return NAMES_PLAN.test(announces) ? null : undefined;
}
