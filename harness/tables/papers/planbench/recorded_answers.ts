/**
 * Answers that were recorded here, in the suite `planbench`, as one more model beside the published ones.
 *
 * @module
 */
import { isComplete, type Trace } from '../../../trace/trace.ts';
import type { EventOf } from '../../../trace/trace_schema.ts';
import type { Failure, ScoredAnswer } from './answer.ts';

/**
 * One answer for each episode that ran to its end, valid where the goal was reached and no action was refused. The published answers to
 * the same instances say how many objects there are. Only the plan that was carried out is judged, so that none counts as ambiguous.
 */
export function recordedAnswers(traces: readonly Trace[], published: readonly ScoredAnswer[]): ScoredAnswer[] {
  const objects = new Map(published.map((answer) => [`${answer.domain}_${answer.instance}`, answer.objects]));
  const played = traces.filter(({ header }) => header.suite === 'planbench' && header.planner === 'planbench_one_shot');
  return played.filter(isComplete).map(({ header: { task, model, reference }, events, summary }) => {
    const steps = events.filter((event) => event.event === 'step');
    const failure = failureOf(steps, summary.success);
    const notes = events.flatMap((event) => (event.event === 'note' && 'remarks' in event.note ? [event.note] : []));
    const remark = notes.flatMap(({ remarks }) => remarks).find((text) => text.startsWith('rule: '));
    const [, domain = '', instance] = /^(.*)_(\d+)$/.exec(task)!;
    const unpublished = { published: null, publishedPlan: null, publishedPlanValid: null, copyOf: null };
    return {
      ...{ file: `cassettes/tapes/planbench/${model}`, domain, model: `${model}, recorded here` },
      ...{ task: 'task_1_plan_generation', instance: Number(instance), round: null },
      ...{ plan: steps.map(actionText), rule: (remark?.slice('rule: '.length) ?? 'none') as ScoredAnswer['rule'] },
      ...{ valid: failure === null, failure, ambiguous: false, ...unpublished, cause: null, storedCause: null },
      ...{ optimalLength: reference?.steps ?? null, objects: objects.get(task) ?? 0 },
    };
  });
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
