/**
 * Answers that were recorded here, in the suite `planbench`, as one more model beside the published ones.
 *
 * @module
 */
import { isComplete, type Trace } from '../../trace/trace.ts';
import type { EventOf } from '../../trace/trace_schema.ts';
import type { Failure, ScoredAnswer } from './answer.ts';

const SUITE = 'planbench';
const PLANNER = 'planbench_one_shot';

/**
 * One answer for each episode that ran to its end, valid where the goal was reached and no action was refused. The published answers to
 * the same instances say how many objects there are. Only the plan that was carried out is judged, so that none counts as ambiguous.
 */
export function recordedAnswers(traces: readonly Trace[], published: readonly ScoredAnswer[]): ScoredAnswer[] {
  const objects = new Map(published.map((answer) => [`${answer.domain}_${answer.instance}`, answer.objects]));
  const played = traces.filter(({ header }) => header.suite === SUITE && header.planner === PLANNER);
  return played.filter(isComplete).map((trace) => answerOf(trace, objects.get(trace.header.task) ?? 0));
}

function answerOf({ header, events, summary }: Trace, objects: number): ScoredAnswer {
  const { task, model, reference } = header;
  const steps = events.filter((event) => event.event === 'step');
  const failure = failureOf(steps, summary.success);
  const remarks = events.flatMap((event) =>
    event.event === 'note' && 'remarks' in event.note ? event.note.remarks : [],
  );
  return {
    file: `cassettes/tapes/${SUITE}/${model}`,
    domain: task.replace(/_\d+$/, ''),
    model: `${model}, recorded here`,
    task: 'task_1_plan_generation',
    instance: Number(/\d+$/.exec(task)![0]),
    round: null,
    plan: steps.map(actionText),
    rule: (remarks.find((remark) => remark.startsWith('rule: '))?.slice(6) ?? 'none') as ScoredAnswer['rule'],
    valid: failure === null,
    failure,
    ambiguous: false,
    published: null,
    publishedPlan: null,
    publishedPlanValid: null,
    optimalLength: reference?.steps ?? null,
    objects,
    copyOf: null,
    cause: null,
    storedCause: null,
  };
}

function failureOf(steps: readonly EventOf<'step'>[], isReached: boolean): Failure | null {
  if (steps.length === 0) return { kind: 'no plan' };
  const refused = steps.find(({ ok }) => !ok);
  // A trace does not say which facts of the goal are missing.
  if (refused === undefined) return isReached ? null : { kind: 'goal', missing: [] };
  const where = { step: refused.number, action: actionText(refused) };
  const [, unmet] = refused.reason?.message.split(' needs ') ?? [];
  return unmet === undefined ? { kind: 'name', ...where } : { kind: 'precondition', ...where, unmet: [unmet] };
}

function actionText({ action }: EventOf<'step'>): string {
  return [action.verb, ...action.args].join(' ');
}
