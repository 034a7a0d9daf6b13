import type { Understood } from '../ask_until_read.ts';
import type { ParseLog } from '../parse_log.ts';

const CHOICE = /\bprototype\b[\s*_#:=.-]{0,10}(?:(?:no|number|nr)\b[\s*_#:=.-]{0,10})?(\d{1,3})\b/gi;
const NUMBER_ALONE = /^[\s*_#"'(]{0,10}(\d{1,3})[\s*_."')]{0,10}$/;

export function readPrototype(reply: string, count: number, log: ParseLog): Understood<number> {
  const beginning = reply.slice(0, 10_000);
  const bare = NUMBER_ALONE.exec(beginning)?.[1];
  const numbers =
    bare === undefined ? [...beginning.matchAll(CHOICE)].map(([, number]) => Number(number)) : [Number(bare)];
  const first = numbers[0];
  if (first === undefined || first < 1 || first > count) {
    const reason = first === undefined ? 'names no prototype' : `there is no prototype #${first}`;
    log.discard(first === undefined ? 'malformed' : 'argument', { line: 1, text: reply }, reason);
    log.remark('the nearest prototype is used');
    return { ok: true, value: 1, accepted: 0 };
  }
  if (numbers.some((number) => number !== first)) log.remark('several prototypes are named: the first one counts');
  return { ok: true, value: first, accepted: 1 };
}

const ITEMS_MAX = 200;
const CHARACTERS_MAX = 500;
const ITEM = /^\s*(?:(?:\*\*)?(?:step\s{0,3})?\d{1,4}\s{0,3}[.):](?:\*\*)?|[-*\u2022\u2013])\s*(\S.*)$/is;

export function readList(reply: string, log: ParseLog): Understood<readonly string[]> {
  const items: string[] = [];
  for (const [index, text] of reply.split(/\r?\n/).entries()) {
    if (text.trim() === '' || text.trimStart().startsWith('```')) continue;
    const where = { line: index + 1, text };
    const item = ITEM.exec(text)?.[1]?.trim();
    if (item === undefined) log.discard('prose', where, 'not a list item');
    else if (items.length >= ITEMS_MAX) log.discard('too_much', where, `more than ${ITEMS_MAX} items`);
    else if (item.length > CHARACTERS_MAX) log.discard('too_much', where, `longer than ${CHARACTERS_MAX} characters`);
    else items.push(item);
  }
  return { ok: true, value: items, accepted: items.length };
}

export type SketchStep = Readonly<{ action: string; reason: string }>;

const STEPS_MAX = 200;
const ACTION_MAX = 500;
const REASON_MAX = 2000;

const NUMBERED = /^(?:step )?(\d{1,3})[.):](?:\s(.*))?$/is;
const BULLET = /^[-*+\u2022\u2013]\s+/;
const LABEL = /^(?:justification|reason(?:s|ing)?|rationale|explanation|why)\b/i;
const REASON_BEGIN =
  /\s\(?(?:because|since|so that|in order to)\s|\s[-\u2013\u2014]\s|\s\(?(?:justification|reason|rationale|why):/i;

type Step = { readonly parts: string[]; action: string; length: number };
type List = {
  readonly kind: 'plan' | 'plain' | 'reasons';
  readonly indent: number;
  readonly steps: Step[];
  last: number;
};

export function readSketch(reply: string, log: ParseLog): Understood<readonly SketchStep[]> {
  const lists: List[] = [];
  let list: List | undefined;
  let kind: List['kind'] = 'plain';
  // True after text that belongs to no step.
  let isDetached = false;
  let isAfterBlank = false;
  for (const line of reply.split(/\r?\n/)) {
    const text = line.trim();
    const indent = indentOf(line);
    if (text === '' || text.startsWith('```')) {
      isAfterBlank = true;
      continue;
    }
    const [, digits = '', rest = ''] = NUMBERED.exec(stripMarks(text)) ?? [];
    const number = Number(digits);
    if (digits !== '' && (list === undefined || indent <= list.indent + 1)) {
      if (list === undefined || (number <= list.last && isDetached)) {
        list = { kind, indent, steps: [], last: 0 };
        lists.push(list);
      }
      list.last = number;
      const step = { parts: [], action: '', length: 0 };
      extend(step, rest);
      list.steps.push(step);
      kind = 'plain';
      isDetached = false;
    } else {
      const heading = indent > (list?.indent ?? 0) + 1 ? undefined : headingOf(text);
      if (heading !== undefined) kind = heading;
      const isReason = BULLET.test(text) || LABEL.test(stripMarks(text));
      const belongsToStep = heading === undefined && (!isAfterBlank || indent > (list?.indent ?? 0) + 1 || isReason);
      if (belongsToStep && !isDetached) extend(list?.steps.at(-1), text);
      else isDetached = true;
    }
    isAfterBlank = false;
  }
  const steps = chooseSteps(lists, log);
  return { ok: true, value: steps, accepted: steps.length };
}

function indentOf(line: string) {
  return (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length;
}

function headingOf(text: string): List['kind'] | undefined {
  const bare = stripMarks(text);
  if (!bare.endsWith(':') && bare === text) return undefined;
  if (bare.length > 200 || (!bare.endsWith(':') && /[.!?]$/.test(bare))) return undefined;
  if (LABEL.test(bare)) return bare.includes(': ') ? undefined : 'reasons';
  return /\b(?:plan|steps)\b/i.test(bare) ? 'plan' : 'plain';
}

function extend(step: Step | undefined, line: string) {
  const text = stripMarks(line);
  if (step === undefined || text === '') return;
  if (step.action !== '') {
    addReason(step, text.replace(BULLET, ''));
    return;
  }
  const reasonStart = text.search(REASON_BEGIN);
  step.action = (reasonStart === -1 ? text : text.slice(0, reasonStart).replace(/[,;:]$/, '')).trim();
  if (reasonStart !== -1) addReason(step, text.slice(reasonStart + 1).replace(/^[-\u2013\u2014]\s/, ''));
}

function addReason(step: Step, text: string) {
  const reason = text.replace(/^\(?(?:justification|reason|rationale|why):\s?/i, '').trim();
  if (reason === '' || step.length >= REASON_MAX) return;
  step.parts.push(reason);
  step.length += reason.length + 1;
}

function stripMarks(text: string) {
  return text
    .replace(/^#{1,6} /, '')
    .replaceAll(/\*\*|__/g, '')
    .trim();
}

function chooseSteps(lists: readonly List[], log: ParseLog): SketchStep[] {
  const chosen =
    lists.findLast(({ kind }) => kind === 'plan') ?? lists.find(({ kind }) => kind === 'plain') ?? lists[0];
  const steps = (chosen?.steps ?? []).filter(({ action }) => action !== '');
  if (steps.length === 0) log.remark('the sketch has no numbered steps');
  if (steps.length > STEPS_MAX) log.remark(`the sketch has ${steps.length} steps: only the first ${STEPS_MAX} count`);
  return steps.slice(0, STEPS_MAX).map(({ action, parts }) => {
    return { action: action.slice(0, ACTION_MAX), reason: parts.join(' ').slice(0, REASON_MAX) };
  });
}
