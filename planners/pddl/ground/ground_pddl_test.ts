import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskLists } from '../task/ground_task.ts';
import { type ArbitraryTask, arbitraryTask } from '../testing/arbitrary_pddl.ts';
import { VALID } from '../testing/diagnostic_cases.ts';
import { referenceCost } from '../testing/reference_search.ts';
import { KITCHEN } from '../testing/sample_tasks.ts';
import { listsOf } from '../testing/task_lists.ts';
import { writeDomain, writeProblem } from '../testing/write_pddl.ts';
import { type GroundResult, groundPddl } from './ground_pddl.ts';

function grounded(result: GroundResult): TaskLists {
  if (result.status !== 'ok') throw new Error(`${result.status}: ${result.message}`);
  return listsOf(result.task);
}

function groundText({ domain, problem }: ArbitraryTask): GroundResult {
  return groundPddl(writeDomain(domain), writeProblem(problem));
}

const DOORS = `(define (domain doors) (:requirements :adl) (:predicates (locked) (open) (seen ?x) (near ?x))
  (:action unlock :effect (not (locked)))
  (:action lock :effect (locked))
  (:action enter :parameters (?x) :precondition (and (not (locked)) (near ?x)) :effect (and (open) (seen ?x))))`;

function doors(init: string, goal: string): GroundResult {
  return groundPddl(DOORS, `(define (problem p) (:domain doors) (:objects a b) (:init ${init}) (:goal ${goal}))`);
}

