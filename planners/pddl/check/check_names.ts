/**
 * Looks up every name that a condition or an effect uses: predicates, variables, objects, functions, types.
 *
 * Fast Downward refuses unknown predicates, variables and objects, and wrong numbers of arguments. It checks neither the
 * types of arguments nor functions, so these give warnings here.
 *
 * @module
 */
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import { alternatives, placed, quoted } from '../diagnostics/wording.ts';
import type { Atom, Declaration, Effect, Formula, FunctionTerm, TypedName } from '../read/domain.ts';
import type { Word } from '../read/expression.ts';
import type { RequirementCheck } from '../read/requirements.ts';
import { Scope } from './scope.ts';
import { type TypeHierarchy, typesOf } from './type_hierarchy.ts';

/** What is declared, by name. */
export type SymbolTable = {
  readonly types: TypeHierarchy;
  readonly predicates: ReadonlyMap<string, Declaration>;
  readonly functions: ReadonlyMap<string, Declaration>;
  readonly objects: ReadonlyMap<string, TypedName>;
};

type Variables = Scope<TypedName>;

type UnknownKind = 'unknown_predicate' | 'unknown_variable' | 'unknown_object' | 'function_arguments';

/** Marks that other languages put behind a name; to Fast Downward they are part of it. */
const DECLARED_MARKS = [',', ':', ';', '"'];

export class NameCheck {
  readonly #symbols: SymbolTable;
  readonly #requirements: RequirementCheck;
  readonly #diagnostics: Diagnostics;
  /** What is being checked: `action "pick"`. */
  readonly #where: string;
  /** Kinds and names already reported as unknown. */
  readonly #said = new Set<string>();

  constructor(symbols: SymbolTable, requirements: RequirementCheck, diagnostics: Diagnostics, where: string) {
    this.#symbols = symbols;
    this.#requirements = requirements;
    this.#diagnostics = diagnostics;
    this.#where = where;
  }

  formula(formula: Formula, variables: Variables): void {
    switch (formula.kind) {
      case 'atom':
        this.atom(formula, variables);
        break;
      case 'equal':
        this.#requirements.uses(':equality', '"="', formula.at);
        for (const term of [formula.left, formula.right]) this.#lookUp(term, variables);
        break;
      case 'and':
      case 'or':
        if (formula.kind === 'or') this.#requirements.uses(':disjunctive-preconditions', '"or"', formula.at);
        for (const part of formula.parts) this.formula(part, variables);
        break;
      case 'not':
        this.#requirements.uses(':negative-preconditions', '"not" in a condition', formula.at);
        this.formula(formula.part, variables);
        break;
      case 'imply':
        this.#requirements.uses(':disjunctive-preconditions', '"imply"', formula.at);
        this.formula(formula.premise, variables);
        this.formula(formula.conclusion, variables);
        break;
      default: {
        const flag = formula.kind === 'exists' ? ':existential-preconditions' : ':universal-preconditions';
        this.#requirements.uses(flag, `"${formula.kind}"`, formula.at);
        this.formula(formula.part, this.extended(variables, formula.variables));
      }
    }
  }

  effect(effect: Effect, variables: Variables): void {
    switch (effect.kind) {
      case 'add':
      case 'delete':
        this.atom(effect, variables);
        break;
      case 'and':
        for (const part of effect.parts) this.effect(part, variables);
        break;
      case 'when':
        this.#requirements.uses(':conditional-effects', '"when"', effect.at);
        this.formula(effect.condition, variables);
        this.effect(effect.part, variables);
        break;
      case 'forall':
        this.#requirements.uses(':conditional-effects', '"forall" in an effect', effect.at);
        this.effect(effect.part, this.extended(variables, effect.variables));
        break;
      default:
        this.#requirements.uses(':action-costs', '"increase"', effect.at);
        if (typeof effect.amount !== 'number') this.#cost(effect.amount, variables);
    }
  }

