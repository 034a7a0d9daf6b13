import { byEnd, changed, type End, fenced, RIGHT_DOMAIN, RIGHT_PROBLEM } from '../../testing/pddl_corpus.ts';

export type DomainCase = Readonly<{ name: string; end: End; domain: string; problem?: string; subgoals?: string }>;

function domain(...changes: readonly (readonly [right: string, wrong: string])[]): string {
  return changed(RIGHT_DOMAIN, changes);
}

function without(pattern: RegExp, text: string): string {
  return text.replaceAll(pattern, '');
}

const CONSTANTS = '  (:constants air hand table)\n';
const TABLE_KEEPS_ROOM = '(when (not (= ?surface table)) (not (on ?surface air)))';

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

const UNUSUAL: Readonly<Record<string, Omit<DomainCase, 'name' | 'end'>>> = {
  'in a fence, with prose': { domain: `The domain:\n${fenced(RIGHT_DOMAIN)}Done.` },
  'with a problem behind it': { domain: fenced(`${RIGHT_DOMAIN}\n${RIGHT_PROBLEM}`) },
  'no requirements': { domain: without(/ {2}\(:requirements.*\n/g, RIGHT_DOMAIN) },
  'longer names of actions': {
    domain: domain([':action pick', ':action pick-up'], [':action place', ':action PLACE_ON']),
  },
  'the hand as a third parameter': {
    domain: domain(
      ['(?obj ?surface)', '(?obj ?surface ?hand)'],
      ['(and (in hand air)', '(and (= ?hand hand) (in hand air)'],
    ),
  },
  'one type for everything': {
    domain: domain([CONSTANTS, `  (:types thing - object)\n${CONSTANTS.replace('table', 'table - thing')}`]),
    problem: RIGHT_PROBLEM.replace('C_block_1)', 'C_block_1 - thing)'),
  },
  'types of blocks and places, a block forgotten in the problem': {
    domain: domain(
      [CONSTANTS, `  (:types block place - object)\n${CONSTANTS.replace('table', 'table - place')}`],
      ['(?obj ?surface)', '(?obj - block ?surface - object)'],
    ),
    problem: changed(without(/\([^()]*A_block_1[^()]*\)/g, RIGHT_PROBLEM), [
      ['  (:domain tabletop)\n  ', '  (:domain tabletop)\n  (:objects B_block_1 C_block_1 - block)'],
    ]),
  },
  'no "under", the table forgotten in domain and problem': {
    domain: WITHOUT_UNDER,
    problem: `(define (problem p) (:domain stacking) (:objects A_block_1 B_block_1 C_block_1)
      (:init (in hand air) (on B_block_1 air) (on C_block_1 air)) (:goal (on B_block_1 C_block_1)))`,
    subgoals: '1. C on B\n1.1 (on B_block_1 C_block_1)',
  },
};

export const UNUSUAL_DOMAINS = Object.entries(UNUSUAL).map(([name, texts]): DomainCase => {
  return { name, end: 'plan_completed', ...texts };
});

const PREDICATES = / {2}\(:predicates.*\n/g;
const BEFORE_ACTIONS = RIGHT_DOMAIN.slice(0, RIGHT_DOMAIN.indexOf('(:action'));

export const WRONG_DOMAINS: readonly DomainCase[] = byEnd({
  parse: {
    nothing: '',
    prose: 'The domain has two actions, pick and place.',
    Python: '```python\ndef pick(obj, surface):\n    pass\n```',
    'only the actions': RIGHT_DOMAIN.slice(RIGHT_DOMAIN.indexOf('(:action')),
    'no name': domain(['(domain tabletop)', '(domain)']),
    'another name for effects': domain([':effect', ':effects']),
    'a parenthesis missing in an action': domain(['(under ?obj ?surface))', '(under ?obj ?surface)']),
    'a parenthesis too many': `${RIGHT_DOMAIN.trimEnd()})`,
    'cut short': RIGHT_DOMAIN.slice(0, 700),
    'predicates behind the actions': `${without(PREDICATES, RIGHT_DOMAIN).trimEnd().slice(0, -1)}(:predicates (on ?a ?b)))`,
    'a choice of effects': domain([TABLE_KEEPS_ROOM, '(or (on ?surface air) (not (on ?surface air)))']),
    'a logical sign': domain(['(not (in hand air))', '¬(in hand air)']),
  },
  schema: {
    'a problem instead': RIGHT_PROBLEM,
    'no actions': `${BEFORE_ACTIONS})`,
    'one action': `${RIGHT_DOMAIN.slice(0, RIGHT_DOMAIN.indexOf('(:action place'))})`,
    'actions of blocks world': domain([':action pick', ':action unstack'], [':action place', ':action stack']),
    'an action without effect': RIGHT_DOMAIN.replace(/:effect [\s\S]*?(?=\n {2}\(:action place)/, ')'),
    'no predicates': without(PREDICATES, RIGHT_DOMAIN),
    'its constants not declared': domain([CONSTANTS, '']),
    'constants as variables': domain(['(in hand air) (on ?obj air)', '(in hand ?air) (on ?obj air)']),
    'an undeclared predicate': domain(['(and (in hand air)', '(and (clear ?obj) (in hand air)']),
    'a wrong number of arguments': domain(['(in hand ?obj) (on ?obj hand) (under', '(in ?obj) (on ?obj hand) (under']),
    'an if in an effect': domain([TABLE_KEEPS_ROOM, '(if (not (= ?surface table)) (not (on ?surface air)))']),
    'durative actions': domain([':action place', ':durative-action place']),
    fluents: domain(['(:requirements :strips', '(:requirements :fluents']),
    'derived predicates': domain(['  (:action pick', '  (:derived (in ?a ?a) (on ?a air))\n  (:action pick']),
    'no surface among the parameters': domain(
      ['(?obj ?surface)', '(?obj)'],
      ['(on ?surface ?obj) (under ?obj ?surface))', '(exists (?s) (on ?s ?obj)))'],
      [' (on ?surface air)\n', '\n'],
      [' (not (on ?surface ?obj)) (not (under ?obj ?surface))', ''],
    ),
    'the surface before the object': RIGHT_DOMAIN.replaceAll('(?obj ?surface)', '(?surface ?obj)'),
  },
  unsolvable: {
    'an action that brings nothing about': domain(['(on ?surface ?obj) (under ?obj ?surface) (on', '(on']),
  },
  action_failed: {
    'a place that needs nothing in the hand': domain(['(and (in hand ?obj) (on ?obj hand) (under ?obj air)', '(and']),
  },
}).map(({ name, end, text }) => ({ name, end, domain: text }));

export const SUBGOAL_CASES = byEnd({
  parse: {
    nothing: '',
    prose: 'First put C on B. Then you are done.',
    'headings without facts': '1. Put C on B\n2. Done',
    JSON: '{"subgoals": ["(on B_block_1 C_block_1)"]}',
    'a fact that is not closed': '1. C on B\n1.1 (on B_block_1 C_block_1',
  },
  schema: {
    'no PDDL in parentheses': '1. C on B\n1.1 (C is on B)',
    'an unknown predicate': '1. C free\n1.1 (clear C_block_1)',
    'an unknown object': '1. C on B\n1.1 (on B C)',
    'an action as fact': '1. Take C\n1.1 (pick C_block_1 table)',
  },
  unsolvable: { 'a cyclic tower': '1. C on B on C\n1.1 (on B_block_1 C_block_1)\n1.2 (on C_block_1 B_block_1)' },
  plan_completed: {
    'facts with the heading': '1. (on B_block_1 C_block_1)',
    'facts in a list': '**1. C on B**\n- `(on B_block_1 C_block_1)`',
    'facts joined by and': '1. C on B\n1.1 (and (on B_block_1 C_block_1) (in hand air))',
    'a fact that is not to hold': '1. B off A\n1.1 (not (on A_block_1 B_block_1))',
    'numbers without headings': '1.1 (in hand C_block_1)\n2.1 (on B_block_1 C_block_1)',
  },
}).map(({ name, end, text }) => ({ name, end, subgoals: text }));
