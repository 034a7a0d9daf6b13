/** PDDL as models write it, with the end of an episode at `SmallTable`, whose task is a tower of its three blocks. */

export const RIGHT_PROBLEM = `(define (problem tower)
  (:domain tabletop)
  (:objects A_block_1 B_block_1 C_block_1)
  (:init
    (in hand air)
    (on table A_block_1) (under A_block_1 table) (on A_block_1 B_block_1)
    (under B_block_1 A_block_1) (on B_block_1 air)
    (on table C_block_1) (under C_block_1 table) (on C_block_1 air)
    (on table air))
  (:goal (and
    (on A_block_1 B_block_1) (under B_block_1 A_block_1)
    (on B_block_1 C_block_1) (under C_block_1 B_block_1))))
`;

export const RIGHT_DOMAIN = `(define (domain tabletop)
  (:requirements :strips :equality :negative-preconditions :conditional-effects)
  (:constants air hand table)
  (:predicates (on ?a ?b) (under ?a ?b) (in ?a ?b))
  (:action pick
    :parameters (?obj ?surface)
    :precondition (and (in hand air) (on ?obj air) (on ?surface ?obj) (under ?obj ?surface))
    :effect (and
      (in hand ?obj) (on ?obj hand) (under ?obj air) (on ?surface air)
      (not (in hand air)) (not (on ?obj air)) (not (on ?surface ?obj)) (not (under ?obj ?surface))))
  (:action place
    :parameters (?obj ?surface)
    :precondition (and (in hand ?obj) (on ?obj hand) (under ?obj air) (on ?surface air))
    :effect (and
      (on ?surface ?obj) (under ?obj ?surface) (on ?obj air) (in hand air)
      (not (in hand ?obj)) (not (on ?obj hand)) (not (under ?obj air))
      (when (not (= ?surface table)) (not (on ?surface air))))))
`;

export const RIGHT_SUBGOALS = `1. Put C on B
1.1 (on B_block_1 C_block_1)
1.2 (under C_block_1 B_block_1)
`;

/** A stop reason; `plan_completed` may still miss the task's goal. */
export type End = 'parse' | 'schema' | 'grounding' | 'unsolvable' | 'action_failed' | 'plan_completed';

type Texts = Readonly<Record<string, string>>;

/** Texts by end and name, as a list. */
export function byEnd(ends: Readonly<Partial<Record<End, Texts>>>): { name: string; end: End; text: string }[] {
  return Object.entries(ends).flatMap(([end, texts]) => {
    return Object.entries(texts).map(([name, text]) => ({ name, end: end as End, text }));
  });
}

export type WrongProblem = Readonly<{ name: string; reply: string; llmP: End; delta: End }>;

function problem(...changes: readonly (readonly [right: string, wrong: string])[]): string {
  return changed(RIGHT_PROBLEM, changes);
}

/** Throws if a part to change is missing. */
export function changed(text: string, changes: readonly (readonly [right: string, wrong: string])[]): string {
  return changes.reduce((result, [right, wrong]) => {
    if (!result.includes(right)) throw new Error(`The right text holds no "${right}"`);
    return result.replace(right, () => wrong);
  }, text);
}

