import type { AnswerLine, ReadAction } from './action_lines.ts';

export type Rule = 'marked' | 'listed' | 'lines' | 'none';

type PlanRead = Readonly<{ rule: Rule; actions: readonly ReadAction[]; candidates: readonly (readonly string[])[] }>;

type Mark = 'plan' | 'explanation' | null;
type Section = { mark: Mark; readonly lines: AnswerLine[] };

/** Applies the rules of harness/interop/eai/README.md, "Which plan counts". */
export function choosePlan(lines: readonly AnswerLine[]): PlanRead {
  const sections = sectionsOf(lines)
    .map((section) => ({ ...section, actions: stepsOf(section.lines) }))
    .filter(({ actions }) => actions.length > 0);
  const last =
    sections.findLast(({ mark }) => mark === 'plan') ??
    sections.findLast(({ mark }) => mark === null) ??
    sections.at(-1);
  if (last === undefined) return { rule: 'none', actions: [], candidates: [] };
  const distinct = sections.filter(
    (section) => !sections.some((other) => other !== section && abbreviates(section.actions, other.actions)),
  );
  const chosen = distinct.includes(last)
    ? last
    : distinct.findLast(({ actions }) => abbreviates(last.actions, actions))!;
  const isListed = chosen.lines.some(({ item }) => item !== null);
  const plans = distinct
    .filter((section) => section === chosen || section.mark !== 'explanation')
    .map(({ actions }) => actions.map(({ action }) => action));
  const longest = Math.max(...plans.map(({ length }) => length));
  return {
    rule: chosen.mark === 'plan' ? 'marked' : isListed ? 'listed' : 'lines',
    actions: chosen.actions,
    candidates: plans.filter(({ length }) => length * 2 >= longest),
  };
}

function abbreviates(actions: readonly ReadAction[], others: readonly ReadAction[]) {
  return (
    actions.length === others.length &&
    actions.some(({ complete }) => !complete) &&
    others.every(({ action, complete }, at) => complete && restates(actions[at]!.action, action))
  );
}

