/** Fast Downward checks no argument types, functions or flags, so these give warnings. */
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
import { Scope } from './scope.ts';
import { type TypeHierarchy, typesOf } from './type_hierarchy.ts';

export type SymbolTable = Readonly<{
  types: TypeHierarchy;
  predicates: ReadonlyMap<string, Declaration>;
  functions: ReadonlyMap<string, Declaration>;
  objects: ReadonlyMap<string, TypedName>;
  flags: ReadonlySet<string>;
}>;

type Variables = Scope<TypedName>;

/** Other languages put these behind a name; Fast Downward reads them as part of it. */
const DECLARED_MARKS = [',', ':', ';', '"'];

const NEEDED: Readonly<Record<string, readonly [flag: string, what: string]>> = {
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
  readonly diagnostics: Diagnostics;
  readonly #flags: Set<string>;
  #where: string;
  readonly #reported = new Set<string>();

  constructor(symbols: SymbolTable, diagnostics: Diagnostics, where: string) {
    this.symbols = symbols;
    this.diagnostics = diagnostics;
    this.#flags = new Set(symbols.flags);
    this.#where = where;
  }

  enter(where: string): void {
    this.#where = where;
    this.#reported.clear();
  }

  check(node: Formula | Effect, variables: Variables, isEffect = false): void {
    const needed = NEEDED[isEffect && node.kind === 'forall' ? 'forall effect' : node.kind];
    if (needed !== undefined) this.needs(...needed, node.at);
    if ('predicate' in node) this.atom(node, variables);
    if (node.kind === 'equal') for (const term of [node.left, node.right]) this.#lookUp(term, variables);
    if (node.kind === 'increase' && typeof node.amount !== 'number') this.functionTerm(node.amount, variables);
    if (node.kind === 'when') this.check(node.condition, variables);
    const inner = 'variables' in node ? this.#extended(variables, node.variables) : variables;
    for (const part of partsOf(node)) this.check(part, inner, isEffect);
  }

  atom({ predicate, terms, at }: Atom, variables: Variables): void {
    const { predicates, types } = this.symbols;
    const { name } = predicate;
    const dash = terms.find((term) => term.name === '-');
    if (dash !== undefined) {
      const hint = `types stand where names are declared, not behind ${quote(predicate)}`;
      this.diagnostics.report('unknown_object', dash, `unknown object "-" in ${this.#where}: ${hint}`);
      return;
    }
    const declaration = predicates.get(name);
    const declared = terms.map((term) => this.#lookUp(term, variables));
    if (declaration === undefined) {
      const type = 'it is a type, not a predicate; types stand behind names, as in "a - type"';
      const hint = () => (types.declared.has(name) ? type : alternatives(name, predicates.keys()));
      this.#unknown('unknown_predicate', 'predicate', predicate, hint);
      return;
    }
    const wrong = wrongArity(declaration, predicate, terms);
    if (wrong !== null) this.diagnostics.report('wrong_arity', at, `${wrong} in ${this.#where}`);
    else for (const [i, term] of terms.entries()) this.#argument(declaration, i, term, declared[i]!);
  }

  #argument({ name, parameters }: Declaration, index: number, term: Word, declared: TypedName | null): void {
    const parameter = parameters[index]!;
    const type = declared && this.symbols.types.firstOutside(declared, parameter);
    if (type === null) return;
    const stands = `${quote(term)} of type ${quote(type)} stands where ${quote(name)} expects`;
    this.diagnostics.report('argument_type', term, `${stands} ${quoteAll(typesOf(parameter))}`);
  }

  functionTerm({ function: head, terms, at }: FunctionTerm, variables: Variables): void {
    for (const term of terms) this.#lookUp(term, variables, 'function_arguments');
    const { functions } = this.symbols;
    const declaration = functions.get(head.name);
    const wrong = declaration && wrongArity(declaration, head, terms);
    if (declaration === undefined) {
      const what = `the function ${quote(head)} is not declared in ":functions"`;
      const message = () => `${what}: ${alternatives(head.name, functions.keys())}`;
      this.diagnostics.report('undeclared_function', head, message);
    } else if (wrong) this.diagnostics.report('function_arguments', at, wrong);
  }

  usedTypes({ name, types }: TypedName): void {
    const { known, declared } = this.symbols.types;
    for (const type of types ?? []) {
      this.needs(':typing', '"-"', type.at);
      if (known.has(type.name)) continue;
      const what = `the type ${quote(type)} of ${quote(name)} is not declared, no object has it`;
      this.diagnostics.report('undeclared_type', type, () => `${what}: ${alternatives(type.name, declared)}`);
    }
  }

  needs(flag: string, what: string, at: Span): void {
    if (this.#flags.has(flag)) return;
    this.#flags.add(flag);
    const message = `${what} needs ${quote(flag)}, which ":requirements" does not list`;
    this.diagnostics.report('undeclared_requirement', at, message);
  }

  #extended(variables: Variables, names: readonly TypedName[]): Variables {
    const own = new Map<string, TypedName>();
    for (const typed of names) {
      const { name } = typed;
      if (own.has(name.name) || variables.get(name.name) !== undefined) {
        const message = `${quote(name)} hides a variable of the same name in ${this.#where}`;
        this.diagnostics.report('shadowed_variable', name, message);
      }
      this.usedTypes(typed);
      own.set(name.name, typed);
    }
    return new Scope(own, variables);
  }

  #lookUp(term: Word, variables: Variables, kindOfObject: DiagnosticKind = 'unknown_object'): TypedName | null {
    const found = variables.get(term.name) ?? this.symbols.objects.get(term.name);
    if (found !== undefined) return found;
    // Fast Downward accepts any argument of a function in ":init".
    const isAnything = kindOfObject === 'function_arguments' && this.diagnostics.file === 'problem';
    const hint = () => this.#termHint(term, variables);
    if (term.name.startsWith('?') && !isAnything) this.#unknown('unknown_variable', 'variable', term, hint);
    else this.#unknown(kindOfObject, 'object', term, hint);
    return null;
  }

  /** Only at the first occurrence, since one declaration mends all. */
  #unknown(kind: DiagnosticKind, what: string, word: Word, hint: () => string): void {
    const key = `${kind} ${word.name}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    const unknown = `unknown ${what} ${quote(word)} in ${this.#where}`;
    this.diagnostics.report(kind, word, () => `${unknown}: ${hint()}`);
  }

  #termHint({ name, written }: Word, variables: Variables): string {
    const { objects, types } = this.symbols;
    const isProblem = this.diagnostics.file === 'problem';
    const marked = DECLARED_MARKS.flatMap((mark) => variables.get(name + mark) ?? objects.get(name + mark) ?? [])[0];
    if (marked !== undefined) {
      return `what is declared is ${quote(marked.name)}, at ${formatPlace(marked.name.at)}; blanks separate names`;
    }
    if (!name.startsWith('?')) {
      const near = variables.get(`?${name}`) === undefined ? '' : `did you mean ${quote(`?${written}`)}? `;
      return `${near}${alternatives(name, objects.keys(), isProblem ? 'Declared' : 'Declared in ":constants"')}`;
    }
    const names = variables.names();
    const withDash = names.find(
      (other) => other.startsWith(`${name}-`) && types.known.has(other.slice(name.length + 1)),
    );
    if (withDash !== undefined) {
      const suggestion = quote(`${written} - ${withDash.slice(name.length + 1)}`);
      return `did you mean ${suggestion} where ${quote(withDash)} is declared? Blanks are missing around "-"`;
    }
    if (names.length > 0 || !isProblem) return alternatives(name, names);
    return 'only "forall" and "exists" have variables here; objects stand without "?"';
  }
}

function wrongArity({ parameters }: Declaration, word: Word, terms: readonly Word[]): string | null {
  if (parameters.length === terms.length) return null;
  return `${quote(word)} takes ${pluralize(parameters.length, 'argument')}, found ${terms.length}`;
}