describe('groundPddl()', () => {
  it('gives facts and operators without variables', () => {
    const task = grounded(groundPddl(KITCHEN.domain, KITCHEN.problem));
    const operators = task.operators.map(({ name, cost }) => `${name} ${cost}`);
    expect(operators.slice(0, 3)).toEqual(['(go hall kitchen) 2', '(go kitchen hall) 3', '(take mug hall) 0']);
    expect(operators.slice(-3)).toEqual(['(put dish sink) 1', '(put dish sink) 1', '(wash) 0']);
    expect(task.goal.map((fact) => task.facts[fact])).toEqual([
      '(at mug sink)',
      '(not (held dish))',
      '(clean mug)',
      '(clean dish)',
    ]);
    const wash = task.operators.at(-1);
    expect(wash?.preconditions.map((fact) => task.facts[fact])).toEqual(['(in hall)']);
    expect(
      wash?.effects.map(({ conditions, adds }) => [...conditions, ...adds].map((fact) => task.facts[fact])),
    ).toEqual([
      ['(held mug)', '(clean mug)'],
      ['(held dish)', '(clean dish)'],
    ]);
    expect(referenceCost(task)).toBe(5);
  });

  it('gives negative conditions complementary facts, and keeps them up', () => {
    const task = grounded(doors('(locked) (near a)', '(seen a)'));
    expect(task).toEqual({
      facts: ['(not (locked))', '(seen a)'],
      operators: [
        { name: '(unlock)', cost: 1, preconditions: [], effects: [{ conditions: [], adds: [0], deletes: [] }] },
        { name: '(enter a)', cost: 1, preconditions: [0], effects: [{ conditions: [], adds: [1], deletes: [] }] },
      ],
      initial: [],
      goal: [1],
    });
  });

  it('leaves out what no action changes and what does not matter', () => {
    const task = grounded(doors('(near a) (near b)', '(open)'));
    expect(task.facts).toEqual(['(locked)', '(not (locked))', '(open)'].slice(1));
    expect(task.operators.map(({ name }) => name)).toEqual(['(unlock)', '(enter a)', '(enter b)']);
  });

  it('gives an empty goal to what holds already for good', () => {
    expect(grounded(doors('(near a)', '(near a)'))).toEqual({ facts: [], operators: [], initial: [], goal: [] });
    expect(grounded(doors('(near a)', '(and)')).goal).toEqual([]);
  });

  it('splits disjunctions into operators of the same name', () => {
    const task = grounded(
      groundPddl(
        '(define (domain d) (:predicates (a) (b) (c)) (:action x :effect (a)) (:action y :effect (b)) (:action go :precondition (or (a) (b)) :effect (c)))',
        '(define (problem p) (:domain d) (:init) (:goal (c)))',
      ),
    );
    expect(task.operators.filter(({ name }) => name === '(go)').map(({ preconditions }) => preconditions)).toEqual([
      [0],
      [1],
    ]);
  });

  it('makes one fact of a goal with alternatives, without further operators', () => {
    const task = grounded(
      doors('(locked) (near a) (near b)', '(or (and (seen a) (locked)) (and (seen b) (not (locked))))'),
    );
    expect(task.facts.at(-1)).toBe('(:goal)');
    expect(task.goal).toEqual([task.facts.length - 1]);
    expect(task.initial).toEqual([]);
    expect(new Set(task.operators.map(({ name }) => name))).toEqual(
      new Set(['(unlock)', '(lock)', '(enter a)', '(enter b)']),
    );
    expect(referenceCost(task)).toBe(2);
    expect(grounded(doors('(locked)', '(or (open) (locked))')).initial).toContain(
      grounded(doors('(locked)', '(or (open) (locked))')).goal[0],
    );
  });

  it('lets an add win over a delete', () => {
    const task = grounded(
      groundPddl(
        '(define (domain d) (:predicates (a) (b)) (:action x :effect (and (a) (not (a)))) (:action y :effect (and (not (b)) (when (a) (b)))))',
        '(define (problem p) (:domain d) (:init) (:goal (and (a) (b))))',
      ),
    );
    expect(referenceCost(task)).toBe(2);
  });

  it('says which part of the goal is out of reach', () => {
    expect(doors('(locked)', '(and (open)\n (seen a))')).toMatchObject({
      status: 'unsolvable',
      message: 'problem, line 1, column 81: the goal "(open)" can never become true',
      line: 1,
      column: 81,
    });
    expect(doors('(near a)', '(and (open)\n (near b))')).toMatchObject({ status: 'unsolvable', line: 2, column: 2 });
    expect(doors('(near a)', '(not (= a a))')).toMatchObject({ status: 'unsolvable' });
    expect(doors('(near a)', '(and (open) (not (open)))')).toMatchObject({
      status: 'unsolvable',
      message: expect.stringContaining('contradicts itself'),
    });
  });

  it('names the bound that it reached', () => {
    const objects = Array.from({ length: 30 }, (_, i) => `x${i}`).join(' ');
    const domain = `(define (domain d) (:requirements :adl) (:predicates (p ?x) (q ?x) (r)) (:action a :parameters (?x) :effect
      (and (p ?x) (q ?x))) (:action b :precondition (forall (?x) (or (p ?x) (q ?x))) :effect (r)))`;
    const problem = `(define (problem p) (:domain d) (:objects ${objects}) (:init) (:goal (r)))`;
    expect(groundPddl(domain, problem)).toMatchObject({
      status: 'limit',
      bound: 'disjunctsMax',
      message: 'grounding reached its bound disjunctsMax (4096)',
    });
    expect(groundPddl(domain, problem, { operatorsMax: 3 })).toMatchObject({ status: 'limit', bound: 'operatorsMax' });
    expect(groundPddl(domain, problem, { stepsMax: 3 })).toMatchObject({ status: 'limit', bound: 'stepsMax' });
  });

  it('passes on what is wrong with the texts', () => {
    expect(groundPddl('(define (domain d)', '')).toMatchObject({
      status: 'invalid',
      file: 'domain',
      line: 1,
      column: 19,
    });
  });

  it('gives numbers in order, each once', () => {
    fc.assert(
      fc.property(arbitraryTask, (arbitrary) => {
        const result = groundText(arbitrary);
        if (result.status !== 'ok') return;
        const { facts, operators, initial, goal } = listsOf(result.task);
        const lists = operators.flatMap(({ preconditions, effects }) => [
          preconditions,
          ...effects.flatMap(({ conditions, adds, deletes }) => [conditions, adds, deletes]),
        ]);
        for (const list of [initial, goal, ...lists]) {
          expect(list.every((fact) => Number.isInteger(fact) && fact >= 0 && fact < facts.length)).toBe(true);
          expect([...new Set(list)].sort((a, b) => a - b)).toEqual(list);
        }
        expect(new Set(facts).size).toBe(facts.length);
        expect(groundText(arbitrary)).toEqual(result);
      }),
    );
  });
});