/** Text below a list item explains it unless it states the item's actions, too. */
function stepsOf(lines: readonly AnswerLine[]): ReadAction[] {
  const steps: ReadAction[][] = [];
  let head: AnswerLine | null = null;
  let below: ReadAction[] = [];
  let isIndented = true;
  const close = () => {
    const actions = dropRestated(head?.actions ?? []);
    const all = dropRestated(below);
    const restated = actions.every(({ action }) => all.some((other) => restates(action, other.action)));
    steps.push(restated && all.length > 0 && (isIndented || actions.length === all.length) ? all : actions);
    below = [];
    isIndented = true;
  };
  for (const line of lines) {
    if (head !== null && isBelow(line, head)) {
      below.push(...line.actions);
      isIndented &&= line.indent > head.indent;
      continue;
    }
    if (head !== null) close();
    if (line.retractsLast) steps.pop();
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

function restates(action: string, other: string) {
  return `${other} `.startsWith(`${action} `);
}

const PLAN_BEGIN = /^\W*(?:\[\s*(?:query[ _])?(?:final[ _])?plan\s*\]|\(:?plan\b)/i;
const PLAN_END = /\[\s*\/?(?:(?:end(?: of)?[ _](?:query[ _])?plan)|(?:(?:query[ _])?plan[ _]?end)|\/plan)\s*\]/i;
const NEXT_EXAMPLE = /^\s*\[(?:statement|query[ _]problem|problem)\]|^\s*as initial conditions i have that/i;
const FENCE = /^\s*```/;

/** An interrupted list continues in its own section. */
function sectionsOf(lines: readonly AnswerLine[]): Section[] {
  const sections: Section[] = [{ mark: null, lines: [] }];
  let current = sections[0]!;
  let firstOpen = 0;
  let isClosed = false;
  let isFenced = false;
  const lists = new Map<number, { section: Section; number: number }>();
  const begin = (mark: Mark) => {
    current = { mark, lines: [] };
    sections.push(current);
  };
  for (const [at, line] of lines.entries()) {
    const { text, item, indent, actions } = line;
    if (NEXT_EXAMPLE.test(text) && sections.some((section) => section.lines.length > 0)) break;
    if (FENCE.test(text)) {
      isFenced = !isFenced;
      begin(isFenced ? 'plan' : null);
      continue;
    }
    if (PLAN_END.test(text)) {
      const marked = sections
        .slice(firstOpen)
        .findLast((section) => section.mark !== 'explanation' && section.lines.length > 0);
      if (marked !== undefined) marked.mark = 'plan';
      begin(null);
      lists.clear();
      isClosed = true;
      firstOpen = sections.length - 1;
      continue;
    }
    const list = lists.get(indent);
    const continuesList = item !== null && item > 1 && list?.number === item - 1;
    if (PLAN_BEGIN.test(text)) {
      begin('plan');
      isClosed = false;
      firstOpen = sections.length - 1;
    } else if (actions.length === 0) {
      const mark = headingMark(line, lines[at + 1]?.text.trim() === '' ? lines[at + 2] : lines[at + 1]);
      if (mark !== undefined && !isFenced)
        begin(
          isClosed && mark === 'plan' && !wordsOf(text).some((word) => FINAL_WORDS.has(word)) ? 'explanation' : mark,
        );
    } else if (item === null && indent === 0) {
      if (isLabel(text.slice(0, actions[0]!.start - line.start))) begin('plan');
      else if (lines[at - 1]?.text.trim() === '' && leavesList(line, current)) begin(null);
    }
    if (actions.length === 0 && (item === null || item === 0)) continue;
    if (continuesList) {
      current = list.section;
      list.number = item;
    } else if (item !== null && item > 0) {
      if (item === 1 && current.lines.some((other) => other.item !== null && other.indent === indent)) begin(null);
      lists.set(indent, { section: current, number: item });
    }
    current.lines.push(line);
  }
  return sections;
}

function leavesList({ text }: AnswerLine, { lines }: Section) {
  const last = lines.at(-1);
  return last !== undefined && last.item !== null && last.actions.length > 0 && !/^\W*\(/.test(text);
}

const REVIEW_STEMS = 'expla reason breakdown verif check trac justif analy review evaluat'.split(' ');
const EXPLANATION_STEMS = [
  ...REVIEW_STEMS,
  ...'why recap walk effect precondition restriction condition initial goal state'.split(' '),
];
const PLAN_WORDS: ReadonlySet<string> = new Set(['plan', 'solution', 'answer', 'correction']);
const STEP_WORDS: ReadonlySet<string> = new Set(['steps', 'actions', 'sequence']);
const FINAL_WORDS: ReadonlySet<string> = new Set(
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
  return rest !== undefined && words.some((word) => PLAN_WORDS.has(word) || word === 'sequence');
}

function headingMark({ text, indent, item }: AnswerLine, next: AnswerLine | undefined): Mark | undefined {
  const line = text.trim();
  if (indent > 1 || (item !== null && !line.startsWith('**')) || line.length > 300) return undefined;
  const words = wordsOf(line.slice(Math.max(line.lastIndexOf('. '), 0)));
  const hasStem = (word: string | undefined, stems = EXPLANATION_STEMS) => stems.some((stem) => word?.startsWith(stem));
  const plan = words.findIndex((word, at) => PLAN_WORDS.has(word) || (word === 'sequence' && words[at + 1] === 'of'));
  const steps = words.findIndex((word) => STEP_WORDS.has(word));
  const isShort = words.length <= 8 && !/[.!?]$/.test(line) && plan >= 0 && (next?.actions.length ?? 0) > 0;
  const bare = line.replaceAll(/[*_\s]/g, '');
  if (!isShort && !bare.endsWith(':') && !line.startsWith('#') && !(line.startsWith('**') && line.endsWith('**'))) {
    return undefined;
  }
  // "Explanation of the plan", "Plan verification"
  const review = words.findIndex((word) => hasStem(word, REVIEW_STEMS));
  const subject = words.findIndex((word, at) => at > review && (PLAN_WORDS.has(word) || STEP_WORDS.has(word)));
  if ((review >= 0 && subject >= 0 && subject - review <= 5) || (plan >= 0 && hasStem(words[plan + 1], REVIEW_STEMS)))
    return 'explanation';
  const final = words.findIndex((word) => FINAL_WORDS.has(word));
  if (plan >= 0 || (steps > final && final >= 0 && steps - final <= 4)) return 'plan';
  if (steps >= 0) return null;
  return words.some((word) => hasStem(word)) ? 'explanation' : undefined;
}
