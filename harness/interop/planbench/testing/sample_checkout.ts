/** A small checkout in the layout of LLMs-Planning: towers of cups, in words and in PDDL. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const CUPS = `(define (domain cups)
  (:predicates (clear ?x) (ontable ?x) (handempty) (holding ?x) (on ?x ?y))
  (:action pick-up :parameters (?x) :precondition (and (clear ?x) (ontable ?x) (handempty))
    :effect (and (holding ?x) (not (clear ?x)) (not (ontable ?x)) (not (handempty))))
  (:action put-down :parameters (?x) :precondition (holding ?x)
    :effect (and (clear ?x) (handempty) (ontable ?x) (not (holding ?x))))
  (:action stack :parameters (?x ?y) :precondition (and (clear ?y) (holding ?x))
    :effect (and (handempty) (clear ?x) (on ?x ?y) (not (clear ?y)) (not (holding ?x))))
  (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (handempty))
    :effect (and (holding ?x) (clear ?y) (not (on ?x ?y)) (not (clear ?x)) (not (handempty)))))`;

const CONFIG = `instance_dir: cups/generated
domain_file: cups/domain.pddl
instances_template: instance-{}.pddl
actions: {pick-up: "pick up the {}", put-down: "put down the {}", stack: "stack the {} on top of the {}", unstack: "unstack the {} from on top of the {}"}
predicates: {ontable: "the {} is on the table", clear: "the {} is clear", handempty: "the hand is empty", holding: "the hand is currently holding {}", "on": "the {} is on top of the {}"}
encoded_objects: {"a": "red block", "b": "blue block", "c": "orange block"}
`;

/** Red on blue, orange beside them; wanted: orange on blue. */
export const WORDS = `Actions: pick up, put down, stack, unstack.

[STATEMENT]
As initial conditions I have that, the red block is clear, the orange block is clear, the hand is empty, the red block is on top of the blue block, the blue block is on the table and the orange block is on the table.
My goal is to have that the orange block is on top of the blue block.

What is the plan?`;

export const CUPS_PROBLEM = `(define (problem p) (:domain cups) (:objects a b c)
  (:init (clear a) (clear c) (handempty) (on a b) (ontable b) (ontable c)) (:goal (and (on c b))))`;

export const PDDL = `[DOMAIN]\n${CUPS}\n[QUERY PROBLEM]\n${CUPS_PROBLEM}\n[PLAN]`;
export const RIGHT = ['unstack a b', 'put-down a', 'pick-up c', 'stack c b'];

export type SampleAnswer = Readonly<{
  answer: string;
  query?: string;
  stored?: string;
  correct?: boolean;
  problem?: string;
}>;

/** `files`: `MODEL/TASK` → answers, numbered from 1. */
export function writeSampleCheckout(folder: string, files: Readonly<Record<string, readonly SampleAnswer[]>>): void {
  const tree = join(folder, 'llm_planning_analysis');
  write(join(tree, 'configs/cups.yaml'), CONFIG);
  write(join(tree, 'instances/cups/domain.pddl'), CUPS);
  for (const [name, answers] of Object.entries(files)) {
    for (const [at, { problem }] of answers.entries()) {
      if (problem !== undefined) write(join(tree, `instances/cups/generated/instance-${at + 1}.pddl`), problem);
    }
    const instances = answers.map(({ answer, query = WORDS, stored = '', correct = false }, at) => ({
      instance_id: at + 1,
      query,
      ground_truth_plan: RIGHT.map((action) => `(${action})`).join('\n'),
      llm_raw_response: answer,
      extracted_llm_plan: stored,
      llm_correct: correct,
    }));
    write(join(tree, `results/cups/${name}.json`), JSON.stringify({ task: name, instances }));
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