/** Pieces that PDDL is made of, and some that it is not. */
const PIECES = [
  ...'( ) ( ) ( ) - ? ; \n = . 0 1 -1 1.5 ?x ?y a b table block object define domain problem on clear free move and or not'.split(
    ' ',
  ),
  ...'imply forall exists when increase total-cost either number minimize :adl :action :parameters :precondition :effect'.split(
    ' ',
  ),
  ...':init :goal :objects :predicates :types :constants :functions :metric :domain :requirements __proto__ é \0 "'.split(
    ' ',
  ),
];

const STATUSES = ['ok', 'invalid', 'unsupported', 'unsolvable', 'limit'];
const BOUNDS = { operatorsMax: 2000, factsMax: 2000, stepsMax: 100_000 };

/** The text with some of its words deleted, doubled, exchanged or replaced. */
function mutated(text: string): fc.Arbitrary<string> {
  const tokens = text.match(/[()]|[^()\s]+|\s+/g) ?? [];
  const change = fc.record({
    place: fc.nat(tokens.length - 1),
    how: fc.constantFrom('delete', 'double', 'replace', 'insert', 'exchange'),
    piece: fc.constantFrom(...PIECES, ...tokens),
    other: fc.nat(tokens.length - 1),
  });
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const words = [...tokens];
    for (const { place, how, piece, other } of changes) {
      const word = words[place] ?? '';
      if (how === 'delete') words[place] = '';
      else if (how === 'double') words[place] = `${word} ${word}`;
      else if (how === 'replace') words[place] = piece;
      else if (how === 'insert') words[place] = `${word} ${piece} `;
      else [words[place], words[other]] = [words[other] ?? '', word];
    }
    return words.join('');
  });
}

describe('groundPddl() of anything', () => {
  function check(domain: string, problem: string): string {
    const result = groundPddl(domain, problem, BOUNDS);
    expect(STATUSES).toContain(result.status);
    if (result.status !== 'ok') expect(result.message).toMatch(/^(domain, line|problem, line|grounding reached)/);
    return result.status;
  }

  it('gives a status for random text', () => {
    const words = fc.array(fc.constantFrom(...PIECES), { size: 'max', maxLength: 60 }).map((list) => list.join(' '));
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      words,
      words.map((inner) => `(define (domain blocks) ${inner})`),
    );
    fc.assert(
      fc.property(text, text, (domain, problem) => {
        check(domain, problem);
        check(domain, VALID.problem);
        check(VALID.domain, problem);
      }),
      { numRuns: 500 },
    );
  });

  it('gives a status for right text with slips', () => {
    const seen = new Set<string>();
    const { domain, problem } = KITCHEN;
    for (const texts of [VALID, { domain, problem }])
      fc.assert(
        fc.property(mutated(texts.domain), mutated(texts.problem), (wrongDomain, wrongProblem) => {
          seen.add(check(wrongDomain, texts.problem));
          seen.add(check(texts.domain, wrongProblem));
        }),
        { numRuns: 2500 },
      );
    expect([...seen].sort()).toEqual(expect.arrayContaining(['invalid', 'ok', 'unsolvable', 'unsupported']));
  });

  it('takes deep and long text', () => {
    const many = 1_000_000;
    for (const text of [
      '('.repeat(many),
      ')'.repeat(many),
      '()'.repeat(many / 2),
      `(${'a '.repeat(many / 2)})`,
      'a'.repeat(many),
    ]) {
      expect(check(text, VALID.problem)).toBe('invalid');
      expect(
        check(
          VALID.domain,
          VALID.problem.replace('(on a b)', () => text),
        ),
      ).toBe('invalid');
    }
    const nested = (depth: number) => `${'(not '.repeat(depth)}(on a b)${')'.repeat(depth)}`;
    expect(check(VALID.domain, VALID.problem.replace('(on a b)', nested(496)))).toBe('ok');
    expect(check(VALID.domain, VALID.problem.replace('(on a b)', nested(500)))).toBe('invalid');
  });

  it('takes a million characters of sense', () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `block-number-${i}`);
    const facts = names.map((name) => `(on ${name} table)`).join('\n');
    const problem = VALID.problem
      .replace('a b - block', `a b ${names.join(' ')} - block`)
      .replace('(clear b)', `(clear b) ${facts}`);
    expect(problem.length).toBeGreaterThan(900_000);
    expect(check(VALID.domain, problem)).toBe('limit');
    expect(groundPddl(VALID.domain, problem, { factsMax: 500_000 }).status).toBe('ok');
  });
});
