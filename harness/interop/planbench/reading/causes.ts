/**
 * Why a verdict differs from the published one.
 *
 * @module
 */
import { LINKS } from '../../../../planners/planbench_one_shot/reading/vocabulary.ts';
import type { Cause, Failure, ScoredAnswer, StoredCause } from '../../../tables/papers/planbench/answer.ts';
import type { StoredAnswer } from './result_file.ts';

type Judged = Omit<ScoredAnswer, 'cause' | 'storedCause'>;

/** Why the verdict on the plan of the answer is not the published one. */
export function causeOf({
  task,
  rule,
  valid,
  published,
  plan,
  publishedPlan: stored,
  publishedPlanValid,
}: Judged): Cause | null {
  if (published === null || published === valid || rule === null) return null;
  if (stored === null || plan === null) return 'no plan stored';
  if (/plan_optimality/.test(task) && valid && publishedPlanValid === true) return 'shortest plan required';
  if (publishedPlanValid !== published) return 'verdict on the stored plan';
  if (stored.length === 0) return 'plan stored empty';
  const [own, other] = [plan.join('\n'), stored.join('\n')];
  if (published) return 'stored plan repairs the answer';
  if (other === `${own}\n${own}`) return 'plan stored twice';
  if (stored.map(withoutLinks).join('\n') === own) return 'words stored with the plan';
  if (other.startsWith(`${own}\n`) || other.endsWith(`\n${own}`)) return 'other actions stored with the plan';
  let at = 0;
  for (const action of plan) if (action === stored[at]) at++;
  return at === stored.length ? 'steps left out of the stored plan' : 'plan stored otherwise';
}

/** `overcome a from b` → `overcome a b` */
function withoutLinks(action: string): string {
  return action
    .replaceAll('object_', '')
    .split(' ')
    .filter((word) => word.length === 1 || !LINKS.has(word))
    .join(' ');
}

type Judges = {
  /** By the problem of the prompt. */
  readonly byPrompt: (plan: readonly string[]) => Failure | null;
  /** By the instance file; null where there is none. */
  readonly byInstance: ((plan: readonly string[]) => Failure | null) | null;
};

/** Why the published verdict is not the one on the stored plan. */
export function storedCauseOf(
  { task, published, publishedPlan: plan, publishedPlanValid, optimalLength }: Judged,
  { besidePlan, ofUnsolvable }: StoredAnswer,
  judges: () => Judges,
): StoredCause | null {
  if (published === null || plan === null || published === publishedPlanValid) return null;
  if (besidePlan) return 'text beside the stored plan';
  if (ofUnsolvable) return 'instance said to be unsolvable';
  if (/plan_optimality/.test(task) && plan.length > (optimalLength ?? 0)) return 'plan longer than the shortest';
  const { byPrompt, byInstance } = judges();
  if (published && plan.some((_, at) => byPrompt(plan.slice(0, at)) === null)) return 'goal reached before the end';
  const there = byInstance?.(plan);
  if (there !== undefined && (there === null) === published) {
    return there?.kind === 'name' ? 'other names in the instance file' : 'other goal in the instance file';
  }
  return byPrompt(plan)?.kind === 'name' ? 'unknown name in the stored plan' : 'unexplained';
}
