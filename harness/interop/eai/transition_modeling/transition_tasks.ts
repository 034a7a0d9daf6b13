/**
 * EAI's tasks of transition modeling: which actions are asked for, what they should be, and the problem to be solved with them.
 *
 * @module
 */
import { z } from 'zod';
import type { EaiCheckout } from '../checkout/eai_checkout.ts';
import type { PddlAction } from './read_actions.ts';

export type TransitionTask = {
  readonly id: string;
  /** The actions asked for, with what they should be. */
  readonly gold: ReadonlyMap<string, PddlAction>;
  /** PDDL. */
  readonly problem: string;
};

export type TransitionTasks = {
  readonly tasks: readonly TransitionTask[];
  /** All actions that there are, as they should be. */
  readonly gold: ReadonlyMap<string, PddlAction>;
  /** The domain's text without its actions, and without its last parenthesis. */
  readonly header: string;
  /** Predicate → category. */
  readonly categories: ReadonlyMap<string, string>;
};

const FOLDER = 'resources/virtualhome';
const goldSchema = z.record(
  z.string(),
  z.object({ action_parameters: z.string(), action_preconditions: z.string(), action_effects: z.string() }),
);

/** Ids of the tasks that EAI evaluates. */
export function transitionTaskIds(checkout: EaiCheckout): readonly string[] {
  return checkout.json(`${FOLDER}/success_task.json`, z.array(z.string())).value;
}

export function readTransitionTasks(checkout: EaiCheckout): TransitionTasks {
  const actionsOf = checkout.json(`${FOLDER}/id2action.json`, z.record(z.string(), z.array(z.string())));
  const nameOf = checkout.json(`${FOLDER}/id2task.json`, z.record(z.string(), z.string()));
  const categories = checkout.json(`${FOLDER}/predicates_category.json`, z.record(z.string(), z.string()));
  const goldFile = checkout.json(`${FOLDER}/gold_action.json`, goldSchema);
  const gold = new Map(
    Object.entries(goldFile.value).map(([name, action]): [string, PddlAction] => [
      name,
      {
        parameters: action.action_parameters,
        precondition: action.action_preconditions,
        effect: action.action_effects,
      },
    ]),
  );
  const tasks = transitionTaskIds(checkout).map((id): TransitionTask => {
    if (!Object.hasOwn(actionsOf.value, id)) throw actionsOf.problem([], `the task ${JSON.stringify(id)}`);
    if (!Object.hasOwn(nameOf.value, id)) throw nameOf.problem([], `the task ${JSON.stringify(id)}`);
    const asked = actionsOf.value[id]!.map((name, at): [string, PddlAction] => {
      const action = gold.get(name);
      if (action === undefined) throw actionsOf.problem([id, at], 'an action of gold_action.json');
      return [name, action];
    });
    const folder = nameOf.value[id]!.split(/\s+/).join('_');
    return { id, gold: new Map(asked), problem: checkout.text(`${FOLDER}/problem_pddl/${folder}/${id}.pddl`) };
  });
  const header = checkout.text(`${FOLDER}/virtualhome_pd.pddl`);
  return { tasks, gold, header, categories: new Map(Object.entries(categories.value)) };
}
