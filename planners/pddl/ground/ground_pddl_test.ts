import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskLists } from '../task/ground_task.ts';
import { arbitraryTask } from '../testing/arbitrary_pddl.ts';
import { VALID } from '../testing/diagnostic_cases.ts';
import { ground } from '../testing/read_or_throw.ts';
import { referenceCost } from '../testing/reference_search.ts';
import { KITCHEN } from '../testing/sample_tasks.ts';
import { listsOf } from '../testing/task_lists.ts';
import { writeDomain, writeProblem } from '../testing/write_pddl.ts';
import { groundPddl } from './ground_pddl.ts';

const listsFor = (domain: string, problem: string): TaskLists => listsOf(ground(domain, problem).task);

const DOORS = `(define (domain doors) (:requirements :adl) (:predicates (locked) (open) (seen ?x) (near ?x))
  (:action unlock :effect (not (locked)))
  (:action lock :effect (locked))
  (:action enter :parameters (?x) :precondition (and (not (locked)) (near ?x)) :effect (and (open) (seen ?x))))`;

function doors(init: string, goal: string) {
  return [DOORS, `(define (problem p) (:domain doors) (:objects a b) (:init ${init}) (:goal ${goal}))`] as const;
}

describe('groundPddl()', () => {
  it('gives facts and operators without variables', () => {
    const task = listsFor(KITCHEN.domain, KITCHEN.problem);
    const text = (numbers: readonly number[]) => numbers.map((fact) => task.facts[fact]).join(' ');
    const operators = task.operators.map(({ name, cost }) => `${name} ${cost}`);
    expect(operators.slice(0, 3)).toEqual(['(go hall kitchen) 2', '(go kitchen hall) 3', '(take mug hall) 0']);
    expect(operators.slice(-3)).toEqual(['(put dish sink) 1', '(put dish sink) 1', '(wash) 0']);
    expect(text(task.goal)).toBe('(at mug sink) (not (held dish)) (clean mug) (clean dish)');
    const { preconditions, effects } = task.operators.at(-1)!;
    expect(text(preconditions)).toBe('(in hall)');
    const washed = effects.map(({ conditions, adds }) => text([...conditions, ...adds]));
    expect(washed).toEqual(['(held mug) (clean mug)', '(held dish) (clean dish)']);
    expect(referenceCost(task)).toBe(5);
  });

  it('gives negative conditions complementary facts, and keeps them up', () => {
    const adding = (fact: number) => [{ conditions: [], adds: [fact], deletes: [] }];
    const task = listsFor(...doors('(locked) (near a)', '(seen a)'));
    expect(task).toMatchObject({ facts: ['(not (locked))', '(seen a)'], initial: [], goal: [1] });
    expect(task.operators).toEqual([
      { name: '(unlock)', cost: 1, preconditions: [], effects: adding(0) },
      { name: '(enter a)', cost: 1, preconditions: [0], effects: adding(1) },
    ]);
  });

  it('leaves out what no action changes and what does not matter', () => {
    const task = listsFor(...doors('(near a) (near b)', '(open)'));
    expect(task.facts).toEqual(['(not (locked))', '(open)']);
    expect(task.operators.map(({ name }) => name)).toEqual(['(unlock)', '(enter a)', '(enter b)']);
  });

  it('gives an empty goal to what holds already for good', () => {
    const nothing = { facts: [], operators: [], initial: [], goal: [] };
    expect(listsFor(...doors('(near a)', '(near a)'))).toEqual(nothing);
    expect(listsFor(...doors('(near a)', '(and)')).goal).toEqual([]);
  });

  it('makes one fact of a goal with alternatives, without further operators', () => {
    const goal = '(or (and (seen a) (locked)) (and (seen b) (not (locked))))';
    const task = listsFor(...doors('(locked) (near a) (near b)', goal));
    expect(task).toMatchObject({ goal: [task.facts.indexOf('(:goal)')], initial: [] });
    expect(new Set(task.operators.map(({ name }) => name)).size).toBe(4);
    expect(referenceCost(task)).toBe(2);
    const reached = listsFor(...doors('(locked)', '(or (open) (locked))'));
    expect(reached.initial).toContain(reached.goal[0]);
  });

  it.each([
    ['(locked)', '(and (open)\n (seen a))', 1, 81, 'the goal "(open)" can never become true'],
    ['(near a)', '(and (open)\n (near b))', 2, 2, 'the goal "(near b)" can never become true'],
    ['(near a)', '(not (= a a))', 1, 76, 'the goal "(not (= a a))" can never become true'],
    ['(near a)', '(and (open) (not (open)))', 1, 76, 'the goal "(and (open) (not (open)))" contradicts itself'],
  ])('after %s says which part of %j is out of reach', (init, goal, line, column, why) => {
    const message = `problem, line ${line}, column ${column}: ${why}`;
    expect(groundPddl(...doors(init, goal))).toMatchObject({ status: 'unsolvable', message, line, column });
  });

  it.each([
    [{}, 'disjunctsMax', 4096],
    [{ operatorsMax: 3 }, 'operatorsMax', 3],
    [{ stepsMax: 3 }, 'stepsMax', 3],
  ])('within %j names the bound that it reached', (bounds, bound, max) => {
    const objects = Array.from({ length: 30 }, (_, i) => `x${i}`).join(' ');
    const domain = `(define (domain d) (:requirements :adl) (:predicates (p ?x) (q ?x) (r)) (:action a :parameters (?x) :effect
      (and (p ?x) (q ?x))) (:action b :precondition (forall (?x) (or (p ?x) (q ?x))) :effect (r)))`;
    const problem = `(define (problem p) (:domain d) (:objects ${objects}) (:init) (:goal (r)))`;
    const message = `grounding stopped: the limit ${bound} (${max}) was reached`;
    expect(groundPddl(domain, problem, bounds)).toMatchObject({ status: 'limit', bound, message });
  });

  it('gives numbers in order, each once', () => {
    const property = fc.property(arbitraryTask, ({ domain, problem }) => {
      const texts = [writeDomain(domain), writeProblem(problem)] as const;
      const result = groundPddl(...texts);
      if (result.status !== 'ok') return;
      const { facts, operators, initial, goal } = listsOf(result.task);
      const effects = operators.flatMap((operator) => operator.effects);
      const lists = effects.flatMap(({ conditions, adds, deletes }) => [conditions, adds, deletes]);
      for (const list of [initial, goal, ...operators.map(({ preconditions }) => preconditions), ...lists]) {
        expect(list.every((fact) => Number.isInteger(fact) && fact >= 0 && fact < facts.length)).toBe(true);
        expect([...new Set(list)].sort((a, b) => a - b)).toEqual(list);
      }
      expect(new Set(facts).size).toBe(facts.length);
      expect(groundPddl(...texts)).toEqual(result);
    });
    fc.assert(property);
  });
});

