/**
 * Test support: PDDL domains and subgoals as models write them, often wrong, each with the end that DELTA must come to.
 *
 * They go with the right problem and subgoals, unless others stand beside them.
 */
import { changed, type End, fenced, RIGHT_DOMAIN, RIGHT_PROBLEM } from '../../testing/pddl_corpus.ts';

export type DomainCase = {
  readonly name: string;
  readonly end: End;
  readonly domain: string;
  readonly problem?: string;
  readonly subgoals?: string;
};

function domain(...changes: readonly (readonly [right: string, wrong: string])[]): string {
  return changed(RIGHT_DOMAIN, changes);
}

function without(pattern: RegExp, text: string): string {
  return text.replaceAll(pattern, '');
}

const CONSTANTS = '  (:constants air hand table)\n';
const TABLE_KEEPS_ROOM = '(when (not (= ?surface table)) (not (on ?surface air)))';

/** A domain that cannot say what is under a block. */
const WITHOUT_UNDER = `(define (domain stacking)
  (:requirements :strips)
  (:constants hand air)
  (:predicates (on ?below ?above) (in ?hand ?thing))
  (:action pick
    :parameters (?obj ?surface)
    :precondition (and (in hand air) (on ?obj air) (on ?surface ?obj))
    :effect (and (in hand ?obj) (on ?surface air) (not (in hand air)) (not (on ?obj air)) (not (on ?surface ?obj))))
  (:action place
    :parameters (?obj ?surface)
    :precondition (and (in hand ?obj) (on ?surface air))
    :effect (and (in hand air) (on ?surface ?obj) (on ?obj air) (not (in hand ?obj)) (not (on ?surface air)))))
`;

