/** Errors of EAI's evaluators that change figures: `--scoring eai` copies them, `strict` corrects them. */
import type { EvaluationName } from '../checkout/checkout.ts';

export const SCORINGS = ['eai', 'strict'] as const;
export type Scoring = (typeof SCORINGS)[number];

type Quirk = Readonly<{ eai: string; strict: string }>;

const QUIRKS_OF = {
  action_sequencing: {
    one_edge_counts: {
      eai: 'at most one required edge counts, so a task with more edges cannot be solved; 37 tasks drop out because their recorded final states fail this test',
      strict: 'all edges count, and no task drops out',
    },
    empty_goals_pass: {
      eai: 'every plan that can be read solves a task without goals (4 tasks)',
      strict: 'these tasks drop out',
    },
    groups_reversed: {
      eai: 'a Python set with an unknown seed orders the required actions; in 13 tasks with two groups, the published figures imply that the second comes first',
      strict: 'the order of the file applies',
    },
    actions_as_substrings: {
      eai: 'a required action counts as done if its name occurs in the text of the plan',
      strict: 'the names are compared',
    },
    gold_without_credit: {
      eai: 'a plan that is identical to the recorded program counts as executable, but misses all goals',
      strict: 'the simulator executes it like other plans',
    },
    goals_after_stop: {
      eai: 'a plan that stops early is a success if its last state meets the goals',
      strict: 'only a complete plan can be a success',
    },
    not_json_twice: {
      eai: 'an answer with a list that is not JSON counts as two parsing errors',
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
      eai: 'actions in lower case, such as walk, and LOOKAT_SHORT, _MEDIUM and _LONG end the evaluation with an error; here the answer cannot be scored',
      strict: 'they are read as WALK and LOOKAT',
    },
    additional_steps_each: {
      eai: 'every additional step of a plan counts, so the rate may exceed 100 %',
      strict: 'a plan with additional steps counts once',
    },
  },
  goal_interpretation: {
    unread_answers_free: {
      eai: 'an unreadable answer misses no goals, because its task is skipped',
      strict: 'it misses all of its goals',
    },
    unknown_names_free: {
      eai: 'a goal with an unknown object or without a key is not a false positive',
      strict: 'it is a false positive',
    },
    one_object_a_name: {
      eai: 'a name refers to one object of its class, chosen by the order of a set',
      strict: 'it refers to any object that the goals require',
    },
    goals_not_used_up: {
      eai: 'several predicted goals may match one required goal, so the number of missed goals may be negative',
      strict: 'one matches, and the others are false positives',
    },
  },
  subgoal_decomposition: {
    first_alternative: {
      eai: 'one part of "A or B" is drawn at random, without a seed; here the first part is used',
      strict: 'a plan may use either part',
    },
    pour_unknown: {
      eai: 'POUR is not in the vocabulary, so answers to the five tasks with POUR cannot be read',
      strict: 'it is an action',
    },
    goal_at_any_time: {
      eai: 'the goal may hold at any time and be undone later',
      strict: 'required states must hold at the end',
    },
  },
  transition_modeling: {
    absent_actions_free: {
      eai: 'a missing action or an unreadable answer misses no predicates, and the planner uses the correct action instead, so an empty answer passes',
      strict: 'it misses all predicates, and the planner does not have the action',
    },
    unread_bodies_free: {
      eai: 'an unreadable precondition or effect misses no predicates',
      strict: 'it misses all predicates',
    },
    column_mistaken: {
      eai: 'a correct argument also counts as a false positive if no matched argument has its index',
      strict: 'it does not',
    },
    predicates_once: {
      eai: 'a predicate counts once per body, and may be correct, incorrect and missed at the same time',
      strict: 'every literal counts',
    },
    unknown_predicates_free: {
      eai: 'an unknown predicate is not a false positive in the total',
      strict: 'it is a false positive',
    },
    lists_leave_rate: {
      eai: 'an answer on which the evaluator raises an error does not count as a failed plan',
      strict: 'it does',
    },
  },
} as const satisfies Record<EvaluationName, Record<string, Quirk>>;

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
export const QUIRKS = Object.entries(QUIRKS_OF).flatMap(([of, quirks]) =>
  Object.entries<Quirk>(quirks).map(([quirk, texts]) => ({ quirk, of, ...texts })),
);

export type Quirks = Readonly<Record<KeyOf<(typeof QUIRKS_OF)[EvaluationName]>, boolean>>;

export function quirksOf(scoring: Scoring): Quirks {
  return Object.fromEntries(QUIRKS.map(({ quirk }) => [quirk, scoring === 'eai'])) as Quirks;
}
