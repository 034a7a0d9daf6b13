import { describe, expect, it } from 'vitest';
import { type GroundResult, groundPddl } from './ground_pddl.ts';

/** A domain with an action whose precondition is `parts`, each of which another action can make true. */
function joining(predicates: string, parts: string, made: string): GroundResult['status'] {
  const domain = `(define (domain d) (:requirements :adl) (:predicates (done) (a) (c) (b ?x) ${predicates})
    (:action make :parameters (?x) :effect (and ${made}))
    (:action go :parameters (?x) :precondition (and ${parts}) :effect (done)))`;
  const bounds = { stepsMax: STEPS_OF_A_PART * parts.split('(').length };
  return groundPddl(domain, '(define (problem p) (:domain d) (:objects o) (:init (a)) (:goal (done)))', bounds).status;
}

const STEPS_OF_A_PART = 40;

describe.each([500, 1000, 2000])('groundPddl() takes steps linear in a precondition of %d', (n) => {
  const many = (part: (index: number) => string) => Array.from({ length: n }, (_, index) => part(index)).join(' ');

  it.each([
    ['equal atoms that nothing changes', '', many(() => '(a)'), '(c)'],
    ['equal atoms', '', many(() => '(c)'), '(c)'],
    ['equal atoms with a variable', '', many(() => '(b ?x)'), '(b ?x)'],
    ['different atoms', many((i) => `(p${i})`), many((i) => `(p${i})`), many((i) => `(p${i})`)],
    ['different atoms with a variable', many((i) => `(p${i} ?y)`), ...Array(2).fill(many((i) => `(p${i} ?x)`))],
    ['disjunctions', '', many(() => '(or (a) (c))'), '(c)'],
  ])('%s', (_, predicates, parts, made) => {
    expect(joining(predicates, parts, made)).toBe('ok');
  });
});

it('groundPddl() counts preconditions once for each conditional effect', () => {
  const count = 1000;
  const each = (part: (index: number) => string) => Array.from({ length: count }, (_, index) => part(index)).join(' ');
  const domain = `(define (domain d) (:requirements :adl) (:predicates ${each((i) => `(p${i}) (q${i}) (r${i})`)})
    (:action make :effect (and ${each((i) => `(p${i}) (q${i})`)}))
    (:action go :precondition (and ${each((i) => `(p${i})`)}) :effect (and ${each((i) => `(when (q${i}) (r${i}))`)})))`;
  const problem = `(define (problem p) (:domain d) (:init) (:goal (and ${each((i) => `(r${i})`)})))`;
  expect(groundPddl(domain, problem, { stepsMax: count * count })).toMatchObject({ bound: 'stepsMax' });
  expect(groundPddl(domain, problem, { stepsMax: count * count + 40 * count }).status).toBe('ok');
});
