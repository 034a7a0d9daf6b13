/**
 * Test support: PDDL problems as models write them, often wrong, each with the failure in which it must end.
 *
 * The scene is that of `small_table.ts`, the task a tower of its three blocks. The replies go to LLM+P, which plans with the
 * given domain, and to DELTA, which is said to have written `RIGHT_DOMAIN` and `RIGHT_SUBGOALS`.
 */

/** What a right reply is. */
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

/** How an episode ends: a stop reason; `plan_completed` may still miss the task's goal. */
export type End =
  | 'parse'
  | 'schema'
  | 'grounding'
  | 'unsolvable'
  | 'planning_limit'
  | 'action_failed'
  | 'plan_completed';

export type WrongProblem = { readonly name: string; readonly reply: string; readonly llmP: End; readonly delta: End };

function problem(...changes: readonly (readonly [right: string, wrong: string])[]): string {
  return changed(RIGHT_PROBLEM, changes);
}

/** A text with some of it in other words. Throws where there is nothing to change. */
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

/** Both methods end alike. */
function both(name: string, end: End, reply: string): WrongProblem {
  return { name, reply, llmP: end, delta: end };
}

export const UNUSUAL_PROBLEMS: readonly WrongProblem[] = [
  both('in a fence', 'plan_completed', fenced(RIGHT_PROBLEM)),
  both('in a fence of another language', 'plan_completed', fenced(RIGHT_PROBLEM, 'lisp')),
  both('in a fence that is never closed', 'plan_completed', `\`\`\`pddl\n${RIGHT_PROBLEM}`),
  both('in a fence on one line', 'plan_completed', `\`\`\`${RIGHT_PROBLEM.trimEnd()}\`\`\``),
  both('with prose around it', 'plan_completed', `Sure (gladly)!\n\n${RIGHT_PROBLEM}\nThis (problem) is right :)`),
  both('with prose around the fence', 'plan_completed', `Here it is:\n${fenced(RIGHT_PROBLEM)}\nA (short) remark.`),
  both('twice', 'plan_completed', `${fenced(RIGHT_PROBLEM)}\nOr, rather:\n${fenced(goal('(in hand A_block_1)'))}`),
  both('behind a domain', 'plan_completed', `${fenced(RIGHT_DOMAIN)}\n${fenced(RIGHT_PROBLEM)}`),
  both('with comments', 'plan_completed', problem(['(:init', '; the state – as sensed :)\n  (:init'])),
  both('in capitals', 'plan_completed', RIGHT_PROBLEM.toUpperCase()),
  both('with Windows line breaks', 'plan_completed', RIGHT_PROBLEM.replaceAll('\n', '\r\n')),
  both('with objects of type object', 'plan_completed', problem(['C_block_1)', 'C_block_1 - object)'])),
  both('with a fact twice', 'plan_completed', problem(['(in hand air)', '(in hand air) (in hand air)'])),
  both('with a negative fact', 'plan_completed', problem(['(in hand air)', '(in hand air) (not (in hand A_block_1))'])),
];

