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
/** Action lines that belong together: a list, a marked block, a stretch of bare lines. */
type Run = { mark: Mark; readonly lines: AnswerLine[] };

/** Chooses the plan that counts; see README.md for the rules. */
export function choosePlan(lines: readonly AnswerLine[]): PlanRead {
  const runs = runsOf(lines)
    .map((run) => ({ ...run, actions: stepsOf(run.lines) }))
    .filter(({ actions }) => actions.length > 0);
  const last =
    runs.findLast(({ mark }) => mark === 'plan') ?? runs.findLast(({ mark }) => mark === null) ?? runs.at(-1);
  if (last === undefined) return { rule: 'none', actions: [], candidates: [] };
  const stated = runs.filter((run) => !runs.some((other) => other !== run && shortens(run.actions, other.actions)));
  const chosen = stated.includes(last) ? last : stated.findLast(({ actions }) => shortens(last.actions, actions))!;
  const listed = chosen.lines.some(({ item }) => item !== null);
  const plans = stated
    .filter((run) => run === chosen || run.mark !== 'explanation')
    .map(({ actions }) => actions.map(({ action }) => action));
  const longest = Math.max(...plans.map(({ length }) => length));
  return {
    rule: chosen.mark === 'plan' ? 'marked' : listed ? 'listed' : 'lines',
    actions: chosen.actions,
    candidates: plans.filter(({ length }) => length * 2 >= longest),
  };
}

/** "Unstack a, put down a" where another list says from what. */
function shortens(actions: readonly ReadAction[], others: readonly ReadAction[]): boolean {
  return (
    actions.length === others.length &&
    actions.some(({ complete }) => !complete) &&
    others.every(({ action, complete }, at) => complete && restates(actions[at]!.action, action))
  );
}

/** A step is a line, or an item of a list and what stands below it: an explanation, unless it states the item's actions, too. */
function stepsOf(lines: readonly AnswerLine[]): ReadAction[] {
  const steps: ReadAction[][] = [];
  let head: AnswerLine | null = null;
  let below: ReadAction[] = [];
  let inset = true;
  const close = () => {
    const actions = once(head?.actions ?? []);
    const all = once(below);
    const restated = actions.every(({ action }) => all.some((other) => restates(action, other.action)));
    steps.push(restated && all.length > 0 && (inset || actions.length === all.length) ? all : actions);
    below = [];
    inset = true;
  };
  for (const line of lines) {
    if (head !== null && isBelow(line, head)) {
      below.push(...line.actions);
      inset &&= line.indent > head.indent;
      continue;
    }
    if (head !== null) close();
    head = line;
  }
  if (head !== null) close();
  return steps.flat();
}

