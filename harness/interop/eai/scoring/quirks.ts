/**
 * What EAI's evaluators do that nobody can have meant, or that helps or hurts some models for no reason of theirs, and that changes
 * figures: each with a name. `--scoring eai` follows all of them, `--scoring strict` mends all.
 *
 * @module
 */

export const EVALUATIONS = [
  'goal_interpretation',
  'action_sequencing',
  'subgoal_decomposition',
  'transition_modeling',
] as const;
export type EvaluationName = (typeof EVALUATIONS)[number];

export const SCORINGS = ['eai', 'strict'] as const;
export type Scoring = (typeof SCORINGS)[number];

type Quirk = { readonly of: readonly EvaluationName[]; readonly eai: string; readonly strict: string };

export const QUIRKS = {
  one_edge_counts: {
    of: ['action_sequencing'],
    eai: 'of the edges that are to hold at most one counts, so that no task with two or more can be solved; recorded ends take the same test, and the tasks whose ends fail it drop out (37)',
    strict: 'all edges count, and no task drops out',
  },
  empty_goals_pass: {
    of: ['action_sequencing'],
    eai: 'tasks that ask for nothing (4) are solved by any plan that can be carried out, or begun',
    strict: 'they are left out',
  },
  groups_reversed: {
    of: ['action_sequencing'],
    eai: 'a Python set orders the actions that are to be done, by a seed that is not known: of two groups (13 tasks) the second is sought first, with which the published figures come out',
    strict: 'they are sought in the order of the file',
  },
  actions_as_substrings: {
    of: ['action_sequencing'],
    eai: 'an action that is to be done is sought as a part of the text of those that were',
    strict: 'the names are compared',
  },
  gold_without_credit: {
    of: ['action_sequencing'],
    eai: 'a plan that equals the recorded program can be carried out, and reaches no goal',
    strict: 'it is carried out as others are',
  },
  goals_after_stop: {
    of: ['action_sequencing'],
    eai: 'goals are looked for where the run ended, and a plan that came to a stop may be a success',
    strict: 'a success is carried out to its end',
  },
  not_json_twice: {
    of: ['action_sequencing'],
    eai: 'an answer whose list is no JSON counts as two parsing errors',
    strict: 'it counts as one',
  },
  empty_lists_vanish: {
    of: ['action_sequencing'],
    eai: '"STANDUP": [] is not seen, as no action without arguments is; with an invented argument it is a hallucination',
    strict: 'it is an action without arguments',
  },
  prompted_actions_unknown: {
    of: ['action_sequencing'],
    eai: 'PLUGIN, PLUGOUT and RELEASE, which the prompt offers, are hallucinations',
    strict: 'they are actions',
  },
  names_crash: {
    of: ['action_sequencing'],
    eai: 'actions in lower case, LOOKAT_SHORT and its like end the evaluation with an error; here they make the answer one that cannot be scored',
    strict: 'they are read as WALK and LOOKAT',
  },
  additional_steps_each: {
    of: ['action_sequencing'],
    eai: 'every additional step of a plan counts, so that the rate may exceed 100 %',
    strict: 'a plan has additional steps or has none',
  },
  unread_answers_free: {
    of: ['goal_interpretation'],
    eai: 'an answer that cannot be read misses nothing: its task is skipped',
    strict: 'it misses all of its goals',
  },
  unknown_names_free: {
    of: ['goal_interpretation'],
    eai: 'a goal about an object that is not there, or without a key, is no false positive',
    strict: 'it is one',
  },
  one_object_a_name: {
    of: ['goal_interpretation'],
    eai: 'a name stands for one of the objects of its class, by the order of a set',
    strict: 'it stands for whichever the goals ask for',
  },
  goals_not_used_up: {
    of: ['goal_interpretation'],
    eai: 'several predicted goals may be true positives of one that is asked for, so that less than none is missed',
    strict: 'one is, the others are false positives',
  },
  first_alternative: {
    of: ['subgoal_decomposition'],
    eai: 'of "A or B" one is taken at random, without a seed; here the first',
    strict: 'a plan may take either',
  },
  pour_unknown: {
    of: ['subgoal_decomposition'],
    eai: 'POUR is not in the vocabulary, so that no answer to the five tasks that ask for it can be read',
    strict: 'it is an action',
  },
  goal_at_any_time: {
    of: ['subgoal_decomposition'],
    eai: 'the goal may hold at any time, and be undone later',
    strict: 'states that are to hold must hold in the end',
  },
  absent_actions_free: {
    of: ['transition_modeling'],
    eai: 'an action that an answer leaves out, or an answer that cannot be read, misses nothing; to the planner the right action is given instead, so that an empty answer passes',
    strict: 'it misses all of its predicates, and the planner has to do without the action',
  },
  unread_bodies_free: {
    of: ['transition_modeling'],
    eai: 'a precondition or effect that cannot be read misses nothing',
    strict: 'it misses all of its predicates',
  },
  column_mistaken: {
    of: ['transition_modeling'],
    eai: 'a predicted argument that is right counts as a false positive, too, where its number is not that of an argument that was matched',
    strict: 'it does not',
  },
  predicates_once: {
    of: ['transition_modeling'],
    eai: 'a predicate counts once in a body, however often it stands there, and may be right, wrong and missed at once',
    strict: 'every literal counts',
  },
  unknown_predicates_free: {
    of: ['transition_modeling'],
    eai: 'a predicate that the domain has not is no false positive in all',
    strict: 'it is one',
  },
  lists_leave_rate: {
    of: ['transition_modeling'],
    eai: 'answers on which the evaluator raises an error are not counted as plans that failed',
    strict: 'they are',
  },
} as const satisfies Record<string, Quirk>;

export type QuirkName = keyof typeof QUIRKS;
export const QUIRK_NAMES = Object.keys(QUIRKS) as readonly QuirkName[];

/** Which quirks are followed. */
export type Quirks = Readonly<Record<QuirkName, boolean>>;

export function quirksOf(scoring: Scoring): Quirks {
  return Object.fromEntries(QUIRK_NAMES.map((name) => [name, scoring === 'eai'])) as Record<QuirkName, boolean>;
}
