import { describe, expect, it } from 'vitest';
import { checkPddl } from './pddl/check/check_pddl.ts';
import { domainName, planActions, tabletopProblem } from './tabletop_problem.ts';

const DOMAIN = `(define (DOMAIN Little)
  (:constants air hand table - object) (:predicates (in ?a ?b) (on ?a ?b) (under ?a ?b)))`;

describe('tabletopProblem()', () => {
  it('writes what is sensed and what is wanted', () => {
    const observed = { blocks: ['K_block_1', 'L_block_1'], facts: [['on', 'table', 'K_block_1']] as const };
    const text = tabletopProblem('little', observed, [['on', 'K_block_1', 'L_block_1']]);
    const checked = checkPddl(DOMAIN, text);
    if (checked.status !== 'ok') throw new Error(checked.message);
    expect(checked.problem.objects.map(({ name }) => name.name)).toEqual(['k_block_1', 'l_block_1']);
    expect(text).toContain('(on table K_block_1)');
    expect(text).toContain('(on K_block_1 L_block_1)');
  });
});

describe('domainName()', () => {
  it('reads the name that a domain gives itself', () => {
    expect(domainName(DOMAIN)).toBe('Little');
    expect(domainName('(define (problem p))')).toBeNull();
  });
});

describe('planActions()', () => {
  it('spells names as the world does', () => {
    expect(planActions(['(pick k_block_1 table)', '(wait)'], ['K_block_1'])).toEqual([
      { verb: 'pick', args: ['K_block_1', 'table'] },
      { verb: 'wait', args: [] },
    ]);
  });
});
