import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { mismatch, pluralize, quote } from '../diagnostics/wording.ts';
import type { Atom, Formula, FunctionTerm, TypedName } from './domain.ts';
import { readFunctionTerm, readNumber } from './effect.ts';
import {
  type Expression,
  excerpt,
  isRunOn,
  type List,
  readExpression,
  reportMiscount,
  reportUnexpected,
  type Word,
} from './expression.ts';
import { type ParseContext, parseAtom, parseFormula } from './formula.ts';
import { readFrame, readRequirements, type Section } from './frame.ts';
import { readTypedList } from './typed_list.ts';

export type Problem = Readonly<{
  name: Word;
  domain: Word;
  requirements: readonly Word[];
  objects: readonly TypedName[];
  init: readonly InitialFact[];
  goal: Formula;
  /** Null if every action costs 1. */
  metric: 'total-cost' | null;
}>;

export type InitialFact =
  | ({ readonly kind: 'true' | 'false' } & Atom)
  | (Readonly<{ kind: 'value'; value: number }> & FunctionTerm);

const SECTIONS = [':domain', ':requirements', ':objects', ':init', ':goal', ':metric'];
const REQUIRED_SECTIONS = [':domain', ':init', ':goal'];

export function parseProblem(text: string, predicates: ReadonlySet<string>, log: Diagnostics): Problem | null {
  const context: ParseContext = { log, predicates };
  const top = readExpression(text, log);
  const frame = top && readFrame(top, SECTIONS, log);
  if (top === null || frame === null) return null;
  const { name, sections, itemsOf } = frame;
  const find = (keyword: string) => sections.find((section) => section.keyword.name === keyword) ?? null;
  const [domainSection, goalSection, metricSection] = [find(':domain'), find(':goal'), find(':metric')];
  const domain = domainSection && readDomainName(domainSection, log);
  const requirements = readRequirements(itemsOf(':requirements'), log);
  const objects = readTypedList(itemsOf(':objects'), { noun: 'objects', areVariables: false }, log);
  const init = parseInit(itemsOf(':init'), context);
  const goal = goalSection && readGoal(goalSection, context);
  const metric = metricSection && readMetric(metricSection, log);
  const missing = REQUIRED_SECTIONS.filter((keyword) => find(keyword) === null).map((keyword) =>
    quote(`(${keyword} …)`),
  );
  const hasUnknownSection = log.errors.some(({ kind }) => kind === 'unknown_section');
  if (missing.length > 0 && !hasUnknownSection) {
    log.report('missing_part', top.closing, mismatch(`${missing.join(' and ')} in problem ${quote(name)}`, 'none'));
  }
  return domain && goal && { name, domain, requirements, objects, init, goal, metric };
}

function readDomainName({ list, items }: Section, log: Diagnostics): Word | null {
  const [name, more] = items;
  if (name?.kind === 'word' && more === undefined) return name;
  const hint = more === undefined ? '' : '; a name must be one word';
  const message = mismatch('"(:domain NAME)"', `${excerpt(more ?? name)} after ":domain"`, hint);
  return log.report('no_name', list, message, 'before it');
}

function readGoal({ list, items }: Section, context: ParseContext): Formula | null {
  const [goal, more] = items;
  const { log } = context;
  if (goal?.kind !== 'list' || goal.items.length === 0) {
    const hint = goal?.kind === 'list' ? '; write "(and)" for a goal that is always true' : '';
    const message = mismatch('a condition after ":goal"', excerpt(goal), hint);
    return log.report('bad_goal', goal ?? list, message, 'before it');
  }
  const hint = ' as well; join conditions with "and"';
  if (more !== undefined) reportUnexpected(log, 'bad_goal', 'one condition in ":goal"', more, hint);
  return parseFormula(goal, context);
}

