import { describe, expect, it } from 'vitest';
import { sampleFiles } from '../testing/sample_checkout.ts';
import { leadsToGoal, plannerTexts } from './planner_verdict.ts';
import { readActions } from './transition_modeling.ts';

const fileOf = (end: string) => [...sampleFiles()].find(([path]) => path.endsWith(end))?.[1] ?? '';
const header = fileOf('virtualhome_pd.pddl');
const problem = fileOf('1_1.pddl');
const PARAMETERS = ':parameters (?char - character ?obj - object)';
const WALK = `(:action walk ${PARAMETERS} :precondition () :effect (next_to ?char ?obj))`;
const SWITCH = `(:action switch ${PARAMETERS} :precondition (next_to ?char ?obj) :effect (on ?obj))`;

function verdictIn(problem: string, ...actions: string[]) {
  const predicted = readActions(actions.join('\n'))!;
  return leadsToGoal(plannerTexts({ predicted, others: new Map() }, { header, problem })).verdict;
}

const verdict = (...actions: string[]) => verdictIn(problem, ...actions);

describe('leadsToGoal()', () => {
  it('finds a plan, or that there is none', () => {
    expect(verdict(WALK, SWITCH)).toBe('solved');
    expect(verdict(SWITCH)).toBe('unsolvable');
  });

  it.each([
    ['an unknown predicate', '(nearby ?char ?obj)'],
    ['a wrong number of arguments', '(next_to ?char)'],
    ['parentheses without "and"', '((next_to ?char ?obj))'],
    ['a type behind a variable', '(next_to ?char - character ?obj)'],
  ])('refuses %s, as Fast Downward does', (_, precondition) => {
    expect(
      verdict(
        WALK,
        SWITCH.replace('(next_to ?char ?obj)', () => precondition),
      ),
    ).toBe('refused');
  });

  it('refuses a choice in an effect', () => {
    expect(verdict(WALK, SWITCH.replace('(on ?obj)', '(or (on ?obj) (off ?obj))'))).toBe('refused');
  });

  it('takes a name for an object of the problem, where there is one', () => {
    expect(verdict(WALK, SWITCH.replace('(next_to ?char ?obj)', '(inside ?char bedroom)'))).toBe('solved');
    expect(verdict(WALK, SWITCH.replace('(next_to ?char ?obj)', '(inside ?char kitchen)'))).toBe('unsolvable');
  });

  it('takes names for objects that are called as their types are', () => {
    expect(verdict(WALK, SWITCH.replace('(next_to ?char ?obj)', '(next_to character ?obj)'))).toBe('solved');
    const called = problem.replaceAll('lamp', 'object');
    expect(verdictIn(called, WALK, SWITCH.replace('(next_to ?char ?obj)', '(next_to ?char object)'))).toBe('solved');
  });

  it.each([
    ['a comment', 'character - character ; (object)\n bedroom lamp - object'],
    ['no types', 'character - character\n bedroom lamp'],
  ])('reads the list of objects with %s', (_, objects) => {
    const own = problem.replace(/character - character\s+bedroom lamp - object/, objects);
    expect(own).not.toBe(problem);
    expect(verdictIn(own, WALK, SWITCH.replace('(next_to ?char ?obj)', '(inside ?char bedroom)'))).toBe('solved');
    expect(verdictIn(own, WALK, SWITCH.replace('(next_to ?char ?obj)', '(inside ?char object)'))).toBe('unsolvable');
  });

  it('lets an action bring about what another needs, with a name that is nobody’s', () => {
    const enter = `(:action enter ${PARAMETERS} :precondition () :effect (inside ?char kitchen))`;
    expect(verdict(enter, SWITCH.replace('(next_to ?char ?obj)', '(inside ?char kitchen)'))).toBe('solved');
  });

  it('never meets a condition on a variable that nothing declares, unless it is negated', () => {
    expect(verdict(WALK, SWITCH.replace('(next_to ?char ?obj)', '(inside ?char ?room)'))).toBe('unsolvable');
    expect(verdict(WALK, SWITCH.replace('(next_to ?char ?obj)', '(not (inside ?char ?room))'))).toBe('solved');
  });

  it('refuses an effect on a variable that nothing declares, once its action can be reached', () => {
    const effect = '(and (on ?obj) (next_to ?char ?other))';
    expect(verdict(WALK, SWITCH.replace('(on ?obj)', effect))).toBe('refused');
    expect(verdict(SWITCH.replace('(on ?obj)', effect))).toBe('unsolvable');
    expect(verdict(WALK, SWITCH.replace('(on ?obj)', '(and (on ?obj) (not (next_to ?char ?other)))'))).toBe('solved');
  });

  it('lets an effect name the variable of an existential precondition', () => {
    const enter = `(:action enter ${PARAMETERS} :precondition (exists (?room - object) (inside ?char ?room)) :effect (next_to ?char ?room))`;
    expect(verdict(enter, SWITCH.replace('(next_to ?char ?obj)', '(next_to ?char bedroom)'))).toBe('solved');
  });
});
