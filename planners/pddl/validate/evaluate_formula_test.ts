import { describe, expect, it } from 'vitest';
import { Scope } from '../check/scope.ts';
import { Budget, GROUNDING_BOUNDS } from '../ground/bounds.ts';
import type { Formula } from '../read/domain.ts';
import { readPddl } from '../testing/read_or_throw.ts';
import { failingPart, holds, type Interpretation } from './evaluate_formula.ts';

const NOTHING = new Scope<string>(new Map());

/** Reads a condition as the goal of a problem with the objects a, b, c. */
function formula(text: string): Formula {
  const domain = '(define (domain d) (:requirements :adl) (:predicates (on ?x ?y) (clear ?x) (busy)))';
  return readPddl(domain, `(define (problem p) (:domain d) (:objects a b c) (:init) (:goal ${text}))`).problem.goal;
}

function interpretation(...atoms: string[]): Interpretation {
  return { state: new Set(atoms), objectsFor: () => ['a', 'b', 'c'], budget: new Budget(GROUNDING_BOUNDS) };
}

const NOW = interpretation('(on a b)', '(clear a)', '(clear c)');

describe('holds()', () => {
  it.each([
    ['(on a b)', true],
    ['(on b a)', false],
    ['(busy)', false],
    ['(= a a)', true],
    ['(= a b)', false],
    ['(and)', true],
    ['(and (on a b) (clear a))', true],
    ['(and (on a b) (clear b))', false],
    ['(or)', false],
    ['(or (clear b) (clear a))', true],
    ['(not (clear b))', true],
    ['(imply (busy) (clear b))', true],
    ['(imply (clear a) (clear b))', false],
    ['(forall (?x) (or (clear ?x) (= ?x b)))', true],
    ['(forall (?x) (clear ?x))', false],
    ['(exists (?x ?y) (and (on ?x ?y) (not (clear ?y))))', true],
    ['(exists (?x) (on ?x ?x))', false],
    ['(exists (?x) (and (on ?x b) (exists (?x) (on a ?x))))', true],
  ])('%s: %j', (text, value) => {
    expect(holds(formula(text), NOTHING, NOW)).toBe(value);
  });

  it('stops where quantifiers go over more objects than they may', () => {
    const many = { ...NOW, budget: new Budget({ ...GROUNDING_BOUNDS, stepsMax: 100 }) };
    const text = '(forall (?a ?b ?c ?d ?e) (not (busy)))';
    expect(() => holds(formula(text), NOTHING, many)).toThrow('grounding reached its bound stepsMax (100)');
  });
});

it.each([
  ['(clear b)', '(clear b)'],
  ['(and (on a b) (and (clear a) (clear b)) (busy))', '(clear b)'],
  ['(forall (?x) (and (clear ?x) (not (on ?x ?x))))', '(clear b)'],
  ['(forall (?x) (not (on a ?x)))', '(not (on a b))'],
  ['(or (clear b) (= a b))', '(or (clear b) (= a b))'],
  ['(not (forall (?x) (not (busy))))', '(not (forall (?x) (not (busy))))'],
  ['(imply (clear a) (and (clear a) (busy)))', '(imply (clear a) (and (clear a) (busy)))'],
  ['(exists (?x - object ?y) (on ?x ?x))', '(exists (?x - object ?y) (on ?x ?x))'],
  [
    '(forall (?x) (exists (?y) (and (on ?x ?y) (exists (?x) (on ?x ?y)))))',
    '(exists (?y) (and (on b ?y) (exists (?x) (on ?x ?y))))',
  ],
])('failingPart() of %s is %s', (text, part) => {
  expect(failingPart(formula(text), NOTHING, NOW)).toBe(part);
});
