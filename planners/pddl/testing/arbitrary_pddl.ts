import * as fc from 'fast-check';
import type {
  Action,
  Atom,
  Declaration,
  Domain,
  Effect,
  Formula,
  FunctionDeclaration,
  TypedName,
} from '../read/domain.ts';
import type { Word } from '../read/expression.ts';
import type { InitialFact, Problem } from '../read/problem.ts';

export type ArbitraryTask = Readonly<{ domain: Domain; problem: Problem }>;

const at = { line: 1, column: 1, start: 0, end: 0 };

type Arities = Readonly<Record<string, number>>;

/** What the atoms of a task are made of; no action changes what is not fluent. */
type Words = Readonly<{ fluents: Arities; predicates: Arities }>;

const FLUENTS = { p: 0, q: 1, r: 1, on: 2 };
const WITH_OBJECTS: Words = { fluents: FLUENTS, predicates: { ...FLUENTS, fixed: 1, linked: 2 } };
const PLAIN = { p: 0, q: 0, r: 0, s: 0, t: 0 };
/** Without objects effects meet more often. */
const PROPOSITIONAL: Words = { fluents: PLAIN, predicates: PLAIN };
const TYPES = ['object', 'thing', 'block', 'ball'];

/** A small domain and a problem, with every kind of condition and effect; about half of them have a plan. */
export const arbitraryTask: fc.Arbitrary<ArbitraryTask> = fc.oneof(taskOf(WITH_OBJECTS), taskOf(PROPOSITIONAL));

function taskOf(words: Words): fc.Arbitrary<ArbitraryTask> {
  return fc
    .record({
      constants: typedNames(['c'], 0),
      objects: typedNames(['a', 'b'], 1),
      flags: fc.subarray([':strips', ':typing', ':adl', ':action-costs']),
      typed: fc.boolean(),
      metric: fc.constantFrom(null, 'total-cost' as const),
    })
    .chain(({ constants, objects, flags, typed, metric }) => {
      const named = constants.map(({ name }) => name.name);
      const all = [...named, ...objects.map(({ name }) => name.name)];
      return fc
        .record({
          actions: fc.array(action(words, named), { minLength: 2, maxLength: 5, size: 'max' }),
          init: init(words, all),
          goal: goal(words, all),
          parameterTypes: fc.array(types(typed), { minLength: 8, maxLength: 8 }),
        })
        .map(({ actions, init: facts, goal, parameterTypes }) => ({
          domain: {
            name: word('d'),
            requirements: flags.map(word),
            types: [
              typed ? typedName('thing', ['object']) : typedName('thing', null),
              typedName('block', ['thing']),
              typedName('ball', null),
            ].sort(untypedLast),
            constants,
            predicates: Object.entries(words.predicates).map((entry) => declaration(...entry, parameterTypes)),
            functions: FUNCTIONS,
            actions: actions.map((other, index) => ({ ...other, name: word(`act-${index}`) })),
          },
          problem: { name: word('x'), domain: word('d'), requirements: [], objects, init: facts, goal, metric },
        }));
    });
}

const FUNCTIONS: readonly FunctionDeclaration[] = [
  { ...declaration('total-cost', 0, []), type: word('number') },
  { ...declaration('weight', 1, []), type: null },
];

export function word(name: string): Word {
  return { kind: 'word', name, written: name, at };
}

function typedName(name: string, type: readonly string[] | null): TypedName {
  return { name: word(name), types: type === null ? null : type.map(word) };
}

function untypedLast(a: TypedName, b: TypedName): number {
  return Number(a.types === null) - Number(b.types === null);
}

function types(either: boolean): fc.Arbitrary<readonly string[] | null> {
  const one = fc.constantFrom(...TYPES).map((type) => [type]);
  return fc.oneof(fc.constant(null), fc.constant(null), one, either ? fc.subarray(TYPES, { minLength: 2 }) : one);
}

function typedNames(names: readonly string[], minLength: number): fc.Arbitrary<TypedName[]> {
  return fc
    .subarray([...names], { minLength })
    .chain((some) => fc.tuple(...some.map((name) => types(false).map((type) => typedName(name, type)))))
    .map((list) => list.sort(untypedLast));
}

function declaration(name: string, arity: number, parameterTypes: readonly (readonly string[] | null)[]): Declaration {
  const parameters = Array.from({ length: arity }, (_, i) => typedName(`?x${i}`, parameterTypes[i + arity] ?? null));
  return { name: word(name), parameters: parameters.sort(untypedLast), at };
}

function variables(prefix: string, max: number): fc.Arbitrary<TypedName[]> {
  return fc
    .array(types(true), { minLength: prefix === '?v' ? 0 : 1, maxLength: max })
    .map((list) => list.map((type, i) => typedName(`${prefix}${i}`, type)).sort(untypedLast));
}

/** Atoms of the predicates over some terms; a predicate without arguments if there are no terms. */
function atom(predicates: Arities, terms: readonly string[]): fc.Arbitrary<Atom> {
  const usable = Object.entries(predicates).filter(([, arity]) => arity === 0 || terms.length > 0);
  return fc.constantFrom(...usable).chain(([name, arity]) => {
    const chosen = fc.array(fc.constantFrom(...terms, ''), { minLength: arity, maxLength: arity });
    return chosen.map((list) => ({ predicate: word(name), terms: list.map((term) => word(term || terms[0]!)), at }));
  });
}