function isBelow(line: AnswerLine, head: AnswerLine): boolean {
  if (head.item === null && !/^\s*(?:\*\*|#)/.test(head.text)) return false;
  if (line.item !== null) return line.item === 0 && (line.indent > head.indent || head.item !== 0);
  if (line.indent > head.indent) return true;
  return (
    /^\W*\(/.test(line.text) ||
    line.actions.every(({ action }) => head.actions.some((other) => restates(action, other.action)))
  );
}

/** "Unstack a from b: unstack a" states one action. */
function once(actions: readonly ReadAction[]): ReadAction[] {
  const kept: ReadAction[] = [];
  for (const action of actions) {
    const last = kept.at(-1);
    if (last !== undefined && restates(last.action, action.action)) kept.pop();
    else if (last !== undefined && restates(action.action, last.action)) continue;
    kept.push(action);
  }
  return kept;
}

/** Whether one action is the other, or the other without its last objects. */
function restates(short: string, long: string): boolean {
  return `${long} `.startsWith(`${short} `);
}

const OPENS = /^\W*(?:\[\s*(?:query[ _])?(?:final[ _])?plan\s*\]|\(:?plan\b)/i;
const CLOSES = /\[\s*\/?(?:(?:end(?: of)?[ _](?:query[ _])?plan)|(?:(?:query[ _])?plan[ _]?end)|\/plan)\s*\]/i;
const NEXT_EXAMPLE = /^\s*\[(?:statement|query[ _]problem|problem)\]|^\s*as initial conditions i have that/i;
const FENCE = /^\s*```/;

/** Runs in the order of their first lines. */
function runsOf(lines: readonly AnswerLine[]): Run[] {
  const runs: Run[] = [{ mark: null, lines: [] }];
  let current = runs[0]!;
  let opened = 0;
  let closed = false;
  let fenced = false;
  /** Indent → the list there, which goes on below its items' explanations. */
  const lists = new Map<number, { run: Run; number: number }>();
  const begin = (mark: Mark) => {
    current = { mark, lines: [] };
    runs.push(current);
  };
  for (const [at, line] of lines.entries()) {
    const { text, item, indent, actions } = line;
    if (NEXT_EXAMPLE.test(text) && runs.some((run) => run.lines.length > 0)) break;
    if (FENCE.test(text)) {
      fenced = !fenced;
      begin(fenced ? 'plan' : null);
      continue;
    }
    if (CLOSES.test(text)) {
      const marked = runs.slice(opened).findLast((run) => run.mark !== 'explanation' && run.lines.length > 0);
      if (marked !== undefined) marked.mark = 'plan';
      begin(null);
      lists.clear();
      closed = true;
      opened = runs.length - 1;
      continue;
    }
    const list = lists.get(indent);
    const goesOn = item !== null && item > 1 && list?.number === item - 1;
    if (OPENS.test(text)) {
      begin('plan');
      closed = false;
      opened = runs.length - 1;
    } else if (actions.length === 0) {
      const mark = headingMark(
        line,
        lines.slice(at + 1).find((next) => next.text.trim() !== ''),
      );
      if (mark !== undefined && !fenced) begin(closed && mark === 'plan' && !FINAL.test(text) ? 'explanation' : mark);
    } else if (item === null && indent === 0) {
      if (LABEL.test(text.slice(0, actions[0]!.start - line.start))) begin('plan');
      else if (lines[at - 1]?.text.trim() === '' && leavesList(line, current)) begin(null);
    }
    if (actions.length === 0 && (item === null || item === 0)) continue;
    if (goesOn) {
      current = list.run;
      list.number = item;
    } else if (item !== null && item > 0) {
      if (item === 1 && current.lines.some((other) => other.item !== null && other.indent === indent)) begin(null);
      lists.set(indent, { run: current, number: item });
    }
    current.lines.push(line);
  }
  return runs;
}

/** Running text behind a list, but for what spells out an item. */
function leavesList({ text }: AnswerLine, { lines }: Run): boolean {
  const last = lines.at(-1);
  return last !== undefined && last.item !== null && last.actions.length > 0 && !/^\W*\(/.test(text);
}

const EXPLAIN =
  '(?:expla\\w+|reason\\w*|breakdown|verif\\w+|check\\w*|trac\\w+|justif\\w+|analy\\w+|review\\w*|evaluat\\w+)';
const EXPLAINS_PLAN = new RegExp(
  `\\b${EXPLAIN}(?: [\\w'-]+){0,4} (?:plan|steps|actions|solution|sequence)\\b|\\bplan:? ${EXPLAIN}`,
  'i',
);
const EXPLAINS = new RegExp(
  `\\b(?:${EXPLAIN}|why|recap|walk\\w*|effects?|preconditions?|restrictions?|conditions?|initial|goal|state)\\b`,
  'i',
);
const MARKS_PLAN =
  /\b(?:plan|sequence of actions|action sequence|solution|answer|correction|(?:summary|final|complete|corrected|revised)(?: \w+){0,3} (?:actions|steps|sequence))\b/i;
const NAMES_PLAN = /\b(?:plan|sequence|solution|actions|steps|answer)\b/i;
const FINAL =
  /\b(?:final|complete|full|entire|corrected|correct|revised|updated|optimal|valid|resulting|overall|actual)\b/i;
/** Before the actions of its line: "So the final plan is: …" */
const LABEL = /\b(?:plan|solution|sequence|answer)\b[^.]*:/i;

/** What a line without an action announces; undefined where it announces nothing. */
function headingMark({ text, indent, item }: AnswerLine, next: AnswerLine | undefined): Mark | undefined {
  const line = text.trim();
  if (indent > 1 || (item !== null && !/^\*\*/.test(line)) || line.length > 300) return undefined;
  const short = line.split(/\s+/).length <= 8 && !/[.!?]$/.test(line) && next !== undefined && next.actions.length > 0;
  if (!/:\W*$|^#|^\*\*.*\*\*\W*$/.test(line) && !(short && MARKS_PLAN.test(line))) return undefined;
  const announces = line.slice(Math.max(line.lastIndexOf('. '), 0));
  if (EXPLAINS_PLAN.test(announces)) return 'explanation';
  if (MARKS_PLAN.test(announces)) return 'plan';
  if (NAMES_PLAN.test(announces)) return null;
  return EXPLAINS.test(announces) ? 'explanation' : undefined;
}
