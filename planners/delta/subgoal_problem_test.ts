import { describe, expect, it } from 'vitest';
import { checkPddl } from '../pddl/check/check_pddl.ts';
import { SmallTable } from '../testing/small_table.ts';
import { subgoalProblem } from './subgoal_problem.ts';

const OBSERVATION = new SmallTable().observe();

/** The subgoal's problem for a domain and a problem of the model's. */
function problemOf(sections: string, objects: string) {
  const domain = `(define (domain Own) ${sections})`;
  const checked = checkPddl(domain, `(define (problem p) (:domain own) ${objects} (:init) (:goal (and)))`);
  if (checked.status !== 'ok') throw new Error(checked.message);
  const made = subgoalProblem(checked, OBSERVATION, { conditions: ['(on A_block_1 C_block_1)', '(in hand air)'] });
  const again = checkPddl(domain, made.text);
  if (again.status !== 'ok') throw new Error(again.message);
  const typed = again.problem.objects.map(({ name, types }) => `${name.written} - ${types?.[0]?.written}`);
  return { ...made, objects: typed, init: again.problem.init };
}

const PREDICATES = '(:predicates (on ?a ?b) (under ?a ?b) (in ?a ?b))';
const BLOCKS = 'A_block_1 B_block_1 C_block_1';

describe('subgoalProblem()', () => {
  it('writes the objects, what is sensed, and the goal', () => {
    const { text, leftOut, added } = problemOf(`(:constants air hand table) ${PREDICATES}`, `(:objects ${BLOCKS})`);
    expect(text).toBe(`(define (problem subgoal)
  (:domain Own)
  (:objects
    A_block_1 - object
    B_block_1 - object
    C_block_1 - object
  )
  (:init
${OBSERVATION.facts.map((fact) => `    (${fact.join(' ')})`).join('\n')}
  )
  (:goal (and
    (on A_block_1 C_block_1)
    (in hand air)
  )))
`);
    expect([leftOut, added]).toEqual([[], []]);
  });

  it('keeps the types that the model gave, and gives them to blocks that it forgot', () => {
    const types = '(:types block place - object) (:constants table - place air hand - object)';
    const { objects, added } = problemOf(`${types} ${PREDICATES}`, '(:objects shelf - place a_block_1 - block)');
    expect(objects).toEqual(['shelf - place', 'a_block_1 - block', 'B_block_1 - block', 'C_block_1 - block']);
    expect(added).toEqual(['B_block_1', 'C_block_1']);
  });

  it('declares hand, air and table where nobody did', () => {
    const { objects, added } = problemOf(PREDICATES, `(:objects ${BLOCKS} table)`);
    expect(objects.slice(3)).toEqual(['table - object', 'air - object', 'hand - object']);
    expect(added).toEqual(['air', 'hand']);
  });

  it('leaves out what the domain cannot say', () => {
    const sections = '(:constants air hand table) (:predicates (on ?a ?b) (under ?a) (in ?a ?b) (clear ?a))';
    const { init, leftOut } = problemOf(sections, `(:objects ${BLOCKS})`);
    expect(leftOut).toEqual(['under']);
    expect(init).toHaveLength(OBSERVATION.facts.filter(([predicate]) => predicate !== 'under').length);
  });
});
