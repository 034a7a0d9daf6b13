import { expect, test } from 'vitest';
import { checkPddl } from './pddl/check/check_pddl.ts';
import { domainName, planActions, tabletopProblem } from './tabletop_problem.ts';

const DOMAIN = `(define (DOMAIN Little)
  (:constants air hand table - object) (:predicates (in ?a ?b) (on ?a ?b) (under ?a ?b)))`;

test('tabletopProblem() writes the sensed state and the goal', () => {
  const observed = { blocks: ['K_block_1', 'L_block_1'], facts: [['on', 'table', 'K_block_1']] as const };
  const text = tabletopProblem('little', observed, [['on', 'K_block_1', 'L_block_1']]);
  const checked = checkPddl(DOMAIN, text);
  if (checked.status !== 'ok') throw new Error(checked.message);
  expect(checked.problem.objects.map(({ name }) => name.name)).toEqual(['k_block_1', 'l_block_1']);
  expect(text).toMatch(/\(:init\n.*\(on table K_block_1\)[\s\S]*\(:goal[\s\S]*\(on K_block_1 L_block_1\)/);
});

test('domainName() reads the name that a domain gives itself', () => {
  expect([DOMAIN, '(define (problem p))'].map(domainName)).toEqual(['Little', null]);
});

test('planActions() spells names as the world does', () => {
  expect(planActions(['(pick k_block_1 table)', '(wait)'], ['K_block_1'])).toEqual([
    { verb: 'pick', args: ['K_block_1', 'table'] },
    { verb: 'wait', args: [] },
  ]);
});
