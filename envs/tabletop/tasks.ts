import { z } from 'zod';
import type { Task } from '../env.ts';
import { checkGoal, type Origin, readTaskFile, TASK_FIELDS, TaskError } from '../task_file.ts';
import { compileGoal, judge } from './goals/compile_goal.ts';
import { type Goal, goalSchema } from './goals/goal.ts';
import { NO_BLOCK, sense } from './table/arrangement.ts';
import type { Scene } from './table/table.ts';
import type { TabletopOptions } from './tabletop_options.ts';

const { name, instruction, stepsMax } = TASK_FIELDS;

/** The task digest depends on the order of the fields. */
export const tabletopTaskSchema = z.strictObject({
  name,
  setting: name.optional().describe('excludes the task from scenes of a different setting'),
  instruction,
  stepsMax,
  goal: goalSchema.describe('`tapedeck list goals` shows its forms'),
});

export type TabletopTask = z.infer<typeof tabletopTaskSchema> & { readonly origin?: Origin };

export function readTasks(text: string, path: string): TabletopTask[] {
  return readTaskFile({ text, path }, tabletopTaskSchema);
}

export function isMeantFor(scene: Scene, task: TabletopTask): boolean {
  return scene.setting === undefined || task.setting === undefined || scene.setting === task.setting;
}

/** Throws a TaskError. */
export function taskFor(
  scene: Scene,
  task: TabletopTask,
  { domain = 'fixed_table' }: { domain?: TabletopOptions['domain'] } = {},
): Task<Goal> {
  const place = { kind: 'scene', scene: scene.name } as const;
  if (!isMeantFor(scene, task)) {
    throw new TaskError(task, place, `its setting is "${task.setting}", the scene's "${scene.setting}"`);
  }
  checkGoal(task, place, () => {
    const names = scene.blocks.map((block) => block.name);
    const centres = scene.blocks.map(({ centre }) => centre);
    return judge(compileGoal(task.goal, names), sense({ centres, held: NO_BLOCK, fallen: [] }));
  });
  const { name, instruction, goal, stepsMax } = task;
  return { name, scene: scene.name, instruction, goal, stepsMax, skills: domainText(domain), endsBy: 'planner' };
}

/** Worlds read no files; a test compares these with `pddl/*.pddl`. */
const FIXED_TABLE = `; Blocks on a table, with room for more than one of them on the table.
;
; The actions are those of OLP, Figure 5, but for one effect: only a block, not the table, is full with one block on it.
; (on A B) says that B lies on A; air is nothing, and the hand is on what it holds.
(define (domain tabletop)
  (:requirements :strips :typing :equality :negative-preconditions :conditional-effects)
  (:constants air hand table - object)
  (:predicates
    (in ?place - object ?content - object)
    (on ?below - object ?above - object)
    (under ?above - object ?below - object))

  (:action pick
    :parameters (?obj - object ?surface - object)
    :precondition (and
      (in hand air) (on ?obj air)
      (on ?surface ?obj) (under ?obj ?surface))
    :effect (and
      (in hand ?obj) (not (in hand air))
      (on ?obj hand) (under ?obj air) (not (on ?obj air))
      (not (on ?surface ?obj)) (not (under ?obj ?surface)) (on ?surface air)))

  (:action place
    :parameters (?obj - object ?surface - object)
    :precondition (and
      (on ?surface air) (under ?obj air)
      (in hand ?obj) (on ?obj hand))
    :effect (and
      (in hand air) (not (in hand ?obj))
      (on ?surface ?obj) (when (not (= ?surface table)) (not (on ?surface air)))
      (under ?obj ?surface) (not (under ?obj air))
      (not (on ?obj hand)) (on ?obj air))))
`;

const FIGURE_5 = `; The two actions of OLP, Figure 5, to the letter; the declarations around them are what makes them legal.
;
; With them one block is all that the table has room for, once something has been placed there: place takes (on table air)
; away, and only a pick from the table brings it back.
(define (domain tabletop)
  (:requirements :strips :typing)
  (:constants air hand table - object)
  (:predicates
    (in ?place - object ?content - object)
    (on ?below - object ?above - object)
    (under ?above - object ?below - object))

  (:action pick
    :parameters (
      ?obj - object
      ?surface - object)
    :precondition (and
      (in hand air) (on ?obj air)
      (on ?surface ?obj)
      (under ?obj ?surface))
    :effect (and
      (in hand ?obj) (not (in hand air))
      (on ?obj hand)
      (under ?obj air)
      (not (on ?obj air))
      (not (on ?surface ?obj))
      (not (under ?obj ?surface))
      (on ?surface air)))

  (:action place
    :parameters (
      ?obj - object
      ?surface - object)
    :precondition (and
      (on ?surface air)
      (under ?obj air)
      (in hand ?obj) (on ?obj hand))
    :effect (and
      (in hand air) (not (in hand ?obj))
      (on ?surface ?obj)
      (not (on ?surface air))
      (under ?obj ?surface)
      (not (under ?obj air))
      (not (on ?obj hand))
      (on ?obj air))))
`;

export function domainText(domain: TabletopOptions['domain']): string {
  return domain === 'figure_5' ? FIGURE_5 : FIXED_TABLE;
}
