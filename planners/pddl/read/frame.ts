import type { Diagnostics, PddlFile } from '../diagnostics/diagnostics.ts';
import { alternatives, closestName, formatPlace, mismatch, quote } from '../diagnostics/wording.ts';
import { type Expression, excerpt, isRunOn, type List, reportUnexpected, type Word } from './expression.ts';

export type Frame = Readonly<{
  name: Word;
  sections: readonly Section[];
  itemsOf: (keyword: string) => readonly Expression[];
}>;

export type Section = Readonly<{ keyword: Word; list: List; items: readonly Expression[] }>;

const UNSUPPORTED_SECTIONS = new Map(
  Object.entries({
    ...{ ':durative-action': 'durative actions', ':derived': 'derived predicates', ':axiom': 'axioms' },
    ...{ ':process': 'processes', ':event': 'events', ':constraints': 'trajectory constraints' },
    ...{ ':length': 'length bounds', ':timeless': 'timeless facts', ':safety': 'safety constraints' },
    ...{ ':task': 'hierarchical tasks', ':method': 'hierarchical methods', ':htn': 'hierarchical task networks' },
    ...{ ':situation': 'situations' },
  }),
);

/** `order` is Fast Downward's. */
export function readFrame(top: List, order: readonly string[], log: Diagnostics): Frame | null {
  const { file } = log;
  const [define, name, ...items] = top.items;
  if (define?.kind !== 'word' || define.name !== 'define') {
    const isMissing = isFile(define) || (define?.kind === 'list' && isFile(define.items[0]));
    const isMisspelt = define?.kind === 'word' && closestName(define.name, ['define']) !== null;
    const hint = isMissing ? '; "define" is missing' : isMisspelt ? '; did you mean "define"?' : '';
    const message = mismatch(`"(define (${file} NAME) …)"`, `${excerpt(define)} after "("`, hint);
    return log.report('no_define', define ?? top, message);
  }
  const nameWord = readName(name ?? top, log);
  const unordered = items.flatMap((item, i) => (isRunOn(items, i) ? [] : (readSection(item, order, log) ?? [])));
  if (nameWord === null) return null;
  const sections = orderedSections(unordered, order, log);
  const byKeyword = new Map(sections.map(({ keyword, items }) => [keyword.name, items]));
  return { name: nameWord, sections, itemsOf: (keyword) => byKeyword.get(keyword) ?? [] };
}

function isFile(expression: Expression | undefined) {
  return expression?.kind === 'word' && /^(domain|problem)$/.test(expression.name);
}

function readName(expression: Expression, log: Diagnostics): Word | null {
  const { file, imbalance } = log;
  const [head, name, more] = expression.kind === 'list' ? expression.items : [];
  const other: PddlFile = file === 'domain' ? 'problem' : 'domain';
  if (head?.kind === 'word' && head.name === other) {
    const hasBothFiles = imbalance?.error.kind === 'text_after_end';
    const hint = hasBothFiles ? ': domain and problem are two files' : ': are the two files swapped?';
    return log.report('wrong_file', head, mismatch(`a ${file}`, `a ${other}`, hint));
  }
  if (head?.kind === 'word' && head.name === file && name?.kind === 'word' && more === undefined) return name;
  const hint = name?.kind === 'word' && more !== undefined ? '; a name must be one word' : '';
  return reportUnexpected(log, 'no_name', `"(${file} NAME)" after "(define"`, expression, hint);
}

function readSection(item: Expression, known: readonly string[], log: Diagnostics): Section | null {
  const keyword = item.kind === 'list' ? item.items[0] : undefined;
  if (item.kind === 'word' || keyword?.kind !== 'word') {
    return reportUnexpected(log, 'bad_section', `a section such as "(${known[0]} …)"`, item);
  }
  const { name } = keyword;
  if (known.includes(name)) return { keyword, list: item, items: item.items.slice(1) };
  const feature = UNSUPPORTED_SECTIONS.get(name);
  const unsupported = `${feature} are not supported: ${quote(keyword)}`;
  if (feature !== undefined) return log.report('unsupported', keyword, unsupported);
  const unknown = `unknown section ${quote(keyword)} in a ${log.file}`;
  return log.report('unknown_section', keyword, `${unknown}: ${alternatives(name, known, { label: 'Known' })}`);
}

