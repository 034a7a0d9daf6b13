import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArbitraryTask, arbitraryTask } from '../testing/arbitrary_pddl.ts';
import { readPddl as read } from '../testing/read_or_throw.ts';
import { ReferenceSemantics } from '../testing/reference_semantics.ts';
import { BoundReached, Budget, GROUNDING_BOUNDS } from './bounds.ts';
import { normalizeTask } from './normalize_task.ts';
import { relaxedReachability } from './relaxed_reachability.ts';

function reach({ domain, problem }: ArbitraryTask, budget = new Budget(GROUNDING_BOUNDS)) {
  const lifted = normalizeTask(domain, problem);
  const { facts, actions } = relaxedReachability(lifted, budget);
  const names = (objects: readonly number[]) => objects.map((object) => lifted.objects[object]);
  const text = (name: string, objects: readonly number[]) => `(${[name, ...names(objects)].join(' ')})`;
  const steps = actions.map(({ action, objects }) => text(lifted.actions[action]!.name, objects));
  const atoms = facts.argsOf.map((args, fact) => ({
    text: text(lifted.predicates[facts.predicateOf[fact]!]!.name, args),
    canBeTrue: facts.canHold[fact * 2] === true,
    canBeFalse: facts.canHold[fact * 2 + 1] === true,
  }));
  return { steps, atoms };
}

const names = (length: number) => Array.from({ length }, (_, i) => `x${i}`);

function line(length: number): ArbitraryTask {
  const links = names(length - 1).map((name, i) => `(next ${name} x${i + 1})`);
  return read(
    `(define (domain line) (:predicates (at ?x) (next ?x ?y)) (:action go :parameters (?x ?y)
      :precondition (and (at ?x) (next ?x ?y)) :effect (and (at ?y) (not (at ?x)))))`,
    `(define (problem p) (:domain line) (:objects ${names(length).join(' ')}) (:init (at x0) ${links.join(' ')}) (:goal (at x1)))`,
  );
}

describe('relaxedReachability()', () => {
  it('joins instead of trying all objects', () => {
    expect(reach(line(1000), new Budget({ ...GROUNDING_BOUNDS, stepsMax: 20_000 })).steps).toHaveLength(999);
  });

  it('joins what a quantified effect needs', () => {
    const objects = names(200);
    const task = read(
      `(define (domain d) (:predicates (lit ?x) (near ?x ?y ?z) (on)) (:action light :parameters (?x) :precondition (on)
        :effect (forall (?y ?z) (when (near ?x ?y ?z) (lit ?y)))))`,
      `(define (problem p) (:domain d) (:objects ${objects.join(' ')}) (:init (on) (near x0 x1 x2) (near x0 x3 x4)) (:goal (lit x1)))`,
    );
    const { atoms } = reach(task, new Budget({ ...GROUNDING_BOUNDS, stepsMax: 5_000 }));
    expect(atoms.filter(({ text, canBeTrue }) => canBeTrue && text.startsWith('(lit'))).toHaveLength(2);
  });

  it('stops at a bound', () => {
    const reachLine = (bound: object) => () => reach(line(100), new Budget({ ...GROUNDING_BOUNDS, ...bound }));
    expect(reachLine({ operatorsMax: 98 })).toThrow(BoundReached);
    expect(reachLine({ operatorsMax: 99 })).not.toThrow();
    expect(reachLine({ factsMax: 150 })).toThrow(BoundReached);
    expect(reachLine({ stepsMax: 50 })).toThrow(BoundReached);
    expect(reachLine({ effectsMax: 100 })).toThrow('the limit effectsMax (100) was reached');
  });

  it('counts an action once, however many objects fit its quantified variables', () => {
    const objects = names(8);
    const edges = objects.flatMap((from) => objects.map((to) => `(e ${from} ${to})`));
    const task = read(
      `(define (domain d) (:requirements :adl) (:predicates (at ?x) (e ?x ?y)) (:action hop :parameters (?x ?y)
        :precondition (and (at ?x) (exists (?z ?w) (and (e ?x ?z) (e ?z ?w) (e ?w ?y)))) :effect (and (at ?y) (not (at ?x)))))`,
      `(define (problem p) (:domain d) (:objects ${objects.join(' ')}) (:init (at x0) ${edges.join(' ')}) (:goal (at x1)))`,
    );
    expect(reach(task, new Budget({ ...GROUNDING_BOUNDS, operatorsMax: 64 })).steps).toHaveLength(64);
  });

  it('finds what a search through all objects finds', () => {
    const property = fc.property(arbitraryTask, (task) => {
      const { steps, atoms } = reach(task);
      const reference = new ReferenceSemantics(task.domain, task.problem).reachable();
      expect([...steps].sort()).toEqual([...reference.steps].sort());
      const found = atoms.filter(({ canBeTrue }) => canBeTrue).map(({ text }) => text);
      expect(found.sort()).toEqual([...reference.canBeTrue].sort());
      for (const { text, canBeFalse } of atoms) expect(canBeFalse, text).toBe(reference.canBeFalse(text));
    });
    fc.assert(property, { numRuns: 300 });
  });
});
