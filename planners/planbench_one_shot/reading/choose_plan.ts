import type { AnswerLine, ReadAction } from './action_lines.ts';

export type Rule = 'marked' | 'listed' | 'lines' | 'none';

type PlanRead = Readonly<{ rule: Rule; actions: readonly ReadAction[]; candidates: readonly (readonly string[])[] }>;

type Mark = 'plan' | 'explanation' | null;
type Run = { mark: Mark; readonly lines: AnswerLine[] };

/** README.md of harness/interop/eai states the rules. */
export function choosePlan(lines: readonly AnswerLine[]): PlanRead {
  const runs = runsOf(lines)
    .map((run) => ({ ...run, actions: stepsOf(run.lines) }))
    .filter(({ actions }) => actions.length > 0);
  const last =
    runs.findLast(({ mark }) => mark === 'plan') ?? runs.findLast(({ mark }) => mark === null) ?? runs.at(-1);
  if (last === undefined) return { rule: 'none', actions: [], candidates: [] };
  const stated = runs.filter((run) => !runs.some((other) => other !== run && shortens(run.actions, other.actions)));
  const chosen = stated.includes(last) ? last : stated.findLast(({ actions }) => shortens(last.actions, actions))!;
  const isListed = chosen.lines.some(({ item }) => item !== null);
  const plans = stated
    .filter((run) => run === chosen || run.mark !== 'explanation')
    .map(({ actions }) => actions.map(({ action }) => action));
  const longest = Math.max(...plans.map(({ length }) => length));
  return {
    rule: chosen.mark === 'plan' ? 'marked' : isListed ? 'listed' : 'lines',
    actions: chosen.actions,
    candidates: plans.filter(({ length }) => length * 2 >= longest),
  };
}

function shortens(actions: readonly ReadAction[], others: readonly ReadAction[]) {
  return (
    actions.length === others.length &&
    actions.some(({ complete }) => !complete) &&
    others.every(({ action, complete }, at) => complete && restates(actions[at]!.action, action))
  );
}

/** A step is a line, or a list item; text below an item explains it unless it states the item's actions, too. */
function stepsOf(lines: readonly AnswerLine[]): ReadAction[] {
  const steps: ReadAction[][] = [];
  let head: AnswerLine | null = null;
  let below: ReadAction[] = [];
  let inset = true;
  const close = () => {
    const actions = dropRestated(head?.actions ?? []);
    const all = dropRestated(below);
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
    if (line.takesBack) steps.pop();
    head = line;
  }
  if (head !== null) close();
  return steps.flat();
}

function isBelow(line: AnswerLine, head: AnswerLine) {
  if (head.item === null && !/^\s*(?:\*\*|#)/.test(head.text)) return false;
  if (line.item !== null) return line.item === 0 && (line.indent > head.indent || head.item !== 0);
  if (line.indent > head.indent) return true;
  return (
    /^\W*\(/.test(line.text) ||
    line.actions.every(({ action }) => head.actions.some((other) => restates(action, other.action)))
  );
}

function dropRestated(actions: readonly ReadAction[]): ReadAction[] {
  const unique: ReadAction[] = [];
  for (const action of actions) {
    const last = unique.at(-1);
    if (last !== undefined && restates(last.action, action.action)) unique.pop();
    else if (last !== undefined && restates(action.action, last.action)) continue;
    unique.push(action);
  }
  return unique;
}

function restates(short: string, long: string) {
  return `${long} `.startsWith(`${short} `);
}

const OPENS = /^\W*(?:\[\s*(?:query[ _])?(?:final[ _])?plan\s*\]|\(:?plan\b)/i;
const CLOSES = /\[\s*\/?(?:(?:end(?: of)?[ _](?:query[ _])?plan)|(?:(?:query[ _])?plan[ _]?end)|\/plan)\s*\]/i;
const NEXT_EXAMPLE = /^\s*\[(?:statement|query[ _]problem|problem)\]|^\s*as initial conditions i have that/i;
const FENCE = /^\s*```/;

function runsOf(lines: readonly AnswerLine[]): Run[] {
  const runs: Run[] = [{ mark: null, lines: [] }];
  let current = runs[0]!;
  let opened = 0;
  let closed = false;
  let fenced = false;
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
      const mark = headingMark(line, lines[at + 1]?.text.trim() === '' ? lines[at + 2] : lines[at + 1]);
      if (mark !== undefined && !fenced)
        begin(closed && mark === 'plan' && !wordsOf(text).some((word) => FINAL.has(word)) ? 'explanation' : mark);
    } else if (item === null && indent === 0) {
      if (isLabel(text.slice(0, actions[0]!.start - line.start))) begin('plan');
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

function leavesList({ text }: AnswerLine, { lines }: Run) {
  const last = lines.at(-1);
  return last !== undefined && last.item !== null && last.actions.length > 0 && !/^\W*\(/.test(text);
}

const EXPLAINS = (
  'expla reason breakdown verif check trac justif analy review evaluat ' +
  'why recap walk effect precondition restriction condition initial goal state'
).split(' ');
const JUDGES = EXPLAINS.slice(0, EXPLAINS.indexOf('why'));
const PLAN: ReadonlySet<string> = new Set(['plan', 'solution', 'answer', 'correction']);
const STEPS: ReadonlySet<string> = new Set(['steps', 'actions', 'sequence']);
const FINAL: ReadonlySet<string> = new Set(
  'final complete full entire corrected correct revised updated optimal valid resulting overall actual summary'.split(
    ' ',
  ),
);

function wordsOf(text: string) {
  return text.toLowerCase().match(/[a-z']+/g) ?? [];
}

function isLabel(before: string) {
  const [label = '', rest] = before.split(':');
  const words = wordsOf(label.slice(label.lastIndexOf('.') + 1));
  return rest !== undefined && words.some((word) => PLAN.has(word) || word === 'sequence');
}

function headingMark({ text, indent, item }: AnswerLine, next: AnswerLine | undefined): Mark | undefined {
  const line = text.trim();
  if (indent > 1 || (item !== null && !line.startsWith('**')) || line.length > 300) return undefined;
  const words = wordsOf(line.slice(Math.max(line.lastIndexOf('. '), 0)));
  const explains = (word: string | undefined, stems = EXPLAINS) => stems.some((stem) => word?.startsWith(stem));
  const plan = words.findIndex((word, at) => PLAN.has(word) || (word === 'sequence' && words[at + 1] === 'of'));
  const steps = words.findIndex((word) => STEPS.has(word));
  const isShort = words.length <= 8 && !/[.!?]$/.test(line) && plan >= 0 && (next?.actions.length ?? 0) > 0;
  const bare = line.replaceAll(/[*_\s]/g, '');
  if (!isShort && !bare.endsWith(':') && !line.startsWith('#') && !(line.startsWith('**') && line.endsWith('**'))) {
    return undefined;
  }
  // "Explanation of the plan", "Plan verification"
  const judged = words.findIndex((word) => explains(word, JUDGES));
  const of = words.findIndex((word, at) => at > judged && (PLAN.has(word) || STEPS.has(word)));
  if ((judged >= 0 && of >= 0 && of - judged <= 5) || (plan >= 0 && explains(words[plan + 1], JUDGES)))
    return 'explanation';
  const summed = words.findIndex((word) => FINAL.has(word));
  if (plan >= 0 || (steps > summed && summed >= 0 && steps - summed <= 4)) return 'plan';
  if (steps >= 0) return null;
  return words.some((word) => explains(word)) ? 'explanation' : undefined;
}
