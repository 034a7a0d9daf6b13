import { describe, expect, it } from 'vitest';
import type { PddlAction } from '../checkout/tasks.ts';
import { quirksOf, type Scoring } from './quirks.ts';
import { readActions, scoreActions } from './transition_modeling.ts';

const ACTION = '(:action open :parameters (?c ?o) :precondition (and (closed ?o) ) :effect (open ?o))';
const READ = { parameters: '(?c ?o)', precondition: '(and (closed ?o))', effect: '(open ?o)' };

describe('readActions()', () => {
  it('reads the text that the answer has as "output", in a fence or not', () => {
    const answer = JSON.stringify({ output: ACTION });
    expect(Object.fromEntries(readActions(answer) ?? [])).toEqual({ open: READ });
    expect(Object.fromEntries(readActions(`\`\`\`json\n${answer}\n\`\`\``) ?? [])).toEqual({ open: READ });
  });

  it('reads an answer that is no JSON as it stands, in which a comment takes all the rest', () => {
    expect(readActions(`Here: ${ACTION}`)?.size).toBe(1);
    expect(readActions(`Here: ; opens\n ${ACTION}`)?.size).toBe(0);
    expect(readActions(JSON.stringify({ output: `; opens\n${ACTION}` }))?.size).toBe(1);
  });

  it.each([
    ['a list', { output: [ACTION] }],
    ['missing', { actions: ACTION }],
  ])('is null where "output" is %s, on which EAI raises an error', (_, answer) => {
    expect(readActions(JSON.stringify(answer))).toBeNull();
  });

  it('is null where the answer ends amid parameters', () => {
    expect(readActions('(:action open :parameters (?c :precondition :effect')).toBeNull();
  });

  it('takes empty bodies for ends that are missing', () => {
    const answer = '(:action open :parameters (?c) :precondition (a) :effect (and (b)';
    expect(Object.fromEntries(readActions(answer) ?? [])).toEqual({
      open: { parameters: '(?c)', precondition: '(a)', effect: '(()' },
    });
  });
});

const action = (precondition: string, effect: string): PddlAction => ({ parameters: '(?c ?o)', precondition, effect });
const GOLD = new Map([
  ['open', action('(and (closed ?o) (near ?c ?o) (not (on ?o)))', '(and (open ?o) (not (closed ?o)))')],
]);

function hits(predicted: PddlAction | null, scoring: Scoring = 'eai') {
  const actions = new Map(predicted === null ? [] : [['open', predicted]]);
  return Object.fromEntries(
    [...scoreActions(actions, { gold: GOLD, quirks: quirksOf(scoring) })].map(([name, { tp, fp, fn }]) => [
      name,
      `${tp} ${fp} ${fn}`,
    ]),
  );
}

describe('scoreActions()', () => {
  it('counts predicates as right, wrong and missed', () => {
    const predicted = action('(and (closed ?o) (near ?c ?o) (lit ?o))', '(open ?o)');
    // An effect that is no "and" agrees with none.
    expect(hits(predicted, 'strict')).toEqual({
      closed: '1 0 1',
      near: '1 0 0',
      lit: '0 1 0',
      on: '0 0 1',
      open: '0 1 1',
    });
  });

  it('does not mind the order of what stands in "and"', () => {
    const predicted = action('(and (near ?c ?o) (not (on ?o)) (closed ?o))', '(and (not (closed ?o)) (open ?o))');
    expect(hits(predicted, 'strict')).toEqual({ near: '1 0 0', on: '1 0 0', closed: '2 0 0', open: '1 0 0' });
  });

  it('mistakes columns for rows, as EAI does', () => {
    // Behind a wrong argument, the last right one has a number that no matched argument of the right formula has.
    const predicted = action('(and (lit ?o) (closed ?o))', '(and)');
    expect(hits(predicted)).toMatchObject({ closed: '1 1 1', lit: '0 1 0' });
    expect(hits(predicted, 'strict')).toMatchObject({ closed: '1 0 1', lit: '0 1 0' });
  });

  it('renames variables of quantifiers that stand at the same place', () => {
    const gold = new Map([['go', action('()', '(and (forall (?x - object) (when (far ?x) (not (near ?c ?x)))))')]]);
    const predicted = action('()', '(and (forall (?y - object) (when (far ?y) (not (near ?c ?y)))))');
    const found = scoreActions(new Map([['go', predicted]]), { gold, quirks: quirksOf('eai') });
    expect(Object.fromEntries(found)).toEqual({ far: { tp: 1, fp: 0, fn: 0 }, near: { tp: 1, fp: 0, fn: 0 } });
  });

  it('misses nothing where an action is absent or a body cannot be read, as EAI does', () => {
    expect(hits(null)).toEqual({});
    expect(hits(null, 'strict')).toEqual({ closed: '0 0 2', near: '0 0 1', on: '0 0 1', open: '0 0 1' });
    const predicted = action('(not (closed ?o) (near ?c ?o))', '()');
    expect(hits(predicted)).toEqual({ open: '0 0 1', closed: '0 0 1' });
    expect(hits(predicted, 'strict')).toEqual({ closed: '0 0 2', near: '0 0 1', on: '0 0 1', open: '0 0 1' });
  });
});
