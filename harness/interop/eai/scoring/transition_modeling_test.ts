import { describe, expect, it } from 'vitest';
import type { PddlAction } from '../checkout/tasks.ts';
import { quirksOf, type Scoring } from './quirks.ts';
import { readActions, scoreActions } from './transition_modeling.ts';

const ACTION = '(:action open :parameters (?c ?o) :precondition (and (closed ?o) ) :effect (open ?o))';
const READ = { parameters: '(?c ?o)', precondition: '(and (closed ?o))', effect: '(open ?o)' };

describe('readActions()', () => {
  it.each([
    ['in JSON', JSON.stringify({ output: ACTION })],
    ['in a fence', `\`\`\`json\n${JSON.stringify({ output: ACTION })}\n\`\`\``],
    ['behind a comment in JSON', JSON.stringify({ output: `; opens\n${ACTION}` })],
    ['as it stands', `Here: ${ACTION}`],
  ])('reads the text that the answer has %s', (_, answer) => {
    expect(Object.fromEntries(readActions(answer) ?? [])).toEqual({ open: READ });
  });

  it('reads the rest of an answer that is not JSON as a comment', () => {
    expect(readActions(`Here: ; opens\n ${ACTION}`)?.size).toBe(0);
  });

  it.each([
    ['"output" is a list, on which EAI raises an error', JSON.stringify({ output: [ACTION] })],
    ['"output" is missing', JSON.stringify({ actions: ACTION })],
    ['the answer ends amid parameters', '(:action open :parameters (?c :precondition :effect'],
  ])('is null where %s', (_, answer) => expect(readActions(answer)).toBeNull());

  it('reads missing ends as empty bodies', () => {
    const answer = '(:action open :parameters (?c) :precondition (a) :effect (and (b)';
    const open = { parameters: '(?c)', precondition: '(a)', effect: '(()' };
    expect(Object.fromEntries(readActions(answer) ?? [])).toEqual({ open });
  });
});

const action = (precondition: string, effect: string): PddlAction => ({ parameters: '(?c ?o)', precondition, effect });
const GOLD = new Map([
  ['open', action('(and (closed ?o) (near ?c ?o) (not (on ?o)))', '(and (open ?o) (not (closed ?o)))')],
]);

function hits(predicted: PddlAction | null, scoring: Scoring = 'eai') {
  const actions = new Map(predicted === null ? [] : [['open', predicted]]);
  const counts = scoreActions(actions, { gold: GOLD, quirks: quirksOf(scoring) });
  return Object.fromEntries(Array.from(counts, ([name, { tp, fp, fn }]) => [name, `${tp} ${fp} ${fn}`]));
}

describe('scoreActions()', () => {
  it('counts predicates as right, wrong and missed', () => {
    const predicted = action('(and (closed ?o) (near ?c ?o) (lit ?o))', '(open ?o)');
    const counts = { closed: '1 0 1', near: '1 0 0', lit: '0 1 0', on: '0 0 1', open: '0 1 1' };
    expect(hits(predicted, 'strict')).toEqual(counts);
  });

  it('ignores the order of the parts of "and"', () => {
    const predicted = action('(and (near ?c ?o) (not (on ?o)) (closed ?o))', '(and (not (closed ?o)) (open ?o))');
    expect(hits(predicted, 'strict')).toEqual({ near: '1 0 0', on: '1 0 0', closed: '2 0 0', open: '1 0 0' });
  });

  it('mistakes columns for rows, as EAI does', () => {
    // Behind a wrong argument, the last right one has a number that no matched argument of the right formula has.
    const predicted = action('(and (lit ?o) (closed ?o))', '(and)');
    expect(hits(predicted)).toMatchObject({ closed: '1 1 1', lit: '0 1 0' });
    expect(hits(predicted, 'strict')).toMatchObject({ closed: '1 0 1', lit: '0 1 0' });
  });

  it('renames variables of quantifiers at the same place', () => {
    const gold = new Map([['go', action('()', '(and (forall (?x - object) (when (far ?x) (not (near ?c ?x)))))')]]);
    const predicted = action('()', '(and (forall (?y - object) (when (far ?y) (not (near ?c ?y)))))');
    const found = scoreActions(new Map([['go', predicted]]), { gold, quirks: quirksOf('eai') });
    expect(Object.fromEntries(found)).toEqual({ far: { tp: 1, fp: 0, fn: 0 }, near: { tp: 1, fp: 0, fn: 0 } });
  });

  it('misses no predicates if an action is absent or a body cannot be read, as EAI does', () => {
    expect(hits(null)).toEqual({});
    expect(hits(null, 'strict')).toEqual({ closed: '0 0 2', near: '0 0 1', on: '0 0 1', open: '0 0 1' });
    const predicted = action('(not (closed ?o) (near ?c ?o))', '()');
    expect(hits(predicted)).toEqual({ open: '0 0 1', closed: '0 0 1' });
    expect(hits(predicted, 'strict')).toEqual({ closed: '0 0 2', near: '0 0 1', on: '0 0 1', open: '0 0 1' });
  });
});
