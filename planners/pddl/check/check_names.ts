/** Mistakes that Fast Downward does not check are warnings. */
import type { DiagnosticKind, Diagnostics, Span } from '../diagnostics/diagnostics.ts';
import { alternatives, formatPlace, pluralize, quote, quoteAll } from '../diagnostics/wording.ts';
import {
  type Atom,
  type Declaration,
  type Effect,
  type Formula,
  type FunctionTerm,
  partsOf,
  type TypedName,
} from '../read/domain.ts';
import type { Word } from '../read/expression.ts';
import { Scope, type TypeHierarchy, typesOf } from './type_hierarchy.ts';

export type SymbolTable = Readonly<{
  types: TypeHierarchy;
  predicates: ReadonlyMap<string, Declaration>;
  functions: ReadonlyMap<string, Declaration>;
  objects: ReadonlyMap<string, TypedName>;
  flags: ReadonlySet<string>;
}>;

type Variables = Scope<TypedName>;

const MARKS = [',', ':', ';', '"'];

const FEATURE_FLAGS: Readonly<Record<string, readonly [flag: string, what: string]>> = {
  equal: [':equality', '"="'],
  or: [':disjunctive-preconditions', '"or"'],
  imply: [':disjunctive-preconditions', '"imply"'],
  not: [':negative-preconditions', '"not" in a condition'],
  exists: [':existential-preconditions', '"exists"'],
  forall: [':universal-preconditions', '"forall"'],
  when: [':conditional-effects', '"when"'],
  'forall effect': [':conditional-effects', '"forall" in an effect'],
  increase: [':action-costs', '"increase"'],
};

export class NameCheck {
  readonly symbols: SymbolTable;
  readonly log: Diagnostics;
  readonly #flags: Set<string>;
  #where: string;
  readonly #reported = new Set<string>();

  constructor(symbols: SymbolTable, log: Diagnostics, where: string) {
    this.symbols = symbols;
    this.log = log;
    this.#flags = new Set(symbols.flags);
    this.#where = where;
  }

  enter(where: string): void {
    this.#where = where;
    this.#reported.clear();
  }

  check(node: Formula | Effect, variables: Variables, isEffect = false): void {
    const feature = FEATURE_FLAGS[isEffect && node.kind === 'forall' ? 'forall effect' : node.kind];
    if (feature !== undefined) this.requireFlag(...feature, node.at);
    if ('predicate' in node) this.checkAtom(node, variables);
    if (node.kind === 'equal') for (const term of [node.left, node.right]) this.#lookUp(term, variables);
    if (node.kind === 'increase' && typeof node.amount !== 'number') this.checkFunction(node.amount, variables);
    if (node.kind === 'when') this.check(node.condition, variables);
    const inner = 'variables' in node ? this.#extend(variables, node.variables) : variables;
    for (const part of partsOf(node)) this.check(part, inner, isEffect);
  }

