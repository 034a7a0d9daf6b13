/**
 * EAI's transition modeling: what a model believes that actions need and do, and whether a planner gets to the goals with it. Its figures
 * are hits over all bodies, by category of predicate, and how many predictions a planner can use.
 *
 * @module
 */
import { actionPrompts } from '../prompts/action_prompts.ts';
import { addHits, type EaiMetric, type Hits, precisionRecallF1, share } from '../scoring/metric.ts';
import type { Quirks } from '../scoring/quirks.ts';
import { leadsToGoal, type PlannerVerdict } from '../transition_modeling/leads_to_goal.ts';
import { plannerTexts } from '../transition_modeling/planner_texts.ts';
import { readActions } from '../transition_modeling/read_actions.ts';
import { type PredicateHits, scoreActions } from '../transition_modeling/score_actions.ts';
import {
  readTransitionTasks,
  type TransitionTask,
  type TransitionTasks,
  transitionTaskIds,
} from '../transition_modeling/transition_tasks.ts';
import type { Evaluation } from './evaluation.ts';

type TransitionScore = {
  readonly id: string;
  /** Null where the answer cannot be read. */
  readonly predicted: readonly string[] | null;
  readonly asked: readonly string[];
  readonly hits: PredicateHits;
  /** Null where it is not counted. */
  readonly planner: PlannerVerdict | null;
};

export const transitionModeling: Evaluation<TransitionScore> = {
  ids: transitionTaskIds,
  prompts: actionPrompts,
  scorer(checkout) {
    const all = readTransitionTasks(checkout);
    const tasks = new Map(all.tasks.map((task) => [task.id, task]));
    return {
      task(id) {
        const task = tasks.get(id)!;
        const known: KnownVerdicts = new Map();
        return (answers, quirks) => scored(task, { answer: answers.get(id) ?? '', all, quirks, known });
      },
      summed: (scores, quirks) => ({
        metrics: metricsOf(scores, all.categories, { countsUnknown: !quirks.unknown_predicates_free }),
        verdicts: scores.map(({ id, predicted, planner }) => ({
          id,
          verdict: predicted === null ? 'parsing' : (planner?.verdict ?? 'not counted'),
          what: planner?.what ?? null,
        })),
      }),
    };
  },
};

/** What the planner has said of a task, by what it was asked: the two scorings mostly ask it the same. */
type KnownVerdicts = Map<string, PlannerVerdict>;

type Scorer = { readonly all: TransitionTasks; readonly quirks: Quirks; readonly known: KnownVerdicts };

function scored(task: TransitionTask, { answer, ...scorer }: Scorer & { readonly answer: string }): TransitionScore {
  const { quirks } = scorer;
  const predicted = readActions(answer);
  return {
    id: task.id,
    predicted: predicted === null ? null : [...predicted.keys()],
    asked: [...task.gold.keys()],
    hits: scoreActions(predicted, { gold: task.gold, quirks }),
    planner: predicted === null ? unread(quirks) : planned(predicted, task, scorer),
  };
}

function unread(quirks: Quirks): PlannerVerdict | null {
  return quirks.lists_leave_rate ? null : { verdict: 'refused', what: 'the answer cannot be read' };
}

function planned(
  predicted: NonNullable<ReturnType<typeof readActions>>,
  task: TransitionTask,
  { all, quirks, known }: Scorer,
): PlannerVerdict {
  const isGiven = (name: string) => !predicted.has(name) && (quirks.absent_actions_free || !task.gold.has(name));
  const others = new Map([...all.gold].filter(([name]) => isGiven(name)));
  const texts = plannerTexts({ predicted, others }, { header: all.header, problem: task.problem });
  const asked = JSON.stringify(texts);
  const verdict = known.get(asked) ?? leadsToGoal(texts);
  known.set(asked, verdict);
  return verdict;
}

const OTHER = 'unknown predicates';

/** `categories` maps predicates; what it lacks counts in all as `countsUnknown` says. */
function metricsOf(
  scores: readonly TransitionScore[],
  categories: ReadonlyMap<string, string>,
  { countsUnknown }: { readonly countsUnknown: boolean },
): EaiMetric[] {
  const all: Hits = { tp: 0, fp: 0, fn: 0 };
  const byCategory = new Map([...new Set(categories.values())].map((name): [string, Hits] => [name, { ...all }]));
  for (const [predicate, hits] of scores.flatMap((score) => [...score.hits])) {
    const category = categories.get(predicate) ?? OTHER;
    if (category !== OTHER || countsUnknown) addHits(all, hits);
    const sum = byCategory.get(category);
    if (sum !== undefined) addHits(sum, hits);
  }
  const planned = scores.flatMap(({ planner }) => (planner === null ? [] : [planner]));
  const predicted = scores.flatMap(({ predicted: names, asked }) => (names ?? []).map((name) => asked.includes(name)));
  const verdicts = (name: string, verdict: PlannerVerdict['verdict']) =>
    share(name, planned.filter((each) => each.verdict === verdict).length, planned.length);
  return [
    ...precisionRecallF1('all', all),
    verdicts('planner_success', 'solved'),
    verdicts('planner_refused', 'refused'),
    verdicts('planner_limit', 'limit'),
    ...[...byCategory].flatMap(([name, hits]) => precisionRecallF1(name, hits)),
    share('parsing', scores.filter((score) => score.predicted === null).length, scores.length),
    share('hallucination', predicted.filter((isAsked) => !isAsked).length, predicted.length),
  ];
}
