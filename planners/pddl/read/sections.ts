/**
 * The frame of a PDDL file: `(define (domain NAME) (:section …) …)`.
 *
 * @module
 */
import type { Diagnostics, PddlFile } from '../diagnostics/diagnostics.ts';
import { closestName } from '../diagnostics/wording.ts';
import { type Expression, isRunOn, type List, shown, type Word } from './expression.ts';

export type Frame = {
  readonly name: Word;
  readonly sections: readonly Section[];
};

/** `keyword` is the first word of the list. */
export type Section = { readonly keyword: Word; readonly list: List; readonly items: readonly Expression[] };

/** Keyword of a section that the planner does not support → the feature that it belongs to. */
const UNSUPPORTED: ReadonlyMap<string, string> = new Map([
  [':durative-action', 'durative actions'],
  [':derived', 'derived predicates'],
  [':axiom', 'axioms'],
  [':process', 'processes'],
  [':event', 'events'],
  [':constraints', 'trajectory constraints'],
  [':length', 'length bounds'],
  [':timeless', 'timeless facts'],
  [':safety', 'safety constraints'],
  [':task', 'hierarchical tasks'],
  [':method', 'hierarchical methods'],
  [':htn', 'hierarchical task networks'],
  [':situation', 'situations'],
]);

/** Name and sections of a file; `known` are the sections that it may have. Null, with a diagnostic, if there is no frame. */
export function readFrame(top: List, known: readonly string[], diagnostics: Diagnostics): Frame | null {
  const { file } = diagnostics;
  const [define, name, ...rest] = top.items;
  if (define?.kind !== 'word' || define.name !== 'define') {
    const likely = define?.kind === 'word' ? closestName(define.name, ['define']) : null;
    const missing = isFile(define) || isFile(define?.kind === 'list' ? define.items[0] : undefined);
    const misspelt = likely === null ? null : 'misspelt';
    return diagnostics.report('no_define', define?.at ?? top.at, file, shown(define), missing ? 'missing' : misspelt);
  }
  const named = readName(name ?? top, diagnostics);
  const sections: Section[] = [];
  for (const [index, item] of rest.entries()) {
    if (isRunOn(rest, index)) continue;
    const section = readSection(item, known, diagnostics);
    if (section !== null) sections.push(section);
  }
  return named === null ? null : { name: named, sections };
}

function isFile(expression: Expression | undefined): boolean {
  return expression?.kind === 'word' && /^(domain|problem)$/.test(expression.name);
}

function readName(expression: Expression, diagnostics: Diagnostics): Word | null {
  const { file } = diagnostics;
  const [head, name, more] = expression.kind === 'list' ? expression.items : [];
  const other: PddlFile = file === 'domain' ? 'problem' : 'domain';
  if (head?.kind === 'word' && head.name === other) {
    const isBoth = diagnostics.imbalance?.error.kind === 'text_after_end';
    return diagnostics.report('wrong_file', head.at, file, other, isBoth);
  }
  if (head?.kind !== 'word' || head.name !== file || name?.kind !== 'word' || more !== undefined) {
    const isLong = name?.kind === 'word' && more !== undefined;
    return diagnostics.report('no_name', expression.at, `"(${file} NAME)" behind "(define"`, shown(expression), isLong);
  }
  return name;
}

function readSection(item: Expression, known: readonly string[], diagnostics: Diagnostics): Section | null {
  const keyword = item.kind === 'list' ? item.items[0] : undefined;
  if (item.kind === 'word' || keyword?.kind !== 'word')
    return diagnostics.report('not_a_section', item.at, known[0], shown(item));
  if (known.includes(keyword.name)) return { keyword, list: item, items: item.items.slice(1) };
  const feature = UNSUPPORTED.get(keyword.name);
  if (feature !== undefined) diagnostics.report('unsupported_section', keyword.at, keyword.written, feature);
  else diagnostics.report('unknown_section', keyword.at, keyword, diagnostics.file, known);
  return null;
}