  checkAtom({ predicate, terms, at }: Atom, variables: Variables): void {
    const { predicates, types } = this.symbols;
    const { name } = predicate;
    const dash = terms.find((term) => term.name === '-');
    if (dash !== undefined) {
      const hint = `types belong in declarations, not after ${quote(predicate)}`;
      this.log.report('unknown_object', dash, `unknown object "-" in ${this.#where}: ${hint}`);
      return;
    }
    const declaration = predicates.get(name);
    const declarations = terms.map((term) => this.#lookUp(term, variables));
    if (declaration === undefined) {
      const type = 'it is a type, not a predicate; a type follows its names and a "-", as in "a b - type"';
      const hint = () => (types.declared.has(name) ? type : alternatives(name, predicates.keys()));
      this.#reportUnknown('unknown_predicate', 'predicate', predicate, hint);
      return;
    }
    const mistake = findMiscount(declaration, predicate, terms);
    if (mistake !== null) {
      this.log.report('wrong_arity', at, `${mistake} in ${this.#where}`);
      return;
    }
    for (const [i, term] of terms.entries()) {
      const parameter = declaration.parameters[i]!;
      const type = declarations[i] && types.firstUnfitType(declarations[i], parameter);
      if (type === null) continue;
      const expected = `${quote(predicate)} expects ${quoteAll(typesOf(parameter))}`;
      this.log.report('argument_type', term, `${expected}, found ${quote(term)} of type ${quote(type!)}`);
    }
  }

  checkFunction({ function: head, terms, at }: FunctionTerm, variables: Variables): void {
    for (const term of terms) this.#lookUp(term, variables, 'function_arguments');
    const { functions } = this.symbols;
    const declaration = functions.get(head.name);
    const mistake = declaration && findMiscount(declaration, head, terms);
    if (declaration === undefined) {
      const what = `the function ${quote(head)} is not declared in ":functions"`;
      this.log.report('undeclared_function', head, () => `${what}: ${alternatives(head.name, functions.keys())}`);
    } else if (mistake) this.log.report('function_arguments', at, mistake);
  }

  checkTypes({ name, types }: TypedName): void {
    const { known, declared } = this.symbols.types;
    for (const type of types ?? []) {
      this.requireFlag(':typing', '"-"', type.at);
      if (known.has(type.name)) continue;
      const what = `the type ${quote(type)} of ${quote(name)} is not declared, so no object has it`;
      this.log.report('undeclared_type', type, () => `${what}: ${alternatives(type.name, declared)}`);
    }
  }

  requireFlag(flag: string, what: string, at: Span): void {
    if (this.#flags.has(flag)) return;
    this.#flags.add(flag);
    const message = `${what} requires ${quote(flag)}, which ":requirements" does not list`;
    this.log.report('undeclared_requirement', at, message);
  }

  #extend(variables: Variables, names: readonly TypedName[]): Variables {
    const bound = new Map<string, TypedName>();
    for (const typed of names) {
      const { name } = typed;
      if (bound.has(name.name) || variables.get(name.name) !== undefined) {
        const message = `${quote(name)} hides a variable of the same name in ${this.#where}`;
        this.log.report('shadowed_variable', name, message);
      }
      this.checkTypes(typed);
      bound.set(name.name, typed);
    }
    return new Scope(bound, variables);
  }

  #lookUp(term: Word, variables: Variables, kind: DiagnosticKind = 'unknown_object'): TypedName | null {
    const found = variables.get(term.name) ?? this.symbols.objects.get(term.name);
    if (found !== undefined) return found;
    // Fast Downward accepts any argument of a function in ":init".
    const isAccepted = kind === 'function_arguments' && this.log.file === 'problem';
    const hint = () => this.#hintFor(term, variables);
    if (isAccepted || !term.name.startsWith('?')) this.#reportUnknown(kind, 'object', term, hint);
    else this.#reportUnknown('unknown_variable', 'variable', term, hint);
    return null;
  }

  #reportUnknown(kind: DiagnosticKind, what: string, word: Word, hint: () => string) {
    const key = `${kind} ${word.name}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.log.report(kind, word, () => `unknown ${what} ${quote(word)} in ${this.#where}: ${hint()}`);
  }

  #hintFor({ name, written }: Word, variables: Variables) {
    const { objects, types } = this.symbols;
    const isProblem = this.log.file === 'problem';
    const markedName = MARKS.flatMap((mark) => variables.get(name + mark) ?? objects.get(name + mark) ?? [])[0]?.name;
    if (markedName !== undefined) {
      return `${quote(markedName)} is declared at ${formatPlace(markedName.at)}; separate names with spaces only`;
    }
    if (!name.startsWith('?')) {
      const likely = variables.get(`?${name}`) === undefined ? undefined : `?${written}`;
      return alternatives(name, objects.keys(), { label: isProblem ? 'Declared' : 'Declared in ":constants"', likely });
    }
    const names = variables.names();
    const typeIn = (other: string) => (other.startsWith(`${name}-`) ? other.slice(name.length + 1) : '');
    const dashedName = names.find((other) => types.known.has(typeIn(other)));
    if (dashedName !== undefined) {
      const suggestion = quote(`${written} - ${typeIn(dashedName)}`);
      return `did you mean ${suggestion} in the declaration of ${quote(dashedName)}? Add spaces around the "-"`;
    }
    if (names.length > 0 || !isProblem) return alternatives(name, names);
    return 'a problem has variables only in "forall" and "exists"; write an object without "?"';
  }
}

function findMiscount({ parameters }: Declaration, word: Word, terms: readonly Word[]): string | null {
  if (parameters.length === terms.length) return null;
  return `${quote(word)} takes ${pluralize(parameters.length, 'argument')}, found ${terms.length}`;
}