export const WRONG_PROBLEMS: readonly WrongProblem[] = [
  both('empty', 'parse', ''),
  both('a refusal', 'parse', "I'm sorry, but I cannot help with that."),
  both('an empty fence', 'parse', fenced('')),
  both('a plan instead', 'parse', '1. pick(C_block_1, table)\n2. place(C_block_1, B_block_1)'),
  both('JSON instead', 'parse', fenced('{"init": [["on", "table", "A_block_1"]], "goal": []}\n', 'json')),
  both('the last parenthesis missing', 'parse', RIGHT_PROBLEM.trimEnd().slice(0, -1)),
  both('a parenthesis missing before the goal', 'parse', problem(['(on table air))', '(on table air)'])),
  both('a parenthesis missing in a fact', 'parse', problem(['(on table A_block_1)', '(on table A_block_1'])),
  both('a parenthesis too many at the end', 'parse', `${RIGHT_PROBLEM.trimEnd()})\n`),
  both('closed before the goal', 'parse', problem(['(on table air))', '(on table air)))'])),
  both('cut short', 'parse', RIGHT_PROBLEM.slice(0, 300)),
  both('another name for init', 'parse', problem(['(:init', '(:initial'])),
  both('another name for goal', 'parse', problem(['(:goal', '(:goals'])),
  both('sections without colons', 'parse', problem(['(:init', '(init'], ['(:goal', '(goal'])),
  both('the goal before the state', 'parse', problem(['(:objects', '(:goal (and))\n  (:objects'])),
  both('no goal', 'schema', RIGHT_PROBLEM.replace(/\(:goal[\s\S]*$/, ')')),
  both('an empty goal section', 'parse', goal('')),
  both('several goals without "and"', 'parse', goal('(on A_block_1 B_block_1) (on B_block_1 C_block_1)')),
  both(
    'init with "and"',
    'parse',
    problem(['(in hand air)', '(and (in hand air)'], ['(on table air))', '(on table air)))']),
  ),
  both('typographic quotes', 'parse', problem(['problem tower', 'problem “tower”'])),
  both('only the sections', 'parse', RIGHT_PROBLEM.split('\n').slice(2).join('\n')),
  both('an ellipsis for the rest', 'parse', problem(['(on C_block_1 air)', '...'])),
  both('a domain instead', 'schema', RIGHT_DOMAIN),
  both('the name of another domain', 'schema', problem(['(:domain tabletop)', '(:domain blocksworld)'])),
  both('undeclared objects', 'schema', problem(['(:objects A_block_1 B_block_1 C_block_1)', '(:objects A_block_1)'])),
  both('no objects', 'schema', problem(['  (:objects A_block_1 B_block_1 C_block_1)\n', ''])),
  both('shortened names in the goal', 'schema', goal('(and (on A B) (on B C))')),
  both('types that the domain has not', 'schema', problem(['C_block_1)', 'C_block_1 - block)'])),
  both('constants declared again', 'schema', problem(['C_block_1)', 'C_block_1 table hand air)'])),
  both('an object twice', 'schema', problem(['C_block_1)', 'C_block_1 C_block_1)'])),
  both('predicates of blocks world', 'schema', goal('(and (ontable A_block_1) (clear C_block_1))')),
  both('an unknown predicate in the state', 'schema', problem(['(in hand air)', '(hand-empty)'])),
  both('a wrong number of arguments', 'schema', goal('(on A_block_1)')),
  both('numbers', 'schema', problem(['(on table air))', '(= (height A_block_1) 1.5))'])),
  both('a numeric goal', 'schema', goal('(>= (height) 3)')),
  both('a variable in the goal', 'schema', goal('(on ?x A_block_1)')),
  both(
    'a requirement that is not supported',
    'schema',
    problem(['(:objects', '(:requirements :fluents)\n  (:objects']),
  ),
  both('constraints', 'schema', problem(['(:goal', '(:constraints (always (in hand air)))\n  (:goal'])),
  both('a preference', 'schema', goal('(preference p (on A_block_1 B_block_1))')),
  both(
    'a metric that is not supported',
    'schema',
    problem(['(under C_block_1 B_block_1))))', '(under C_block_1 B_block_1)))\n  (:metric maximize (total-cost)))']),
  ),
  both('a fact and its contrary', 'schema', problem(['(in hand air)', '(in hand air) (not (in hand air))'])),
];

/** DELTA plans from what is sensed to its subgoals, and is not harmed by a wrong state or goal; LLM+P is. */
function ofLlmP(name: string, llmP: End, reply: string): WrongProblem {
  return { name, reply, llmP, delta: 'plan_completed' };
}

const ALL_ON_TABLE = problem(
  ['(on A_block_1 B_block_1)\n', '(on A_block_1 air)\n'],
  ['(under B_block_1 A_block_1)', '(on table B_block_1) (under B_block_1 table)'],
);

export const MISTAKEN_PROBLEMS: readonly WrongProblem[] = [
  ofLlmP('under exchanged', 'unsolvable', RIGHT_PROBLEM.replaceAll(/\(under (\w+) (\w+)\)/g, '(under $2 $1)')),
  ofLlmP('on exchanged', 'unsolvable', RIGHT_PROBLEM.replaceAll(/\(on (\w+) (\w+)\)/g, '(on $2 $1)')),
  ofLlmP(
    'an empty state',
    'unsolvable',
    problem([RIGHT_PROBLEM.slice(RIGHT_PROBLEM.indexOf('(:init'), RIGHT_PROBLEM.indexOf('  (:goal')), '(:init)\n']),
  ),
  ofLlmP('no word of the hand', 'unsolvable', problem(['    (in hand air)\n', ''])),
  ofLlmP('no word of free blocks', 'unsolvable', RIGHT_PROBLEM.replaceAll(/\(on \w_block_1 air\)/g, '')),
  ofLlmP('a cyclic tower', 'unsolvable', goal('(and (on A_block_1 B_block_1) (on B_block_1 A_block_1))')),
  ofLlmP('a block on itself', 'unsolvable', goal('(on A_block_1 A_block_1)')),
  ofLlmP('two blocks in the hand', 'unsolvable', goal('(and (in hand A_block_1) (in hand B_block_1))')),
  ofLlmP('two blocks on one', 'unsolvable', goal('(and (on A_block_1 B_block_1) (on A_block_1 C_block_1))')),
  ofLlmP('a goal for all objects', 'unsolvable', goal('(forall (?b) (on table ?b))')),
  ofLlmP('all blocks on the table', 'action_failed', ALL_ON_TABLE),
  ofLlmP(
    'a block that is not there',
    'grounding',
    problem(
      ['C_block_1)', 'C_block_1 D_block_1)'],
      ['(on table air))', '(on table air) (on table D_block_1) (under D_block_1 table) (on D_block_1 air))'],
      ['(on B_block_1 C_block_1)', '(on B_block_1 D_block_1)'],
      [' (under C_block_1 B_block_1)', ''],
    ),
  ),
  ofLlmP('a goal that holds already', 'plan_completed', goal('(on A_block_1 B_block_1)')),
  ofLlmP('nothing as goal', 'plan_completed', goal('(and)')),
  ofLlmP('a goal with "or"', 'plan_completed', goal('(or (on C_block_1 A_block_1) (on B_block_1 C_block_1))')),
  ofLlmP('a goal with "exists"', 'plan_completed', goal('(exists (?x) (and (on B_block_1 ?x) (on ?x air)))')),
  ofLlmP('a negative goal', 'plan_completed', goal('(not (on A_block_1 B_block_1))')),
  ofLlmP('many goals', 'plan_completed', goal(`(and ${'(on B_block_1 C_block_1) (on table A_block_1) '.repeat(50)})`)),
];
