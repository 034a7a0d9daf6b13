/**
 * Errors that reading finds in a file by itself: in its characters, parentheses, sections, lists of names, actions,
 * conditions, effects and facts.
 *
 * @module
 */
import { characterHint, commentHint, textAroundHint } from './hints.ts';
import { invalid, unsupported } from './severity.ts';
import { alternatives, closestName, counted, listed, type Named, type Place, placed, quoted } from './wording.ts';

const NO_NUMERIC = 'numeric fluents are not supported';
const BARE_VARIABLES = '; variables stand in parentheses';

/** A list as messages show it, and where it begins. */
type Opened = Place & { readonly shown: string };

function around(written: string, list: Opened, unclosed: number): string {
  const missing = unclosed === 1 ? 'a ")" is missing' : `${unclosed} ")" are missing`;
  return `${quoted(written)} stands inside ${list.shown}, opened at ${placed(list)}; ${missing} before it`;
}

function closedEarly(list: Opened, closing: Place): string {
  return `${list.shown}, opened at ${placed(list)}, is closed at ${placed(closing)}`;
}

function tooEarly(written: string, before: string): string {
  return `${quoted(written)} must come before ${quoted(before)}: Fast Downward reads no other order`;
}

/** What probably went wrong where a variable was expected. */
export type VariableSlip = keyof typeof VARIABLE_SLIPS;

const VARIABLE_SLIPS = {
  no_blank_behind_dash: '; a blank is missing behind the "-"',
  no_blank_before_dash: '; a blank is missing before the "-"',
  type_first: '; a type stands behind the variable and a "-"',
};

/** What to write in place of `(not on ?x ?y)`. */
function notHint(bare: string | null): string {
  return bare === null ? '' : `; write ${quoted(`(not (${bare} …))`)}`;
}