  atom({ predicate, terms, at }: Atom, variables: Variables): void {
    const { predicates, types } = this.#symbols;
    const dash = terms.find(({ name }) => name === '-');
    if (dash !== undefined) {
      const hint = () => `types stand where names are declared, not behind ${quoted(predicate.written)}`;
      this.#diagnostics.report('unknown_object', dash.at, '-', { where: this.#where, hint });
      return;
    }
    const declaration = predicates.get(predicate.name);
    const given = terms.map((term) => this.#lookUp(term, variables));
    if (declaration === undefined) {
      this.#unknown('unknown_predicate', predicate, () => {
        if (!types.declared.has(predicate.name)) return alternatives(predicate.name, predicates.keys());
        return 'it is a type, not a predicate; types stand behind names, as in "a - type"';
      });
      return;
    }
    const { parameters } = declaration;
    if (parameters.length !== terms.length) {
      const arity = { takes: parameters.length, found: terms.length };
      this.#diagnostics.report('wrong_arity', at, predicate.written, arity, this.#where);
      return;
    }
    for (const [index, parameter] of parameters.entries()) {
      const found = given[index] ?? null;
      if (found !== null) this.#argument(predicate, terms[index]!, found, parameter);
    }
  }

  /** Checks the types in a list of names, and returns the scope with these names in it. */
  extended(variables: Variables, names: readonly TypedName[]): Variables {
    const own = new Map<string, TypedName>();
    for (const name of names) {
      if (own.has(name.name.name) || variables.get(name.name.name) !== undefined) {
        this.#diagnostics.report('shadowed_variable', name.name.at, name.name.written, this.#where);
      }
      this.usedTypes(name);
      own.set(name.name.name, name);
    }
    return new Scope(own, variables);
  }

  /** Warns of types that no object can have. */
  usedTypes({ name, types }: TypedName): void {
    for (const type of types ?? []) {
      this.#requirements.uses(':typing', '"-"', type.at);
      if (this.#symbols.types.known.has(type.name)) continue;
      this.#diagnostics.report('undeclared_type', type.at, type, name.written, this.#symbols.types.declared);
    }
  }

  #lookUp(term: Word, variables: Variables, unknownObject: UnknownKind = 'unknown_object'): TypedName | null {
    const found = variables.get(term.name) ?? this.#symbols.objects.get(term.name);
    if (found !== undefined) return found;
    const kind = term.name.startsWith('?') ? 'unknown_variable' : unknownObject;
    this.#unknown(kind, term, () => this.#termHint(term, variables));
    return null;
  }

  /** Reports an unknown name only where it stands first, since one declaration mends them all. */
  #unknown(kind: UnknownKind, { name, written, at }: Word, hint: () => string): void {
    const key = `${kind} ${name}`;
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.#diagnostics.report(kind, at, written, { where: this.#where, hint });
  }

  /** What may be meant by an unknown variable or object. */
  #termHint({ name, written }: Word, variables: Variables): string {
    const { objects, types } = this.#symbols;
    const isVariable = name.startsWith('?');
    const marked = DECLARED_MARKS.flatMap((mark) => variables.get(name + mark) ?? objects.get(name + mark) ?? [])[0];
    if (marked !== undefined)
      return `what is declared is ${quoted(marked.name.written)}, at ${placed(marked.name.at)}; blanks separate names`;
    const names = variables.names();
    const glued = names.find((other) => other.startsWith(`${name}-`) && types.known.has(other.slice(name.length + 1)));
    if (isVariable && glued !== undefined) {
      const meant = quoted(`${written} - ${glued.slice(name.length + 1)}`);
      return `did you mean ${meant} where ${quoted(glued)} is declared? Blanks are missing around "-"`;
    }
    if (isVariable && names.length === 0 && this.#diagnostics.file === 'problem')
      return 'only "forall" and "exists" have variables here; objects stand without "?"';
    if (isVariable) return alternatives(name, names);
    const near = variables.get(`?${name}`) === undefined ? '' : `did you mean ${quoted(`?${written}`)}? `;
    const label = this.#diagnostics.file === 'problem' ? 'Declared' : 'Declared in ":constants"';
    return `${near}${alternatives(name, objects.keys(), label)}`;
  }

  #argument(predicate: Word, term: Word, given: TypedName, parameter: TypedName): void {
    const wrong = this.#symbols.types.firstOutside(given, parameter);
    if (wrong === null) return;
    this.#diagnostics.report('argument_type', term.at, term.written, wrong, predicate.written, typesOf(parameter));
  }

  #cost({ function: name, terms, at }: FunctionTerm, variables: Variables): void {
    for (const term of terms) this.#lookUp(term, variables, 'function_arguments');
    this.functionTerm(name, terms.length, at);
  }

  functionTerm(name: Word, count: number, at: Word['at']): void {
    const declaration = this.#symbols.functions.get(name.name);
    if (declaration === undefined) {
      this.#diagnostics.report('undeclared_function', name.at, name, this.#symbols.functions.keys());
    } else if (declaration.parameters.length !== count) {
      const arity = { takes: declaration.parameters.length, found: count };
      this.#diagnostics.report('function_arguments', at, name.written, arity);
    }
  }
}