const PIECES =
  `( ) ( ) ( ) - ? ; \n = . 0 1 -1 1.5 ?x ?y a b table block object define domain problem on clear free move and or not
  imply forall exists when increase total-cost either number minimize :adl :action :parameters :precondition :effect
  :init :goal :objects :predicates :types :constants :functions :metric :domain :requirements __proto__ é \0 "`.split(
    ' ',
  );

const BOUNDS = { operatorsMax: 2000, factsMax: 2000, stepsMax: 100_000 };

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
      const word = words[place]!;
      if (how === 'exchange') [words[place], words[other]] = [words[other]!, word];
      else words[place] = { delete: '', double: `${word} ${word}`, replace: piece, insert: `${word} ${piece} ` }[how];
    }
    return words.join('');
  });
}

describe('groundPddl() of anything', () => {
  function check(domain: string, problem: string): string {
    const result = groundPddl(domain, problem, BOUNDS);
    expect(['ok', 'invalid', 'unsupported', 'unsolvable', 'limit']).toContain(result.status);
    if (result.status !== 'ok') expect(result.message).toMatch(/^(domain, line|problem, line|grounding stopped)/);
    return result.status;
  }

  it('gives a status for random text', () => {
    const words = fc.array(fc.constantFrom(...PIECES), { size: 'max', maxLength: 60 }).map((list) => list.join(' '));
    const defined = words.map((inner) => `(define (domain blocks) ${inner})`);
    const text = fc.oneof(fc.string({ unit: 'binary' }), words, defined);
    const property = fc.property(text, text, (domain, problem) => {
      check(domain, problem);
      check(domain, VALID.problem);
      check(VALID.domain, problem);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('gives a status for right text with slips', () => {
    const seen = new Set<string>();
    const { domain, problem } = KITCHEN;
    for (const texts of [VALID, { domain, problem }]) {
      const property = fc.property(mutated(texts.domain), mutated(texts.problem), (wrongDomain, wrongProblem) => {
        seen.add(check(wrongDomain, texts.problem));
        seen.add(check(texts.domain, wrongProblem));
      });
      fc.assert(property, { numRuns: 2500 });
    }
    expect([...seen].sort()).toEqual(expect.arrayContaining(['invalid', 'ok', 'unsolvable', 'unsupported']));
  });

  it.each(['(', ')', '()', 'a ', 'a'])('takes a million characters of %j', (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(check(text, VALID.problem)).toBe('invalid');
    const problem = VALID.problem.replace('(on a b)', () => text);
    expect(check(VALID.domain, problem)).toBe('invalid');
  });

  it.each([
    [496, 'ok'],
    [500, 'invalid'],
  ])('takes %d nested conditions for %s', (depth, status) => {
    const nested = `${'(not '.repeat(depth)}(on a b)${')'.repeat(depth)}`;
    expect(check(VALID.domain, VALID.problem.replace('(on a b)', nested))).toBe(status);
  });

  it('takes a million characters of sense', () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `block-number-${i}`);
    const facts = names.map((name) => `(on ${name} table)`).join('\n');
    const more = VALID.problem.replace('a b - block', `a b ${names.join(' ')} - block`);
    const problem = more.replace('(clear b)', `(clear b) ${facts}`);
    expect(problem.length).toBeGreaterThan(900_000);
    expect(check(VALID.domain, problem)).toBe('limit');
    expect(groundPddl(VALID.domain, problem, { factsMax: 500_000 }).status).toBe('ok');
  });
});
