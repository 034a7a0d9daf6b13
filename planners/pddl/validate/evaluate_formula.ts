/**
 * Whether a condition holds in a state, straight from the text as it was read: without any preparation, to check plans with.
 *
 * @module
 */
import { Scope } from '../check/scope.ts';
import type { Budget } from '../ground/bounds.ts';
import type { Atom, Formula, TypedName } from '../read/domain.ts';
import type { Word } from '../read/expression.ts';

/** What conditions are looked up in. */
export type World = {
  /** Atoms that hold, as `atomText` writes them. */
  readonly state: ReadonlySet<string>;
  /** The names of the objects that a variable may stand for. */
  readonly objectsFor: (variable: TypedName) => Iterable<string>;
  /** Counts parts of conditions and the objects that quantifiers go through; throws `BoundReached`. */
  readonly budget: Budget;
};

/** Variable → object. */
export type Binding = Scope<string>;

export function holds(formula: Formula, binding: Binding, world: World): boolean {
  world.budget.step();
  switch (formula.kind) {
    case 'atom':
      return world.state.has(atomText(formula, binding));
    case 'equal':
      return termText(formula.left, binding) === termText(formula.right, binding);
    case 'and':
      return formula.parts.every((part) => holds(part, binding, world));
    case 'or':
      return formula.parts.some((part) => holds(part, binding, world));
    case 'not':
      return !holds(formula.part, binding, world);
    case 'imply':
      return !holds(formula.premise, binding, world) || holds(formula.conclusion, binding, world);
    case 'forall':
      return bindingsOf(formula.variables, binding, world).every((inner) => holds(formula.part, inner, world));
    case 'exists':
      return bindingsOf(formula.variables, binding, world).some((inner) => holds(formula.part, inner, world));
  }
}

/** The first part of a condition that keeps it from holding, with objects for variables. Of a condition that holds, the whole. */
export function failingPart(formula: Formula, binding: Binding, world: World): string {
  if (formula.kind === 'and') {
    const part = formula.parts.find((other) => !holds(other, binding, world));
    if (part !== undefined) return failingPart(part, binding, world);
  }
  if (formula.kind === 'forall') {
    const inner = bindingsOf(formula.variables, binding, world).find((other) => !holds(formula.part, other, world));
    if (inner !== undefined) return failingPart(formula.part, inner, world);
  }
  return formulaText(formula, binding);
}

/** Every way to give the variables objects, one after another. */
export function* bindingsOf(
  [variable, ...others]: readonly TypedName[],
  outer: Binding,
  world: World,
): Generator<Binding, void, void> {
  if (variable === undefined) {
    yield outer;
    return;
  }
  for (const object of world.objectsFor(variable)) {
    world.budget.step();
    yield* bindingsOf(others, new Scope(new Map([[variable.name.name, object]]), outer), world);
  }
}

/** `(on a b)` */
export function atomText({ predicate, terms }: Pick<Atom, 'predicate' | 'terms'>, binding: Binding): string {
  return `(${[predicate.name, ...terms.map((term) => termText(term, binding))].join(' ')})`;
}

export function termText(term: Word, binding: Binding): string {
  return binding.get(term.name) ?? term.name;
}

function formulaText(formula: Formula, binding: Binding): string {
  switch (formula.kind) {
    case 'atom':
      return atomText(formula, binding);
    case 'equal':
      return `(= ${termText(formula.left, binding)} ${termText(formula.right, binding)})`;
    case 'and':
    case 'or':
      return `(${[formula.kind, ...formula.parts.map((part) => formulaText(part, binding))].join(' ')})`;
    case 'not':
      return `(not ${formulaText(formula.part, binding)})`;
    case 'imply':
      return `(imply ${formulaText(formula.premise, binding)} ${formulaText(formula.conclusion, binding)})`;
    default: {
      // A variable of the quantifier stands for itself, even where an outer one of the same name has an object.
      const own = new Map(formula.variables.map(({ name }) => [name.name, name.name]));
      const variables = formula.variables.map(variableText).join(' ');
      return `(${formula.kind} (${variables}) ${formulaText(formula.part, new Scope(own, binding))})`;
    }
  }
}

function variableText({ name, types }: TypedName): string {
  if (types === null) return name.name;
  const [first, ...others] = types.map((type) => type.name);
  return `${name.name} - ${others.length === 0 ? first : `(either ${[first, ...others].join(' ')})`}`;
}