export const UNUSUAL_DOMAINS: readonly DomainCase[] = [
  { name: 'in a fence, with prose', end: 'plan_completed', domain: `The domain:\n${fenced(RIGHT_DOMAIN)}Done.` },
  { name: 'with a problem behind it', end: 'plan_completed', domain: fenced(`${RIGHT_DOMAIN}\n${RIGHT_PROBLEM}`) },
  {
    name: 'no requirements',
    end: 'plan_completed',
    domain: without(/ {2}\(:requirements.*\n/g, RIGHT_DOMAIN),
  },
  {
    name: 'longer names of actions',
    end: 'plan_completed',
    domain: domain([':action pick', ':action pick-up'], [':action place', ':action PLACE_ON']),
  },
  {
    name: 'the hand as a third parameter',
    end: 'plan_completed',
    domain: domain(
      ['(?obj ?surface)', '(?obj ?surface ?hand)'],
      ['(and (in hand air)', '(and (= ?hand hand) (in hand air)'],
    ),
  },
  {
    name: 'one type for everything',
    end: 'plan_completed',
    domain: domain([CONSTANTS, `  (:types thing - object)\n${CONSTANTS.replace('table', 'table - thing')}`]),
    problem: RIGHT_PROBLEM.replace('C_block_1)', 'C_block_1 - thing)'),
  },
  {
    name: 'types of blocks and places, a block forgotten in the problem',
    end: 'plan_completed',
    domain: domain(
      [CONSTANTS, `  (:types block place - object)\n${CONSTANTS.replace('table', 'table - place')}`],
      ['(?obj ?surface)', '(?obj - block ?surface - object)'],
    ),
    problem: changed(without(/\([^()]*A_block_1[^()]*\)/g, RIGHT_PROBLEM), [
      ['  (:domain tabletop)\n  ', '  (:domain tabletop)\n  (:objects B_block_1 C_block_1 - block)'],
    ]),
  },
  {
    name: 'no "under", the table forgotten in domain and problem',
    end: 'plan_completed',
    domain: WITHOUT_UNDER,
    problem: `(define (problem p) (:domain stacking) (:objects A_block_1 B_block_1 C_block_1)
      (:init (in hand air) (on B_block_1 air) (on C_block_1 air)) (:goal (on B_block_1 C_block_1)))`,
    subgoals: '1. C on B\n1.1 (on B_block_1 C_block_1)',
  },
];

export const WRONG_DOMAINS: readonly DomainCase[] = [
  { name: 'nothing', end: 'parse', domain: '' },
  { name: 'prose', end: 'parse', domain: 'The domain has two actions, pick and place.' },
  { name: 'Python', end: 'parse', domain: '```python\ndef pick(obj, surface):\n    pass\n```' },
  { name: 'only the actions', end: 'parse', domain: RIGHT_DOMAIN.slice(RIGHT_DOMAIN.indexOf('(:action')) },
  { name: 'a problem instead', end: 'schema', domain: RIGHT_PROBLEM },
  { name: 'no name', end: 'parse', domain: domain(['(domain tabletop)', '(domain)']) },
  { name: 'no actions', end: 'schema', domain: `${RIGHT_DOMAIN.slice(0, RIGHT_DOMAIN.indexOf('(:action'))})` },
  { name: 'one action', end: 'schema', domain: `${RIGHT_DOMAIN.slice(0, RIGHT_DOMAIN.indexOf('(:action place'))})` },
  {
    name: 'actions of blocks world',
    end: 'schema',
    domain: domain([':action pick', ':action unstack'], [':action place', ':action stack']),
  },
  { name: 'another name for effects', end: 'parse', domain: domain([':effect', ':effects']) },
  {
    name: 'an action without effect',
    end: 'schema',
    domain: domain([':effect (and\n      (in', '; (in']).replace(
      /; \(in[\s\S]*?\(:action place/,
      ')\n  (:action place',
    ),
  },
  {
    name: 'a parenthesis missing in an action',
    end: 'parse',
    domain: domain(['(under ?obj ?surface))', '(under ?obj ?surface)']),
  },
  { name: 'a parenthesis too many', end: 'parse', domain: `${RIGHT_DOMAIN.trimEnd()})` },
  { name: 'cut short', end: 'parse', domain: RIGHT_DOMAIN.slice(0, 700) },
  {
    name: 'predicates behind the actions',
    end: 'parse',
    domain: `${without(/ {2}\(:predicates.*\n/g, RIGHT_DOMAIN)
      .trimEnd()
      .slice(0, -1)}(:predicates (on ?a ?b) (under ?a ?b) (in ?a ?b)))`,
  },
  { name: 'no predicates', end: 'schema', domain: without(/ {2}\(:predicates.*\n/g, RIGHT_DOMAIN) },
  { name: 'its constants not declared', end: 'schema', domain: domain([CONSTANTS, '']) },
  {
    name: 'constants as variables',
    end: 'schema',
    domain: domain(['(in hand air) (on ?obj air)', '(in hand ?air) (on ?obj air)']),
  },
  {
    name: 'an undeclared predicate',
    end: 'schema',
    domain: domain(['(and (in hand air)', '(and (clear ?obj) (in hand air)']),
  },
  {
    name: 'a wrong number of arguments',
    end: 'schema',
    domain: domain(['(in hand ?obj) (on ?obj hand) (under', '(in ?obj) (on ?obj hand) (under']),
  },
  {
    name: 'a choice of effects',
    end: 'parse',
    domain: domain([TABLE_KEEPS_ROOM, '(or (on ?surface air) (not (on ?surface air)))']),
  },
  {
    name: 'an if in an effect',
    end: 'schema',
    domain: domain([TABLE_KEEPS_ROOM, '(if (not (= ?surface table)) (not (on ?surface air)))']),
  },
  { name: 'a logical sign', end: 'parse', domain: domain(['(not (in hand air))', '¬(in hand air)']) },
  { name: 'durative actions', end: 'schema', domain: domain([':action place', ':durative-action place']) },
  { name: 'fluents', end: 'schema', domain: domain(['(:requirements :strips', '(:requirements :fluents']) },
  {
    name: 'derived predicates',
    end: 'schema',
    domain: domain(['  (:action pick', '  (:derived (in ?a ?a) (on ?a air))\n  (:action pick']),
  },
  {
    name: 'no surface among the parameters',
    end: 'schema',
    domain: domain(
      ['(?obj ?surface)', '(?obj)'],
      ['(on ?surface ?obj) (under ?obj ?surface))', '(exists (?s) (on ?s ?obj)))'],
      [' (on ?surface air)\n', '\n'],
      [' (not (on ?surface ?obj)) (not (under ?obj ?surface))', ''],
    ),
  },
  {
    name: 'the surface before the object',
    end: 'schema',
    domain: RIGHT_DOMAIN.replaceAll('(?obj ?surface)', '(?surface ?obj)'),
  },
  {
    name: 'an action that brings nothing about',
    end: 'unsolvable',
    domain: domain(['(on ?surface ?obj) (under ?obj ?surface) (on', '(on']),
  },
  {
    name: 'a place that needs nothing in the hand',
    end: 'action_failed',
    domain: domain(['(and (in hand ?obj) (on ?obj hand) (under ?obj air) (on', '(and (on']),
  },
];

export const SUBGOAL_CASES: readonly (Omit<DomainCase, 'domain'> & { readonly subgoals: string })[] = [
  { name: 'nothing', end: 'parse', subgoals: '' },
  { name: 'prose', end: 'parse', subgoals: 'First put C on B. Then you are done.' },
  { name: 'headings without facts', end: 'parse', subgoals: '1. Put C on B\n2. Done' },
  { name: 'JSON', end: 'parse', subgoals: '{"subgoals": ["(on B_block_1 C_block_1)"]}' },
  { name: 'a fact that is not closed', end: 'parse', subgoals: '1. C on B\n1.1 (on B_block_1 C_block_1' },
  { name: 'no PDDL in parentheses', end: 'schema', subgoals: '1. C on B\n1.1 (C is on B)' },
  { name: 'an unknown predicate', end: 'schema', subgoals: '1. C free\n1.1 (clear C_block_1)' },
  { name: 'an unknown object', end: 'schema', subgoals: '1. C on B\n1.1 (on B C)' },
  {
    name: 'a cyclic tower',
    end: 'unsolvable',
    subgoals: '1. C on B on C\n1.1 (on B_block_1 C_block_1)\n1.2 (on C_block_1 B_block_1)',
  },
  { name: 'an action as fact', end: 'schema', subgoals: '1. Take C\n1.1 (pick C_block_1 table)' },
  { name: 'facts with the heading', end: 'plan_completed', subgoals: '1. (on B_block_1 C_block_1)' },
  { name: 'facts in a list', end: 'plan_completed', subgoals: '**1. C on B**\n- `(on B_block_1 C_block_1)`' },
  {
    name: 'facts joined by and',
    end: 'plan_completed',
    subgoals: '1. C on B\n1.1 (and (on B_block_1 C_block_1) (in hand air))',
  },
  {
    name: 'a fact that is not to hold',
    end: 'plan_completed',
    subgoals: '1. B off A\n1.1 (not (on A_block_1 B_block_1))',
  },
  {
    name: 'numbers without headings',
    end: 'plan_completed',
    subgoals: '1.1 (in hand C_block_1)\n2.1 (on B_block_1 C_block_1)',
  },
];
