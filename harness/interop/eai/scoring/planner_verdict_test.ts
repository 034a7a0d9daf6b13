import { describe, expect, it } from 'vitest';
import { sampleFiles } from '../testing/sample_checkout.ts';
import { plannerTexts, plannerVerdict } from './planner_verdict.ts';
import { readActions } from './transition_modeling.ts';

const fileOf = (end: string) => [...sampleFiles()].find(([path]) => path.endsWith(end))?.[1] ?? '';
const header = fileOf('virtualhome_pd.pddl');
const problem = fileOf('1_1.pddl');
const PARAMETERS = ':parameters (?char - character ?obj - object)';
const WALK = `(:action walk ${PARAMETERS} :precondition () :effect (next_to ?char ?obj))`;
const SWITCH = `(:action switch ${PARAMETERS} :precondition (next_to ?char ?obj) :effect (on ?obj))`;

function verdictIn(problem: string, ...actions: string[]) {
  const predicted = readActions(actions.join('\n'))!;
  return plannerVerdict(plannerTexts({ predicted, others: new Map() }, { header, problem })).verdict;
}

const verdict = (...actions: string[]) => verdictIn(problem, ...actions);
const needing = (precondition: string) => SWITCH.replace('(next_to ?char ?obj)', () => precondition);
const causing = (effect: string) => SWITCH.replace('(on ?obj)', () => effect);
const enter = (precondition: string, effect: string) =>
  `(:action enter ${PARAMETERS} :precondition ${precondition} :effect ${effect})`;
const IN_KITCHEN = '(inside ?char kitchen)';
const NEXT_TO_OTHER = '(and (on ?obj) (next_to ?char ?other))';
const NEXT_TO_ROOM = enter('(exists (?room - object) (inside ?char ?room))', '(next_to ?char ?room)');

describe('plannerVerdict()', () => {
  it.each([
    ['a plan', [WALK, SWITCH], 'solved'],
    ['no plan', [SWITCH], 'unsolvable'],
    ['an unknown predicate', [WALK, needing('(nearby ?char ?obj)')], 'refused'],
    ['a wrong number of arguments', [WALK, needing('(next_to ?char)')], 'refused'],
    ['parentheses without "and"', [WALK, needing('((next_to ?char ?obj))')], 'refused'],
    ['a type behind a variable', [WALK, needing('(next_to ?char - character ?obj)')], 'refused'],
    ['a choice in an effect', [WALK, causing('(or (on ?obj) (off ?obj))')], 'refused'],
    ['a name of an object of the problem', [WALK, needing('(inside ?char bedroom)')], 'solved'],
    ['a name of no object', [WALK, needing(IN_KITCHEN)], 'unsolvable'],
    ['an object that is called as its type is', [WALK, needing('(next_to character ?obj)')], 'solved'],
    ['a name of no object in an effect, too', [enter('()', IN_KITCHEN), needing(IN_KITCHEN)], 'solved'],
    ['a condition on a variable that nothing declares', [WALK, needing('(inside ?char ?room)')], 'unsolvable'],
    ['the negation of such a condition', [WALK, needing('(not (inside ?char ?room))')], 'solved'],
    ['an effect on such a variable', [WALK, causing(NEXT_TO_OTHER)], 'refused'],
    ['such an effect of an action that is never reached', [causing(NEXT_TO_OTHER)], 'unsolvable'],
    ['such an effect that deletes', [WALK, causing('(and (on ?obj) (not (next_to ?char ?other)))')], 'solved'],
    ['an effect with the variable of "exists"', [NEXT_TO_ROOM, needing('(next_to ?char bedroom)')], 'solved'],
  ])('decides as Fast Downward does, given %s', (_, actions, expected) => {
    expect(verdict(...actions)).toBe(expected);
  });

  it('matches a name to an object with the name of its type', () => {
    const called = problem.replaceAll('lamp', 'object');
    expect(verdictIn(called, WALK, needing('(next_to ?char object)'))).toBe('solved');
  });

  it.each([
    ['a comment', 'character - character ; (object)\n bedroom lamp - object'],
    ['no types', 'character - character\n bedroom lamp'],
  ])('reads the list of objects with %s', (_, objects) => {
    const own = problem.replace(/character - character\s+bedroom lamp - object/, objects);
    expect(own).not.toBe(problem);
    const verdicts = ['bedroom', 'object'].map((place) => verdictIn(own, WALK, needing(`(inside ?char ${place})`)));
    expect(verdicts).toEqual(['solved', 'unsolvable']);
  });
});
