/**
 * Parses a problem: sections in the only order that Fast Downward accepts.
 *
 * @module
 */
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { Formula, TypedName } from './domain.ts';
import { shown, type Word } from './expression.ts';
import { type ParseContext, parseFormula } from './parse_formula.ts';
import { parseInit } from './parse_init.ts';
import type { InitialFact, Problem } from './problem.ts';
import { readExpression } from './read_expression.ts';
import { readRequirements } from './requirements.ts';
import { type Frame, readFrame, type Section } from './sections.ts';
import { readTypedList } from './typed_list.ts';

const SECTIONS = [':domain', ':requirements', ':objects', ':init', ':goal', ':metric'];
const REQUIRED = [':domain', ':init', ':goal'];

/** The problem; null if a part that it needs could not be read. `predicates` are those of the domain. */
export function parseProblem(text: string, predicates: ReadonlySet<string>, diagnostics: Diagnostics): Problem | null {
  const context: ParseContext = { diagnostics, predicates };
  const top = readExpression(text, diagnostics);
  const frame = top === null ? null : readFrame(top, SECTIONS, diagnostics);
  if (top === null || frame === null) return null;
  const sections = orderedSections(frame, diagnostics);
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
        domain = readDomainName(section, diagnostics);
        break;
      case ':requirements':
        requirements = readRequirements(items, diagnostics);
        break;
      case ':objects':
        objects = readTypedList(items, { of: 'objects', variables: false, either: false }, diagnostics);
        break;
      case ':init':
        init = parseInit(items, context);
        break;
      case ':goal':
        goal = readGoal(section, context);
        break;
      default:
        metric = readMetric(section, diagnostics);
    }
  }
  const missing = REQUIRED.filter((keyword) => !sections.has(keyword));
  const isMisnamed = diagnostics.errors.some(({ kind }) => kind === 'unknown_section');
  if (missing.length > 0 && !isMisnamed)
    diagnostics.report('missing_section', top.closing, missing, frame.name.written);
  if (domain === null || goal === null) return null;
  return { name: frame.name, domain, requirements, objects, init, goal, metric };
}

/** Keyword → section, in the order of the text. */
function orderedSections(frame: Frame, diagnostics: Diagnostics): Map<string, Section> {
  const sections = new Map<string, Section>();
  let last = -1;
  for (const section of frame.sections) {
    const { name, written, at } = section.keyword;
    const twin = sections.get(name);
    const order = SECTIONS.indexOf(name);
    if (twin !== undefined) {
      diagnostics.report('duplicate_section', at, written, twin.keyword.at);
      continue;
    }
    if (order < last) diagnostics.report('section_order', at, written, SECTIONS[last]!);
    last = Math.max(last, order);
    sections.set(name, section);
  }
  return sections;
}

function readDomainName({ list, items }: Section, diagnostics: Diagnostics): Word | null {
  const [name, more] = items;
  if (name?.kind === 'word' && more === undefined) return name;
  const found = `${shown(more ?? name)} behind ":domain"`;
  return diagnostics.report('no_name', list.at, '"(:domain NAME)"', found, more !== undefined);
}

function readGoal({ list, items }: Section, context: ParseContext): Formula | null {
  const [goal, more] = items;
  const { diagnostics } = context;
  if (goal?.kind !== 'list' || goal.items.length === 0)
    return diagnostics.report('bad_goal', goal?.at ?? list.at, shown(goal), false);
  if (more !== undefined) diagnostics.report('bad_goal', more.at, shown(more), true);
  return parseFormula(goal, context);
}

function readMetric({ list, items }: Section, diagnostics: Diagnostics): Problem['metric'] {
  const [direction, target, more] = items;
  const head = target?.kind === 'list' && target.items.length === 1 ? target.items[0] : undefined;
  if (
    direction?.kind !== 'word' ||
    !/^(minimize|maximize)$/.test(direction.name) ||
    target === undefined ||
    more !== undefined
  )
    return diagnostics.report('bad_metric', list.at);
  if (direction.name === 'minimize' && head?.kind === 'word' && head.name === 'total-cost') return 'total-cost';
  return diagnostics.report('unsupported_metric', direction.at, shown(direction), shown(target));
}
