/** Accidents of EAI's evaluators that change figures: `--scoring eai` follows all, `strict` mends all. */
import type { EvaluationName } from '../checkout/checkout.ts';

export const SCORINGS = ['eai', 'strict'] as const;
export type Scoring = (typeof SCORINGS)[number];

type Quirk = Readonly<{ eai: string; strict: string }>;

const QUIRKS_OF = {
  action_sequencing: {
    one_edge_counts: {
      eai: 'at most one required edge counts, so that no task with two or more can be solved; recorded ends take the same test, and the tasks whose ends fail it (37) drop out',
      strict: 'all edges count, and no task drops out',
    },
    empty_goals_pass: {
      eai: 'any plan that begins solves a task without goals (4 tasks)',
      strict: 'such tasks drop out',
    },
    groups_reversed: {
      eai: 'a Python set with an unknown seed orders the required actions: of two groups (13 tasks) the second comes first, as the published figures imply',
      strict: 'they keep the order of the file',
    },
    actions_as_substrings: {
      eai: 'a required action counts as done where its name is part of the text of the plan',
      strict: 'the names are compared',
    },
    gold_without_credit: {
      eai: 'a plan that equals the recorded program is executable, and reaches no goal',
      strict: 'the simulator carries it out like others',
    },
    goals_after_stop: {
      eai: 'a plan that stops early is a success where its last state has the goals',
      strict: 'only a plan that reaches its end can be a success',
    },
    not_json_twice: {
      eai: 'an answer with a list that is no JSON counts as two parsing errors',
      strict: 'it counts as one',
    },
    empty_lists_vanish: {
      eai: 'an action without arguments, such as "STANDUP": [], is ignored; with an invented argument it is a hallucination',
      strict: 'it is an action without arguments',
    },
    prompted_actions_unknown: {
      eai: 'PLUGIN, PLUGOUT and RELEASE, which the prompt offers, are hallucinations',
      strict: 'they are actions',
    },
    names_crash: {
      eai: 'lower-case actions, LOOKAT_SHORT and its like end the evaluation with an error; here the answer cannot be scored',
      strict: 'they are read as WALK and LOOKAT',
    },
    additional_steps_each: {
      eai: 'every additional step of a plan counts, so that the rate may exceed 100 %',
      strict: 'a plan has additional steps or has none',
    },
  },
  goal_interpretation: {
    unread_answers_free: {
      eai: 'an unreadable answer misses no goal: its task is skipped',
      strict: 'it misses all of its goals',
    },
    unknown_names_free: {
      eai: 'a goal about an absent object, or without a key, is no false positive',
      strict: 'it is a false positive',
    },
    one_object_a_name: {
      eai: 'a name stands for one object of its class, by the order of a set',
      strict: 'it stands for any object that the goals require',
    },
    goals_not_used_up: {
      eai: 'several predicted goals may match one required goal, so that fewer than none are missed',
      strict: 'one matches, and the others are false positives',
    },
  },
  subgoal_decomposition: {
    first_alternative: {
      eai: 'one part of "A or B" is drawn at random, without a seed; here the first',
      strict: 'a plan may take either',
    },
    pour_unknown: {
      eai: 'POUR is not in the vocabulary, so that no answer to the five tasks with POUR can be read',
      strict: 'it is an action',
    },
    goal_at_any_time: {
      eai: 'the goal may hold at any time, and be undone later',
      strict: 'required states must hold in the end',
    },
  },
  transition_modeling: {
    absent_actions_free: {
      eai: 'a missing action or an unreadable answer misses no predicate, and the planner gets the right action instead, so that an empty answer passes',
      strict: 'it misses all predicates, and the planner goes without the action',
    },
    unread_bodies_free: {
      eai: 'an unreadable precondition or effect misses no predicate',
      strict: 'it misses all predicates',
    },
    column_mistaken: {
      eai: 'a right argument also counts as a false positive where no matched argument has its number',
      strict: 'it does not',
    },
    predicates_once: {
      eai: 'a predicate counts once in a body, and may be right, wrong and missed at once',
      strict: 'every literal counts',
    },
    unknown_predicates_free: {
      eai: 'a predicate that the domain lacks is no false positive in the total',
      strict: 'it is a false positive',
    },
    lists_leave_rate: {
      eai: 'an answer on which the evaluator raises an error does not count as a plan that failed',
      strict: 'it does',
    },
  },
} as const satisfies Record<EvaluationName, Record<string, Quirk>>;

type Named<Of> = Of extends unknown ? keyof Of : never;
export const QUIRKS = Object.entries(QUIRKS_OF).flatMap(([of, quirks]) =>
  Object.entries<Quirk>(quirks).map(([quirk, texts]) => ({ quirk, of, ...texts })),
);

export type Quirks = Readonly<Record<Named<(typeof QUIRKS_OF)[EvaluationName]>, boolean>>;

export function quirksOf(scoring: Scoring): Quirks {
  return Object.fromEntries(QUIRKS.map(({ quirk }) => [quirk, scoring === 'eai'])) as Quirks;
}
