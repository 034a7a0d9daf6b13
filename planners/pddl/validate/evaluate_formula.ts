import { Scope } from '../check/scope.ts';
import type { Budget } from '../ground/bounds.ts';
import { type Atom, type Formula, partsOf, type TypedName } from '../read/domain.ts';
import type { Word } from '../read/expression.ts';

export type Interpretation = Readonly<{
  state: ReadonlySet<string>;
  objectsFor: (variable: TypedName) => Iterable<string>;
  /** Counts formulas and objects of quantifiers; throws `BoundReached`. */
  budget: Budget;
}>;

export type Binding = Scope<string>;

export function holds(formula: Formula, binding: Binding, interpretation: Interpretation): boolean {
  interpretation.budget.step();
  const isTrue = (part: Formula) => holds(part, binding, interpretation);
  switch (formula.kind) {
    case 'atom':
      return interpretation.state.has(atomText(formula, binding));
    case 'equal':
      return termText(formula.left, binding) === termText(formula.right, binding);
    case 'and':
      return formula.parts.every(isTrue);
    case 'or':
      return formula.parts.some(isTrue);
    case 'not':
      return !isTrue(formula.part);
    case 'imply':
      return !isTrue(formula.premise) || isTrue(formula.conclusion);
    case 'forall':
      return firstBinding(formula, binding, interpretation, false) === undefined;
    case 'exists':
      return firstBinding(formula, binding, interpretation, true) !== undefined;
  }
}

export function failingPart(formula: Formula, binding: Binding, interpretation: Interpretation): string {
  if (formula.kind === 'and') {
    const part = formula.parts.find((other) => !holds(other, binding, interpretation));
    if (part !== undefined) return failingPart(part, binding, interpretation);
  }
  if (formula.kind === 'forall') {
    const inner = firstBinding(formula, binding, interpretation, false);
    if (inner !== undefined) return failingPart(formula.part, inner, interpretation);
  }
  return formulaText(formula, binding);
}

function firstBinding(
  { variables, part }: Extract<Formula, { kind: 'forall' | 'exists' }>,
  binding: Binding,
  interpretation: Interpretation,
  value: boolean,
): Binding | undefined {
  for (const inner of bindingsOf(variables, binding, interpretation)) {
    if (holds(part, inner, interpretation) === value) return inner;
  }
  return undefined;
}

export function* bindingsOf(
  [variable, ...others]: readonly TypedName[],
  outer: Binding,
  interpretation: Interpretation,
): Generator<Binding, void, void> {
  if (variable === undefined) {
    yield outer;
    return;
  }
  for (const object of interpretation.objectsFor(variable)) {
    interpretation.budget.step();
    yield* bindingsOf(others, new Scope(new Map([[variable.name.name, object]]), outer), interpretation);
  }
}

export function atomText({ predicate, terms }: Pick<Atom, 'predicate' | 'terms'>, binding: Binding): string {
  // Builds no list of words, so that a condition of 50,000 parts is quick.
  let words = predicate.name;
  for (const term of terms) words += ` ${termText(term, binding)}`;
  return `(${words})`;
}

function termText(term: Word, binding: Binding): string {
  return binding.get(term.name) ?? term.name;
}

function formulaText(formula: Formula, binding: Binding): string {
  const { kind } = formula;
  const text = (part: Formula) => formulaText(part, binding);
  switch (kind) {
    case 'atom':
      return atomText(formula, binding);
    case 'equal':
      return `(= ${termText(formula.left, binding)} ${termText(formula.right, binding)})`;
    case 'and':
    case 'or':
    case 'not':
    case 'imply':
      return `(${[kind, ...partsOf(formula).map(text)].join(' ')})`;
    default: {
      // A quantified variable stays as written, even if an outer one of the same name is bound.
      const own = new Map(formula.variables.map(({ name }) => [name.name, name.name]));
      const variables = formula.variables.map(variableText).join(' ');
      return `(${kind} (${variables}) ${formulaText(formula.part, new Scope(own, binding))})`;
    }
  }
}

function variableText({ name, types }: TypedName): string {
  if (types === null) return name.name;
  const names = types.map((type) => type.name).join(' ');
  return `${name.name} - ${types.length === 1 ? names : `(either ${names})`}`;
}
