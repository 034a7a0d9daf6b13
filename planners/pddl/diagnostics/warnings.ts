/**
 * Warnings: what Fast Downward accepts although it is probably a mistake.
 *
 * @module
 */
import { commentHint } from './hints.ts';
import { type Arity, type UnknownName, unknownName, wrongArity } from './semantic_errors.ts';
import { warning } from './severity.ts';
import { alternatives, listed, type Named, type Place, placed, quoted } from './wording.ts';

function twiceIn(where: string) {
  return (written: string, first: Place) => {
    return `${quoted(written)} (first at ${placed(first)}) stands twice in ${where}`;
  };
}

export const WARNINGS = {
  undeclared_requirement: warning((what: string, flag: string) => {
    return `${what} needs ${quoted(flag)}, which ":requirements" does not list`;
  }),
  section_out_of_order: warning((written: string, before: string) => {
    return `${quoted(written)} should come before ${quoted(before)}`;
  }),
  no_names_before_type: warning((type: string) => `expected names before "- ${type}", found none`),
  /** `of` says what the names are, in the plural. */
  dash_in_name: warning((written: string, of: string) => {
    return `${quoted(written)} is taken for one of the ${of}; a blank is missing behind the "-"`;
  }),
  mark_in_name: warning((written: string, of: string) => {
    const separators = '; blanks separate names, nothing else does';
    const hint = written.includes(':') ? '; a type stands behind its names and a "-"' : separators;
    return `${quoted(written)} is taken for one of the ${of}${commentHint(quoted(written)) || hint}`;
  }),
  variable_as_object: warning((written: string) => {
    return `${quoted(written)} looks like a variable and is taken for an object`;
  }),
  /** `declared` is null for a supertype. */
  undeclared_type: warning(({ name, written }: Named, of: string, declared: ReadonlySet<string> | null) => {
    if (declared === null)
      return `the type ${quoted(written)}, supertype of ${quoted(of)}, is not declared: it stands beside "object", not below it`;
    const hint = alternatives(name, declared);
    return `the type ${quoted(written)} of ${quoted(of)} is not declared, no object has it: ${hint}`;
  }),
  duplicate_type: warning(twiceIn('":types"; all its supertypes count')),
  duplicate_predicate: warning(twiceIn('":predicates"; the last declaration counts')),
  duplicate_function: warning(twiceIn('":functions"')),
  duplicate_action: warning(twiceIn('the actions; plans cannot tell them apart')),
  duplicate_parameter: warning((written: string, first: Place, of: string, isAction = false) => {
    const hint = isAction ? '; both are the same object' : '';
    return twiceIn(`the parameters of ${quoted(of)}${hint}`)(written, first);
  }),
  reserved_predicate: warning((written: string) => {
    return `${quoted(written)} is a word of PDDL: as a predicate it can never be used`;
  }),
  shadowed_variable: warning((written: string, where: string) => {
    return `${quoted(written)} hides a variable of the same name in ${where}`;
  }),
  argument_type: warning((term: string, type: string, predicate: string, expected: readonly string[]) => {
    const found = `${quoted(term)} of type ${quoted(type)}`;
    return `${found} stands where ${quoted(predicate)} expects ${listed(expected)}`;
  }),
  duplicate_fact: warning((fact: string, first: Place) => {
    return `${quoted(fact)} is said twice, the first time at ${placed(first)}`;
  }),
  equality_in_init: warning(() => 'which objects are equal is known: this says nothing'),
  /** `name` is null for the function that the metric uses. */
  undeclared_function: warning((name: Named | null, declared: Iterable<string>) => {
    const hint = alternatives(name?.name ?? 'total-cost', declared);
    if (name === null) return `the metric uses "total-cost", which ":functions" does not declare: ${hint}`;
    return `the function ${quoted(name.written)} is not declared in ":functions": ${hint}`;
  }),
  function_arguments: warning((written: string, wrong: Arity | UnknownName) => {
    return 'takes' in wrong ? wrongArity(written, wrong) : unknownName('object', written, wrong);
  }),
  object_fluent: warning((written: string, type: string) => {
    return `the function ${quoted(written)} is of type ${quoted(type)}, only "number" means something`;
  }),
  several_costs: warning((action: string, count: number) => {
    return `action ${quoted(action)} has ${count} costs: the last one counts`;
  }),
  empty_effect: warning((action: string) => `action ${quoted(action)} changes nothing and is left out`),
  same_name: warning((written: string, other: 'object' | 'predicate') => {
    const hint = other === 'object' ? '; is a "-" missing before it?' : ': in conditions it is the predicate';
    return `${quoted(written)} is a type and ${other === 'object' ? 'an object' : 'a predicate'}${hint}`;
  }),
};
