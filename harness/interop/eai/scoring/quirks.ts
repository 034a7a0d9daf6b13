/** EAI's accidental behaviours that change figures. `--scoring eai` follows all, `--scoring strict` mends all. */
import type { EvaluationName } from '../checkout/checkout.ts';

export const SCORINGS = ['eai', 'strict'] as const;
export type Scoring = (typeof SCORINGS)[number];

type Quirk = { readonly eai: string; readonly strict: string };

const QUIRKS_OF = {
  action_sequencing: {
    one_edge_counts: {
      eai: 'of the edges that are to hold at most one counts, so that no task with two or more can be solved; recorded ends take the same test, and the tasks whose ends fail it drop out (37)',
      strict: 'all edges count, and no task drops out',
    },
    empty_goals_pass: {
      eai: 'tasks that ask for nothing (4) are solved by any plan that can be carried out, or begun',
      strict: 'they are left out',
    },
    groups_reversed: {
      eai: 'a Python set orders the actions that are to be done, by a seed that is not known: of two groups (13 tasks) the second is sought first, with which the published figures come out',
      strict: 'they are sought in the order of the file',
    },
    actions_as_substrings: {
      eai: 'an action that is to be done is sought as a part of the text of those that were',
      strict: 'the names are compared',
    },
    gold_without_credit: {
      eai: 'a plan that equals the recorded program can be carried out, and reaches no goal',
      strict: 'it is carried out as others are',
    },
    goals_after_stop: {
      eai: 'goals are looked for where the run ended, and a plan that came to a stop may be a success',
      strict: 'a success is carried out to its end',
    },
    not_json_twice: {
      eai: 'an answer whose list is no JSON counts as two parsing errors',
      strict: 'it counts as one',
    },
    empty_lists_vanish: {
      eai: '"STANDUP": [] is not seen, as no action without arguments is; with an invented argument it is a hallucination',
      strict: 'it is an action without arguments',
    },
    prompted_actions_unknown: {
      eai: 'PLUGIN, PLUGOUT and RELEASE, which the prompt offers, are hallucinations',
      strict: 'they are actions',
    },
    names_crash: {
      eai: 'actions in lower case, LOOKAT_SHORT and its like end the evaluation with an error; here they make the answer one that cannot be scored',
      strict: 'they are read as WALK and LOOKAT',
    },
    additional_steps_each: {
      eai: 'every additional step of a plan counts, so that the rate may exceed 100 %',
      strict: 'a plan has additional steps or has none',
    },
  },
  goal_interpretation: {
    unread_answers_free: {
      eai: 'an answer that cannot be read misses nothing: its task is skipped',
      strict: 'it misses all of its goals',
    },
    unknown_names_free: {
      eai: 'a goal about an object that is not there, or without a key, is no false positive',
      strict: 'it is one',
    },
    one_object_a_name: {
      eai: 'a name stands for one of the objects of its class, by the order of a set',
      strict: 'it stands for whichever the goals ask for',
    },
    goals_not_used_up: {
      eai: 'several predicted goals may be true positives of one that is asked for, so that less than none is missed',
      strict: 'one is, the others are false positives',
    },
  },
  subgoal_decomposition: {
    first_alternative: {
      eai: 'of "A or B" one is taken at random, without a seed; here the first',
      strict: 'a plan may take either',
    },
    pour_unknown: {
      eai: 'POUR is not in the vocabulary, so that no answer to the five tasks that ask for it can be read',
      strict: 'it is an action',
    },
    goal_at_any_time: {
      eai: 'the goal may hold at any time, and be undone later',
      strict: 'states that are to hold must hold in the end',
    },
  },
  transition_modeling: {
    absent_actions_free: {
      eai: 'an action that an answer leaves out, or an answer that cannot be read, misses nothing; to the planner the right action is given instead, so that an empty answer passes',
      strict: 'it misses all of its predicates, and the planner has to do without the action',
    },
    unread_bodies_free: {
      eai: 'a precondition or effect that cannot be read misses nothing',
      strict: 'it misses all of its predicates',
    },
    column_mistaken: {
      eai: 'a predicted argument that is right counts as a false positive, too, where its number is not that of an argument that was matched',
      strict: 'it does not',
    },
    predicates_once: {
      eai: 'a predicate counts once in a body, however often it stands there, and may be right, wrong and missed at once',
      strict: 'every literal counts',
    },
    unknown_predicates_free: {
      eai: 'a predicate that the domain has not is no false positive in all',
      strict: 'it is one',
    },
    lists_leave_rate: {
      eai: 'answers on which the evaluator raises an error are not counted as plans that failed',
      strict: 'they are',
    },
  },
} as const satisfies Record<EvaluationName, Record<string, Quirk>>;

type Named<Of> = Of extends unknown ? keyof Of : never;
type QuirkName = Named<(typeof QUIRKS_OF)[EvaluationName]>;

export const QUIRKS: readonly (Quirk & { readonly quirk: QuirkName; readonly of: EvaluationName })[] = Object.entries(
  QUIRKS_OF,
).flatMap(([of, quirks]) =>
  Object.entries(quirks).map(([quirk, texts]) => ({
    quirk: quirk as QuirkName,
    of: of as EvaluationName,
    ...texts,
  })),
);

export type Quirks = Readonly<Record<QuirkName, boolean>>;

export function quirksOf(scoring: Scoring): Quirks {
  return Object.fromEntries(QUIRKS.map(({ quirk }) => [quirk, scoring === 'eai'])) as Quirks;
}
