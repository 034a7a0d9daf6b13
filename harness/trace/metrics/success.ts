import { PLAN_COMPLETED } from '../../../planners/planner.ts';
import type { Reference } from '../trace_schema.ts';
import { type Fields, metric, numberIn, ofSuccess } from './metric.ts';
import { limitsText, Mean, percentRange, quotient, sixDigits } from './numbers.ts';
import { BY_TASKS, episodeMean, episodeRatio, episodeShare, meanOf, percentOf, poolOver } from './pooling.ts';

type Trial = Readonly<{ scene: string; task: string; success: boolean }>;
type Stepping = Readonly<Record<'steps' | 'failedSteps' | 'stepsImputed', number>>;

/** pass^k of τ-bench (Yao et al. 2024): the task succeeds in each trial. */
export const passAll = metric({
  name: 'passAll',
  title: 'pass^k',
  meaning:
    'whether all k trials of a task in a scene succeed, k being the number of trials that every one of them has; none of a single trial',
  count: ({ summary }) => summary.success,
  row: null,
  pooled: {
    how: `mean over tasks and scenes of the share of choices of k trials that all succeed; ${BY_TASKS}`,
    begin() {
      const cells = new Map<string, { readonly task: string; successes: number; trials: number }>();
      return {
        add({ scene, task, success }: Trial) {
          const key = JSON.stringify([scene, task]);
          const cell = cells.get(key) ?? { task, successes: 0, trials: 0 };
          cell.trials += 1;
          if (success) cell.successes += 1;
          cells.set(key, cell);
        },
        result() {
          const all = [...cells.values()];
          const trialsMin = Math.min(...all.map((cell) => cell.trials));
          const k = all.length === 0 || trialsMin < 2 ? null : trialsMin;
          const shares = all.map(({ task, successes, trials }) => ({
            task,
            passAll: k === null ? null : choices(successes, k) / choices(trials, k),
          }));
          return { ...poolOver(episodeMean('passAll'), shares), trials: k };
        },
      };
    },
  },
  columns: {
    'pass^k': ({ passAll: share, passAllLow, passAllHigh, trials }) =>
      share === null ? 'n/a' : `k = ${trials}: ${percentRange(share, passAllLow, passAllHigh)}`,
  },
});

function choices(all: number, chosen: number): number {
  let count = 1;
  for (let at = 0; at < chosen; at += 1) count *= Math.max(0, all - at) / (at + 1);
  return count;
}

export const SUCCESS = [
  metric({
    name: 'success',
    title: 'Success',
    meaning: 'whether the goal was reached',
    count: ({ summary }) => summary.success,
    pooled: episodeShare('success', 'successes'),
    compared: {
      better: 'more',
      unit: 'share',
      of: ({ success }) => (typeof success === 'boolean' ? Number(success) : null),
    },
    columns: {
      SR: ({ episodes, successes, successLow, successHigh }) =>
        `${successes}/${episodes} ${successLow === null ? '' : `(${limitsText(successLow, successHigh)} %)`}`,
    },
  }),
  passAll,
  metric({
    name: 'goalConditionRecall', // ProgPrompt, section IV
    title: 'Goal-condition recall',
    meaning: 'goal-condition recall, the share of conditions of the goal that hold at the end',
    count: ({ summary }) => summary.share,
    row: (value) => ({ goalConditionRecall: sixDigits(value) }),
    compared: { better: 'more', unit: 'share', of: numberIn('goalConditionRecall') },
    pooled: episodeMean('goalConditionRecall'),
    columns: { GCR: percentOf('goalConditionRecall') },
  }),
  metric({
    name: 'completed', // OLP's own metric (section V-A)
    title: 'Completion',
    meaning:
      'whether the planner reports that it carried out its whole plan (it stops as `plan_completed`); the goal alone decides success',
    count: ({ events }) => events.findLast((event) => event.event === 'stop')?.reason === PLAN_COMPLETED,
    row: null,
    pooled: episodeShare('completed', 'completed'),
  }),
  metric({
    name: 'steps',
    title: 'Steps',
    meaning: 'actions of the planner, including refused ones',
    count: ({ summary }) => summary.steps,
    compared: { better: 'less', unit: 'number', over: 'both succeed', of: ofSuccess(numberIn('steps')) },
    pooled: episodeMean(
      'averageStepsOfSuccesses',
      ({ success, steps }: Trial & Stepping) => (success ? steps : undefined),
      'successes',
    ),
  }),
  metric({
    name: 'stepsImputed', // as LLM-State's tables average them
    title: 'Imputed steps',
    meaning: 'steps of a success; for a failed episode, the step limit of its task',
    count: ({ header, summary }) => (summary.success ? summary.steps : header.stepsMax),
    compared: { better: 'less', unit: 'number', over: 'failures at the limit', of: numberIn('stepsImputed') },
    pooled: episodeMean('averageSteps', ({ stepsImputed }: Trial & Stepping) => stepsImputed),
  }),
  metric({
    name: 'stepsRatio',
    title: 'Steps ratio',
    meaning: 'steps of a success ÷ steps of the reference plan',
    count: ({ header: { reference }, summary }) =>
      summary.success && reference !== null ? quotient(summary.steps, reference.steps) : null,
    row: null,
    pooled: episodeMean(
      'stepsRatio',
      (each: Readonly<{ task: string; stepsRatio: number | null }>) => each.stepsRatio ?? undefined,
      'the episodes that have it',
    ),
    columns: { 'Steps ÷ ref': meanOf('stepsRatio', 2) },
  }),
  metric({
    name: 'reference',
    title: 'Reference plan',
    meaning:
      'steps of the shortest plan that a search with full knowledge found, and whether it is proven the shortest',
    count: ({ header }) => header.reference,
    row: (value) => ({ referenceSteps: value?.steps ?? null }),
    pooled: {
      how: 'mean',
      begin() {
        const steps = new Mean();
        return {
          add: (each: { readonly reference: Reference | null }) => steps.add(each.reference?.steps ?? null),
          result: () => ({ referenceSteps: steps.result() }),
        };
      },
    },
  }),
  metric({
    name: 'executability',
    title: 'Executability',
    meaning: 'share of steps that were carried out',
    count: ({ summary: { steps, counts } }) => quotient(steps - counts.failedSteps, steps),
    row: null,
    compared: { better: 'more', unit: 'share', of: shareCarriedOut },
    pooled: episodeRatio('executability', 'steps', ({ steps, failedSteps }: Stepping) => [steps - failedSteps, steps]),
    columns: { Exec: percentOf('executability') },
  }),
] as const;

function shareCarriedOut(row: Fields): number | null {
  const [steps, failed] = [numberIn('steps')(row), numberIn('failedSteps')(row)];
  return steps === null || failed === null ? null : quotient(steps - failed, steps);
}