function readMetric({ list, items }: Section, log: Diagnostics): Problem['metric'] {
  const [direction, target] = items;
  const isKnown = direction?.kind === 'word' && /^(minimize|maximize)$/.test(direction.name);
  if (!isKnown || target === undefined || items.length > 2) {
    const found = items.length === 2 ? `${excerpt(direction)} after ":metric"` : pluralize(items.length, 'part');
    return log.report('bad_metric', list, mismatch('"(:metric minimize (total-cost))"', found));
  }
  const head = target.kind === 'list' && target.items.length === 1 ? target.items[0] : undefined;
  const isTotalCost = head?.kind === 'word' && head.name === 'total-cost';
  if (direction.name === 'minimize' && isTotalCost) return 'total-cost';
  const found = `${excerpt(direction)} ${excerpt(target)}`;
  return log.report('unsupported', direction, `only "(:metric minimize (total-cost))" is supported, found ${found}`);
}

function parseInit(items: readonly Expression[], context: ParseContext): InitialFact[] {
  return items.flatMap((item, index) => {
    if (isRunOn(items, index)) return [];
    const fact = item.kind === 'word' ? reportWord(item, items[index + 1], context) : parseFact(item, context);
    return fact === null ? [] : [fact];
  });
}

const FACT = 'a fact such as "(on a b)"';

function reportWord(word: Word, next: Expression | undefined, { log }: ParseContext): null {
  const isCall = next?.kind === 'list' && next.at.start === word.at.end;
  const hint = isCall ? `; write ${quote(`(${word.written} …)`)}` : undefined;
  return reportUnexpected(log, 'bad_fact', FACT, word, hint);
}

function parseFact(item: List, context: ParseContext): InitialFact | null {
  const { log, predicates } = context;
  const [head, time, literal] = item.items;
  if (head?.kind !== 'word') return reportUnexpected(log, 'bad_fact', FACT, item);
  if (head.name === '=') return parseValue(item, log);
  if (head.name === 'not') return parseNegation(item, context);
  if (!predicates.has(head.name) && /^(and|or|imply|forall|exists|when|oneof|unknown)$/.test(head.name)) {
    const hint = `; list facts in ":init" without ${quote(head)}`;
    return log.report('bad_fact', head, mismatch(FACT, excerpt(item), hint));
  }
  const isTime = time?.kind === 'word' && /^[\d.]+$/.test(time.name);
  if (head.name === 'at' && isTime && literal?.kind === 'list') {
    return log.report('unsupported', item, `timed initial literals are not supported: ${excerpt(item)}`);
  }
  const atom = parseAtom(head, item, context);
  return atom === null ? null : { kind: 'true', ...atom };
}

function parseNegation({ items, at }: List, context: ParseContext): InitialFact | null {
  const [, part, more] = items;
  const head = part?.kind === 'list' ? part.items[0] : undefined;
  if (part?.kind !== 'list' || head?.kind !== 'word' || more !== undefined) {
    const found = `${excerpt(more ?? part)} after "not"`;
    return context.log.report('bad_fact', at, mismatch('"(not (PREDICATE OBJECT …))"', found), 'before it');
  }
  const atom = parseAtom(head, part, context);
  return atom === null ? null : { kind: 'false', ...atom, at };
}

function parseValue(list: List, log: Diagnostics): InitialFact | null {
  const [, target, value] = list.items;
  if (target === undefined || value === undefined || list.items.length > 3) {
    return reportMiscount(log, 'bad_value', '"(= (FUNCTION OBJECT …) NUMBER)"', list);
  }
  if (value.kind === 'list' || !isNumeric(value)) {
    if (target.kind === 'list' && value.kind === 'word') {
      const message = `object fluents are not supported: ${mismatch('a number', excerpt(value))}`;
      return log.report('unsupported', value, message);
    }
    const hint = '; ":init" cannot state which objects are equal';
    const message = mismatch('a number in "(= (FUNCTION …) NUMBER)"', excerpt(value), hint);
    return log.report('bad_value', value, message, 'in it');
  }
  const number = readNumber(value, log);
  if (target.kind === 'word' && isNumeric(target)) {
    return log.report('bad_value', target, mismatch('a function such as "(total-cost)"', excerpt(target)), 'in it');
  }
  const term = readFunctionTerm(target, log);
  return term === null || number === null ? null : { kind: 'value', ...term, value: number, at: list.at };
}

function isNumeric({ name }: Word) {
  return /^[-\d.]/.test(name);
}