export const SYNTAX_ERRORS = {
  // Characters and parentheses
  empty_text: invalid('parse', () => 'expected "(define …)", found nothing'),
  no_opening: invalid('parse', (found: string) => {
    return `expected "(", found ${quoted(found)}${found === ')' ? '' : `; ${textAroundHint(found)}`}`;
  }),
  not_ascii: invalid('parse', (character: string) => {
    const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
    return `cannot read ${quoted(character)} (U+${code}): PDDL is ASCII outside comments${characterHint(character)}`;
  }),
  missing_closing: invalid('parse', (count: number, outer: Opened, inner: Opened) => {
    const innermost = count > 1 ? `; the innermost is ${inner.shown} at ${placed(inner)}` : '';
    return `${count} ")" missing at the end: ${outer.shown}, opened at ${placed(outer)}, is never closed${innermost}`;
  }),
  missing_opening: invalid('parse', (keyword: string) => `a "(" is missing before ${quoted(keyword)}`),
  section_inside_section: invalid('parse', around),
  field_inside_list: invalid('parse', around),
  field_outside_action: invalid('parse', (written: string, closing: Place | undefined) => {
    const closed = closing === undefined ? '' : `; is the ")" at ${placed(closing)} too many?`;
    return `${quoted(written)} stands outside of any action${closed}`;
  }),
  extra_closing: invalid('parse', (_: string, list: Opened, closing: Place) => {
    return `")" closes nothing: ${closedEarly(list, closing)}`;
  }),
  text_after_end: invalid('parse', (found: string, list: Opened, closing: Place) => {
    return `expected the end, found ${quoted(found)}: ${closedEarly(list, closing)}; ${textAroundHint(found)}`;
  }),
  too_deep: invalid('parse', (max: number) => `expected at most ${max} levels of parentheses, found one more`),
  too_long: invalid('parse', (max: number, found: number) => `expected at most ${max} characters, found ${found}`),
  too_many_expressions: invalid('parse', (max: number) => `expected at most ${max} words and lists, found more`),

  // Sections
  no_define: invalid('parse', (file: string, found: string, slip: 'missing' | 'misspelt' | null) => {
    const hint = { missing: '; "define" is missing', misspelt: '; did you mean "define"?', none: '' }[slip ?? 'none'];
    return `expected "(define (${file} NAME) …)", found ${found} behind "("${hint}`;
  }),
  wrong_file: invalid('schema', (file: string, other: string, isBoth: boolean) => {
    const hint = isBoth ? 'domain and problem are two files' : 'are the two files exchanged?';
    return `expected a ${file}, found a ${other}: ${hint}`;
  }),
  no_name: invalid('parse', (expected: string, found: string, isLong: boolean) => {
    return `expected ${expected}, found ${found}${isLong ? '; a name is one word' : ''}`;
  }),
  not_a_section: invalid('parse', (example: string | undefined, found: string) => {
    return `expected a section such as "(${example} …)", found ${found}${commentHint(found)}`;
  }),
  unknown_section: invalid('parse', ({ name, written }: Named, file: string, known: readonly string[]) => {
    return `unknown section ${quoted(written)} in a ${file}: ${alternatives(name, known, 'Known')}`;
  }),
  unsupported_section: unsupported((written: string, feature: string) => {
    return `${feature} are not supported: ${quoted(written)}`;
  }),
  duplicate_section: invalid('parse', (written: string, first: Place) => {
    return `${quoted(written)} stands twice, the first time at ${placed(first)}`;
  }),
  section_order: invalid('parse', (written: string, before: string) => {
    if (before === ':action') return `${quoted(written)} must come before the first ":action"`;
    return tooEarly(written, before);
  }),
  missing_section: invalid('schema', (missing: readonly string[], problem: string) => {
    const sections = missing.map((keyword) => quoted(`(${keyword} …)`)).join(' and ');
    return `expected ${sections} in problem ${quoted(problem)}, found none`;
  }),
  /** `flag` is a text if it is not a word. */
  unknown_requirement: invalid('parse', (flag: Named | string, known: readonly string[], meant?: string) => {
    if (typeof flag === 'string') return `expected a requirement such as ":strips", found ${flag}`;
    const hint = meant === undefined ? null : `did you mean ${quoted(meant)}? Known: ${listed(known)}`;
    return `unknown requirement ${quoted(flag.written)}: ${hint ?? alternatives(flag.name, known, 'Known')}`;
  }),
  unsupported_requirement: unsupported((written: string) => `the requirement ${quoted(written)} is not supported`),

  // Lists of names; `of` says what the names are, in the plural
  not_a_name: invalid('parse', (of: string, found: string, slip: 'grouped' | 'either' | null) => {
    const grouped = `; write the ${of} without parentheses around them`;
    return `expected a name among the ${of}, found ${found}${{ grouped, either: '; a "-" is missing', none: '' }[slip ?? 'none']}`;
  }),
  missing_type: invalid(
    'parse',
    (expected: string, found: string) => `expected ${expected} behind "-", found ${found}`,
  ),
  bad_type: invalid('parse', (expected: string, found: string) => `expected ${expected}, found ${found}`),
  unsupported_either: unsupported((of: string) => `"either" is not supported for ${of}; name one type`),
  too_many_types: invalid('schema', (max: number, found: number, where: string) => {
    return `expected at most ${max} types${where}, found ${found}`;
  }),
  not_a_variable: invalid('parse', (of: string, written: string, slip: VariableSlip | null) => {
    const hint = slip === null ? '' : VARIABLE_SLIPS[slip];
    return `expected a variable such as "?x" among the ${of}, found ${quoted(written)}${hint}`;
  }),
  reserved_type: invalid('schema', () => 'the type "number" cannot be declared'),
  bad_declaration: invalid('parse', (what: 'predicate' | 'function', found: string) => {
    return `expected a ${what} such as "${what === 'predicate' ? '(on ?x ?y)' : '(total-cost)'}", found ${found}`;
  }),

  // Actions
  unnamed_action: invalid('parse', (found: string) => `expected a name behind ":action", found ${found}`),
  unknown_field: invalid('parse', (key: Named, action: string, known: readonly string[], isFirst: boolean) => {
    const isName = isFirst && !key.name.startsWith(':') && closestName(key.name, known) === null;
    const meant = `${alternatives(key.name, known, 'Known')}${commentHint(quoted(key.written))}`;
    const hint = isName ? 'the name of an action is one word' : meant;
    return `unknown part ${quoted(key.written)} of action ${quoted(action)}: ${hint}`;
  }),
  duplicate_field: invalid('parse', (written: string, action: string) => {
    return `${quoted(written)} stands twice in action ${quoted(action)}`;
  }),
  field_order: invalid('parse', tooEarly),
  missing_field: invalid('schema', (action: string) => {
    return `expected ":effect" in action ${quoted(action)}, found the end of the action`;
  }),
  bad_field: invalid('parse', (expected: string, found: string, isSecond = false) => {
    const hint = isSecond ? '; join several conditions or effects with "and"' : '';
    return `expected ${expected}, found ${found}${hint}`;
  }),

  // Conditions
  /** `where` is null for the first item of a list. */
  bad_condition: invalid('parse', (where: string | null, found: string) => {
    if (where !== null) return `expected ${where} such as "(on ?x ?y)", found ${found}${commentHint(found)}`;
    const known = 'a predicate, "and", "or", "not", "imply", "forall" or "exists"';
    return `expected ${known} behind "(", found ${found}; is "and" missing?`;
  }),
  /** `hint` may be the list of known names. */
  unknown_operator: invalid('schema', ({ name, written }: Named, where: string, hint: string | readonly string[]) => {
    if (typeof hint === 'string') return `unknown operator ${quoted(written)} in ${where}: ${hint}`;
    return `unknown operator or predicate ${quoted(written)}: ${alternatives(name, hint, 'Known')}`;
  }),
  not_arguments: invalid('parse', (expected: 'condition' | 'atom', count: number, bare: string | null) => {
    const found = expected === 'atom' ? counted(count, 'part') : count;
    return `expected one ${expected} in "(not …)", found ${found}${notHint(bare)}`;
  }),
  imply_arguments: invalid('parse', (count: number) => `expected two conditions in "(imply …)", found ${count}`),
  quantifier_arguments: invalid('parse', (kind: string, count: number, isBare: boolean) => {
    const hint = isBare ? BARE_VARIABLES : count > 2 ? '; join conditions with "and"' : '';
    return `expected "(${kind} (?x - type) CONDITION)", found ${counted(count, 'part')}${hint}`;
  }),
  quantifier_variables: invalid('parse', (found: string) => {
    return `expected variables such as "(?x - type)", found ${found}`;
  }),
  equality_arguments: invalid('parse', (count: number) => `expected two terms in "(= …)", found ${count}`),
  nested_term: invalid('parse', (head: string, found: string, isDeclared: boolean) => {
    const hint = isDeclared ? '' : ` (${quoted(head)} is not a declared predicate)`;
    return `expected a variable or an object behind ${quoted(head)}, found ${found}${hint}`;
  }),
  unsupported_condition: unsupported((operator: string, isComparison: boolean) => {
    if (!isComparison) return `preferences and trajectory constraints are not supported: ${quoted(operator)}`;
    if (operator === '=') return `${NO_NUMERIC}: "=" compares objects only`;
    return `${NO_NUMERIC}: a condition cannot compare with ${quoted(operator)}`;
  }),

  // Effects
  bad_effect: invalid('parse', (found: string) => {
    return `expected an effect such as "(on ?x ?y)" or "(and …)", found ${found}${commentHint(found)}`;
  }),
  choice_in_effect: invalid('parse', (operator: string) => {
    return `an effect cannot be a choice: ${quoted(operator)}; write "and", "when" or "forall", or two actions`;
  }),
  negated_effect: invalid('parse', (found: string, isConnective: boolean) => {
    if (isConnective) return `expected an atom in "(not …)", found ${found}; an effect deletes atoms one by one`;
    return `expected an atom such as "(on ?x ?y)" in "(not …)", found ${found}`;
  }),
  when_arguments: invalid('parse', (count: number, isBare: boolean) => {
    const hint = isBare ? '; conditions stand in parentheses' : '';
    return `expected "(when CONDITION EFFECT)", found ${counted(count, 'part')}${hint}`;
  }),
  /** `found` is the number of parts, or what stands in place of the list of variables. */
  forall_arguments: invalid('parse', (found: number | string, isBare = false) => {
    if (typeof found === 'string') return `expected variables such as "(?x - type)", found ${found}`;
    return `expected "(forall (?x - type) EFFECT)", found ${counted(found, 'part')}${isBare ? BARE_VARIABLES : ''}`;
  }),
  equality_in_effect: invalid('schema', () => {
    return 'an effect cannot change "=": which objects are equal never changes';
  }),
  bad_increase: invalid('parse', (isByItself = false) => {
    return isByItself ? '"(total-cost)" cannot be increased by itself' : 'expected "(increase (total-cost) AMOUNT)"';
  }),
  unsupported_effect: unsupported((what: 'operator' | 'target' | 'arithmetic', found: string) => {
    if (what === 'arithmetic') return `arithmetic is not supported: ${found}`;
    if (what === 'operator') return `${NO_NUMERIC}: ${found}; only "(increase (total-cost) …)" is`;
    return `${NO_NUMERIC}: only "(total-cost)" can be increased, found ${found}`;
  }),
  conditional_cost: unsupported(() => '"increase" in "when" or "forall" is not supported'),
  negative_number: invalid(
    'parse',
    (found: string) => `expected a number that is not negative, found ${quoted(found)}`,
  ),
  fractional_number: unsupported((found: string) => `fractional numbers are not supported: ${quoted(found)}`),
  large_number: unsupported((max: number, found: string) => `expected a number up to ${max}, found ${quoted(found)}`),
  bad_value: invalid('parse', (expected: string, found: string, isEquality = false) => {
    const hint = isEquality ? '; which objects are equal is not stated' : '';
    return `expected ${expected}, found ${found}${hint}`;
  }),

  // Facts, goals and metrics
  /** `call` is the word before the list in `on(a b)`. */
  bad_fact: invalid('parse', (found: string, call: string | null, isNegated = false) => {
    if (isNegated) return `expected "(not (PREDICATE OBJECT …))", found ${found} behind "not"`;
    const hint = call === null ? commentHint(found) : `; write ${quoted(`(${call} …)`)}`;
    return `expected a fact such as "(on a b)", found ${found}${hint}`;
  }),
  connective_in_init: invalid('parse', (found: string, connective: string) => {
    return `expected a fact such as "(on a b)", found ${found}; ":init" lists facts without ${quoted(connective)}`;
  }),
  unsupported_fact: unsupported((what: 'object_fluent' | 'timed_literal', found: string) => {
    if (what === 'timed_literal') return `timed initial literals are not supported: ${found}`;
    return `object fluents are not supported: expected a number, found ${found}`;
  }),
  bad_goal: invalid('parse', (found: string, isSecond: boolean) => {
    if (isSecond) return `expected one condition in ":goal", found ${found} as well; join conditions with "and"`;
    return `expected a condition behind ":goal", found ${found}${found === '"()"' ? '; what always holds is "(and)"' : ''}`;
  }),
  bad_metric: invalid('parse', () => 'expected "(:metric minimize (total-cost))"'),
  unsupported_metric: unsupported((direction: string, target: string) => {
    return `only "(:metric minimize (total-cost))" is supported, found ${direction} ${target}`;
  }),
};
