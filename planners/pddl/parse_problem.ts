/**
 * Reads a problem: sections in the one order that Fast Downward takes.
 *
 * @module
 */
import type { Complaints } from './complaints.ts';
import type { Formula, TypedName } from './domain.ts';
import { readExpression, type Word } from './expression.ts';
import { type ParseContext, parseFormula } from './parse_formula.ts';
import { parseInit } from './parse_init.ts';
import type { InitialFact, Problem } from './problem.ts';
import { readRequirements } from './requirements.ts';
import { type Frame, readFrame, type Section } from './sections.ts';
import { readTypedList } from './typed_list.ts';
import { placed, quoted, shown } from './wording.ts';

const SECTIONS = [':domain', ':requirements', ':objects', ':init', ':goal', ':metric'];
const REQUIRED = [':domain', ':init', ':goal'];

/** The problem, null if a part that it cannot do without could not be read. `predicates` are those of the domain. */
export function parseProblem(text: string, predicates: ReadonlySet<string>, complaints: Complaints): Problem | null {
  const context: ParseContext = { complaints, predicates };
  const top = readExpression(text, complaints);
  const frame = top === null ? null : readFrame(top, SECTIONS, complaints);
  if (top === null || frame === null) return null;
  const sections = orderedSections(frame, complaints);
  let domain: Word | null = null;
  let requirements: Word[] = [];
  let objects: TypedName[] = [];
  let init: InitialFact[] = [];
  let goal: Formula | null = null;
  let metric: Problem['metric'] = null;
  for (const section of sections.values()) {
    const { items } = section;
    switch (section.keyword.name) {
      case ':domain':
        domain = readDomainName(section, complaints);
        break;
      case ':requirements':
        requirements = readRequirements(items, complaints);
        break;
      case ':objects':
        objects = readTypedList(items, { of: 'objects', variables: false, either: false }, complaints);
        break;
      case ':init':
        init = parseInit(items, context);
        break;
      case ':goal':
        goal = readGoal(section, context);
        break;
      default:
        metric = readMetric(section, complaints);
    }
  }
  const missing = REQUIRED.filter((keyword) => !sections.has(keyword)).map((keyword) => quoted(`(${keyword} …)`));
  const isMisnamed = complaints.errors.some(({ kind }) => kind === 'unknown_section');
  if (missing.length > 0 && !isMisnamed) {
    const text = `expected ${missing.join(' and ')} in problem ${quoted(frame.name.written)}, found none`;
    complaints.add('missing_section', top.closing, text);
  }
  if (domain === null || goal === null) return null;
  return { name: frame.name, domain, requirements, objects, init, goal, metric };
}

/** Keyword → section, in the order of the text. */
function orderedSections(frame: Frame, complaints: Complaints): Map<string, Section> {
  const sections = new Map<string, Section>();
  let last = -1;
  for (const section of frame.sections) {
    const { name, written, at } = section.keyword;
    const twin = sections.get(name);
    const order = SECTIONS.indexOf(name);
    if (twin !== undefined) {
      const text = `${quoted(written)} stands twice, the first time at ${placed(twin.keyword.at)}`;
      complaints.add('duplicate_section', at, text);
      continue;
    }
    if (order < last) {
      const before = quoted(SECTIONS[last] as string);
      complaints.add(
        'section_order',
        at,
        `${quoted(written)} must come before ${before}: Fast Downward reads no other order`,
      );
    }
    last = Math.max(last, order);
    sections.set(name, section);
  }
  return sections;
}

function readDomainName({ list, items }: Section, complaints: Complaints): Word | null {
  const [name, more] = items;
  if (name?.kind === 'word' && more === undefined) return name;
  complaints.add(
    'no_name',
    list.at,
    `expected "(:domain NAME)", found ${shown(more ?? name)} behind ":domain"${more === undefined ? '' : '; a name is one word'}`,
  );
  return null;
}

function readGoal({ list, items }: Section, context: ParseContext): Formula | null {
  const [goal, more] = items;
  const { complaints } = context;
  if (goal?.kind !== 'list' || goal.items.length === 0) {
    const text = `expected a condition behind ":goal", found ${shown(goal)}${goal?.kind === 'list' ? '; what always holds is "(and)"' : ''}`;
    complaints.add('bad_goal', goal?.at ?? list.at, text);
    return null;
  }
  if (more !== undefined) {
    const text = `expected one condition in ":goal", found ${shown(more)} as well; join conditions with "and"`;
    complaints.add('bad_goal', more.at, text);
  }
  return parseFormula(goal, context);
}

function readMetric({ list, items }: Section, complaints: Complaints): Problem['metric'] {
  const [direction, target, more] = items;
  const head = target?.kind === 'list' && target.items.length === 1 ? target.items[0] : undefined;
  if (
    direction?.kind !== 'word' ||
    !/^(minimize|maximize)$/.test(direction.name) ||
    target === undefined ||
    more !== undefined
  ) {
    complaints.add('bad_metric', list.at, 'expected "(:metric minimize (total-cost))"');
    return null;
  }
  if (direction.name === 'minimize' && head?.kind === 'word' && head.name === 'total-cost') return 'total-cost';
  const text = `only "(:metric minimize (total-cost))" is supported, found ${shown(direction)} ${shown(target)}`;
  complaints.add('unsupported_metric', direction.at, text);
  return null;
}