function goal(text: string): string {
  return RIGHT_PROBLEM.replace(/\(:goal[\s\S]*$/, () => `(:goal ${text}))\n`);
}

/** Text ends in a line break. */
export function fenced(text: string, language = 'pddl'): string {
  return `\`\`\`${language}\n${text}\`\`\`\n`;
}

function both(ends: Readonly<Partial<Record<End, Texts>>>): WrongProblem[] {
  return byEnd(ends).map(({ name, end, text }) => ({ name, reply: text, llmP: end, delta: end }));
}

export const UNUSUAL_PROBLEMS = both({
  plan_completed: {
    'in a fence': fenced(RIGHT_PROBLEM),
    'with prose around it': `Sure (gladly)!\n\n${RIGHT_PROBLEM}\nThis (problem) is right :)`,
    twice: `${fenced(RIGHT_PROBLEM)}\nOr, rather:\n${fenced(goal('(in hand A_block_1)'))}`,
    'behind a domain': `${fenced(RIGHT_DOMAIN)}\n${fenced(RIGHT_PROBLEM)}`,
    'with comments': problem(['(:init', '; the state – as sensed :)\n  (:init']),
    'in capitals': RIGHT_PROBLEM.toUpperCase(),
    'with Windows line breaks': RIGHT_PROBLEM.replaceAll('\n', '\r\n'),
    'with objects of type object': problem(['C_block_1)', 'C_block_1 - object)']),
    'with a fact twice': problem(['(in hand air)', '(in hand air) (in hand air)']),
    'with a negative fact': problem(['(in hand air)', '(in hand air) (not (in hand A_block_1))']),
  },
});

export const WRONG_PROBLEMS = both({
  parse: {
    empty: '',
    'a refusal': "I'm sorry, but I cannot help with that.",
    'an empty fence': fenced(''),
    'a plan instead': '1. pick(C_block_1, table)\n2. place(C_block_1, B_block_1)',
    'JSON instead': fenced('{"init": [["on", "table", "A_block_1"]], "goal": []}\n', 'json'),
    'the last parenthesis missing': RIGHT_PROBLEM.trimEnd().slice(0, -1),
    'a parenthesis missing before the goal': problem(['(on table air))', '(on table air)']),
    'a parenthesis missing in a fact': problem(['(on table A_block_1)', '(on table A_block_1']),
    'a parenthesis too many at the end': `${RIGHT_PROBLEM.trimEnd()})\n`,
    'closed before the goal': problem(['(on table air))', '(on table air)))']),
    'cut short': RIGHT_PROBLEM.slice(0, 300),
    'another name for init': problem(['(:init', '(:initial']),
    'another name for goal': problem(['(:goal', '(:goals']),
    'sections without colons': problem(['(:init', '(init'], ['(:goal', '(goal']),
    'the goal before the state': problem(['(:objects', '(:goal (and))\n  (:objects']),
    'an empty goal section': goal(''),
    'several goals without "and"': goal('(on A_block_1 B_block_1) (on B_block_1 C_block_1)'),
    'init with "and"': problem(['(in hand air)', '(and (in hand air)'], ['(on table air))', '(on table air)))']),
    'typographic quotes': problem(['problem tower', 'problem “tower”']),
    'only the sections': RIGHT_PROBLEM.split('\n').slice(2).join('\n'),
    'an ellipsis for the rest': problem(['(on C_block_1 air)', '...']),
  },
  schema: {
    'no goal': RIGHT_PROBLEM.replace(/\(:goal[\s\S]*$/, ')'),
    'a domain instead': RIGHT_DOMAIN,
    'the name of another domain': problem(['(:domain tabletop)', '(:domain blocksworld)']),
    'undeclared objects': problem(['(:objects A_block_1 B_block_1 C_block_1)', '(:objects A_block_1)']),
    'no objects': problem(['  (:objects A_block_1 B_block_1 C_block_1)\n', '']),
    'shortened names in the goal': goal('(and (on A B) (on B C))'),
    'types that the domain has not': problem(['C_block_1)', 'C_block_1 - block)']),
    'constants declared again': problem(['C_block_1)', 'C_block_1 table hand air)']),
    'an object twice': problem(['C_block_1)', 'C_block_1 C_block_1)']),
    'predicates of blocks world': goal('(and (ontable A_block_1) (clear C_block_1))'),
    'an unknown predicate in the state': problem(['(in hand air)', '(hand-empty)']),
    'a wrong number of arguments': goal('(on A_block_1)'),
    numbers: problem(['(on table air))', '(= (height A_block_1) 1.5))']),
    'a numeric goal': goal('(>= (height) 3)'),
    'a variable in the goal': goal('(on ?x A_block_1)'),
    'a requirement that is not supported': problem(['(:objects', '(:requirements :fluents)\n  (:objects']),
    constraints: problem(['(:goal', '(:constraints (always (in hand air)))\n  (:goal']),
    'a preference': goal('(preference p (on A_block_1 B_block_1))'),
    'a metric that is not supported': problem(['B_block_1))))', 'B_block_1)))\n  (:metric maximize (total-cost)))']),
    'a fact and its contrary': problem(['(in hand air)', '(in hand air) (not (in hand air))']),
  },
});

const ALL_ON_TABLE = problem(
  ['(on A_block_1 B_block_1)\n', '(on A_block_1 air)\n'],
  ['(under B_block_1 A_block_1)', '(on table B_block_1) (under B_block_1 table)'],
);
const INIT = RIGHT_PROBLEM.slice(RIGHT_PROBLEM.indexOf('(:init'), RIGHT_PROBLEM.indexOf('  (:goal'));

/** DELTA plans from the sensed state to its subgoals, so a wrong state or goal does no harm. */
export const MISTAKEN_PROBLEMS = byEnd({
  unsolvable: {
    'under exchanged': RIGHT_PROBLEM.replaceAll(/\(under (\w+) (\w+)\)/g, '(under $2 $1)'),
    'on exchanged': RIGHT_PROBLEM.replaceAll(/\(on (\w+) (\w+)\)/g, '(on $2 $1)'),
    'an empty state': problem([INIT, '(:init)\n']),
    'no word of the hand': problem(['    (in hand air)\n', '']),
    'no word of free blocks': RIGHT_PROBLEM.replaceAll(/\(on \w_block_1 air\)/g, ''),
    'a cyclic tower': goal('(and (on A_block_1 B_block_1) (on B_block_1 A_block_1))'),
    'a block on itself': goal('(on A_block_1 A_block_1)'),
    'two blocks in the hand': goal('(and (in hand A_block_1) (in hand B_block_1))'),
    'two blocks on one': goal('(and (on A_block_1 B_block_1) (on A_block_1 C_block_1))'),
    'a goal for all objects': goal('(forall (?b) (on table ?b))'),
  },
  action_failed: { 'all blocks on the table': ALL_ON_TABLE },
  grounding: {
    'a block that is not there': problem(
      ['C_block_1)', 'C_block_1 D_block_1)'],
      ['(on table air))', '(on table air) (on table D_block_1) (under D_block_1 table) (on D_block_1 air))'],
      ['(on B_block_1 C_block_1)', '(on B_block_1 D_block_1)'],
      [' (under C_block_1 B_block_1)', ''],
    ),
  },
  plan_completed: {
    'a goal that holds already': goal('(on A_block_1 B_block_1)'),
    'nothing as goal': goal('(and)'),
    'a goal with "or"': goal('(or (on C_block_1 A_block_1) (on B_block_1 C_block_1))'),
    'a goal with "exists"': goal('(exists (?x) (and (on B_block_1 ?x) (on ?x air)))'),
    'a negative goal': goal('(not (on A_block_1 B_block_1))'),
    'many goals': goal(`(and ${'(on B_block_1 C_block_1) (on table A_block_1) '.repeat(50)})`),
  },
}).map(({ name, end, text }): WrongProblem => ({ name, reply: text, llmP: end, delta: 'plan_completed' }));