function orderedSections(sections: readonly Section[], order: readonly string[], log: Diagnostics): Section[] {
  const found = new Map<string, Word>();
  let last = 0;
  return sections.filter(({ keyword }) => {
    const { name } = keyword;
    const first = found.get(name);
    if (first !== undefined && name !== ':action') {
      log.report('bad_section', keyword, `${quote(keyword)} appears twice, first at ${formatPlace(first.at)}`);
      return false;
    }
    const place = order.indexOf(name);
    const later = order[last]!;
    if (place < last && log.file === 'domain' && later !== ':action') {
      log.report('section_out_of_order', keyword, `${quote(keyword)} should come before ${quote(later)}`);
    } else if (place < last) log.report('bad_section', keyword, orderMessage(keyword, later));
    last = Math.max(last, place);
    found.set(name, keyword);
    return true;
  });
}

export function orderMessage(keyword: Word, later: string): string {
  if (later === ':action') return `${quote(keyword)} must come before the first ":action"`;
  return `${quote(keyword)} must come before ${quote(later)}: Fast Downward reads no other order`;
}

const ADL = (
  ':strips :typing :equality :negative-preconditions :disjunctive-preconditions :existential-preconditions ' +
  ':universal-preconditions :quantified-preconditions :conditional-effects'
).split(' ');

const FLAGS = [...ADL, ':action-costs', ':adl', ':negation', ':derived-predicates'];

const IMPLIED_FLAGS: ReadonlyMap<string, readonly string[]> = new Map([
  [':adl', ADL],
  [':quantified-preconditions', [':existential-preconditions', ':universal-preconditions']],
  [':negation', [':negative-preconditions']],
]);

const UNSUPPORTED_FLAGS = new Set(
  (
    ':fluents :numeric-fluents :object-fluents :durative-actions :durative-inequalities :duration-inequalities ' +
    ':continuous-effects :timed-initial-literals :timed-effects :preferences :constraints :goal-utilities :utilities ' +
    ':domain-axioms :time :action-expansions :foreach-expansions :dag-expansions :subgoal-through-axioms ' +
    ':safety-constraints :expression-evaluation :open-world :true-negation :ucpop :hierarchy :non-deterministic ' +
    ':probabilistic-effects :multi-agent :unfactored-privacy :factored-privacy :rewards :mdp :contingent'
  ).split(' '),
);

export function readRequirements(items: readonly Expression[], log: Diagnostics): Word[] {
  const flags = items.filter((item) => item.kind === 'word' && FLAGS.includes(item.name)) as Word[];
  for (const item of items) {
    if (item.kind === 'list') {
      log.report('unknown_requirement', item, mismatch('a requirement such as ":strips"', excerpt(item)));
    } else if (UNSUPPORTED_FLAGS.has(item.name)) {
      log.report('unsupported', item, `the requirement ${quote(item)} is not supported`);
    } else if (!FLAGS.includes(item.name)) {
      log.report('unknown_requirement', item, `unknown requirement ${quote(item)}: ${flagHint(item)}`);
    }
  }
  return flags;
}

function flagHint({ name }: Word) {
  const likely = /^:?type[sd]?$/.test(name) ? ':typing' : /^:?costs?$/.test(name) ? ':action-costs' : undefined;
  return alternatives(name, FLAGS, { label: 'Known', likely });
}

export function declaredFlags(declared: readonly Word[]): Set<string> {
  return new Set(declared.flatMap(({ name }) => [name, ...(IMPLIED_FLAGS.get(name) ?? [])]));
}