function formula(words: Words, terms: readonly string[], depth: number): fc.Arbitrary<Formula> {
  const literal: fc.Arbitrary<Formula> = atom(words.predicates, terms).map((fact) => ({ kind: 'atom', ...fact }));
  const negative = literal.map((part): Formula => ({ kind: 'not', part, at }));
  const simple: fc.Arbitrary<Formula>[] = [literal, literal, negative];
  if (terms.length > 0) {
    const term = fc.constantFrom(...terms).map(word);
    simple.push(fc.record({ kind: fc.constant('equal' as const), left: term, right: term, at: fc.constant(at) }));
  }
  if (depth === 0) return fc.oneof(...simple);
  const part = formula(words, terms, depth - 1);
  const parts = fc.array(part, { maxLength: 3 });
  return fc.oneof(
    ...simple,
    fc.tuple(fc.constantFrom('and' as const, 'and' as const, 'or' as const), parts).map(([kind, list]): Formula => {
      return { kind, parts: list, at };
    }),
    part.map((inner): Formula => ({ kind: 'not', part: inner, at })),
    fc.tuple(part, part).map(([premise, conclusion]): Formula => ({ kind: 'imply', premise, conclusion, at })),
    fc.tuple(fc.constantFrom('forall' as const, 'exists' as const), variables(`?w${depth}`, 2)).chain(([kind, own]) => {
      const inner = formula(words, [...terms, ...own.map(({ name }) => name.name)], depth - 1);
      return inner.map((body): Formula => ({ kind, variables: own, part: body, at }));
    }),
  );
}

function goal(words: Words, terms: readonly string[]): fc.Arbitrary<Formula> {
  const some = literals(words, terms);
  const either = fc.tuple(some, some).map((parts): Formula => ({ kind: 'or', parts, at }));
  return fc.oneof(formula(words, terms, 2), some, some, either);
}

function literals(words: Words, terms: readonly string[]): fc.Arbitrary<Formula> {
  const literal = fc.tuple(fc.nat(2), atom(words.fluents, terms)).map(([negated, fact]): Formula => {
    return negated === 0 ? { kind: 'not', part: { kind: 'atom', ...fact }, at } : { kind: 'atom', ...fact };
  });
  return fc.array(literal, { minLength: 1, maxLength: 3, size: 'max' }).map((parts) => ({ kind: 'and', parts, at }));
}

function effect(words: Words, terms: readonly string[], depth: number): fc.Arbitrary<Effect> {
  const literal = fc
    .tuple(fc.constantFrom('add' as const, 'add' as const, 'delete' as const), atom(words.fluents, terms))
    .map(([kind, fact]): Effect => ({ kind, ...fact }));
  if (depth === 0) return literal;
  const part = effect(words, terms, depth - 1);
  return fc.oneof(
    literal,
    literal,
    fc
      .tuple(fc.oneof(formula(words, terms, 1), literals(words, terms)), part)
      .map(([condition, inner]): Effect => ({ kind: 'when', condition, part: inner, at })),
    fc.array(part, { maxLength: 3 }).map((parts): Effect => ({ kind: 'and', parts, at })),
    variables(`?e${depth}`, 2).chain((own) => {
      const inner = effect(words, [...terms, ...own.map(({ name }) => name.name)], depth - 1);
      return inner.map((body): Effect => ({ kind: 'forall', variables: own, part: body, at }));
    }),
  );
}

function action(words: Words, constants: readonly string[]): fc.Arbitrary<Omit<Action, 'name'>> {
  return variables('?v', 2).chain((parameters) => {
    const terms = [...constants, ...parameters.map(({ name }) => name.name)];
    const owner = terms.map((term): Effect => {
      return { kind: 'increase', amount: { function: word('weight'), terms: [word(term)], at }, at };
    });
    const some = literals(words, terms);
    const number = fc.integer({ min: 0, max: 3 }).map((amount): Effect => ({ kind: 'increase', amount, at }));
    const cost = owner.length === 0 ? number : fc.oneof(number, fc.constantFrom(...owner));
    return fc.record({
      parameters: fc.constant(parameters),
      precondition: fc.oneof(fc.constant(null), formula(words, terms, 2), some, some),
      effect: fc
        .tuple(fc.array(effect(words, terms, 2), { minLength: 1, maxLength: 4, size: 'max' }), fc.option(cost))
        .map(([parts, price]): Effect => ({ kind: 'and', parts: price === null ? parts : [...parts, price], at })),
      at: fc.constant(at),
    });
  });
}

function init(words: Words, objects: readonly string[]): fc.Arbitrary<InitialFact[]> {
  const fact = fc.tuple(fc.boolean(), atom(words.predicates, objects)).map(([isTrue, other]): InitialFact => {
    return { kind: isTrue ? 'true' : 'false', ...other };
  });
  const values = fc.subarray([...objects]).chain((some) => {
    return fc.tuple(...some.map((object) => fc.integer({ min: 0, max: 3 }).map((value) => weight(object, value))));
  });
  const text = (item: InitialFact) => {
    const head = item.kind === 'value' ? item.function : item.predicate;
    return [head, ...item.terms].map(({ name }) => name).join(' ');
  };
  return fc
    .tuple(fc.uniqueArray(fact, { maxLength: 10, selector: text, size: 'max' }), values)
    .map(([facts, more]) => [...facts, ...more]);
}

function weight(object: string, value: number): InitialFact {
  return { kind: 'value', function: word('weight'), terms: [word(object)], value, at };
}
