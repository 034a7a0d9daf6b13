import { LINKS } from '../../../planners/planbench_one_shot/reading/action_lines.ts';
import type { Cause, Failure, ScoredAnswer, StoredCause } from '../../tables/papers/planbench/answer.ts';
import type { StoredAnswer } from './checkout.ts';

type AnswerFacts = Omit<ScoredAnswer, 'cause' | 'storedCause'>;

export function causeOf(facts: AnswerFacts): Cause | null {
  const { task, rule, valid, published, plan, publishedPlan: stored, publishedPlanValid } = facts;
  if (published === null || published === valid || rule === null) return null;
  if (stored === null || plan === null) return 'no plan stored';
  if (/plan_optimality/.test(task) && valid && publishedPlanValid === true) return 'shortest plan required';
  if (publishedPlanValid !== published) return 'verdict on the stored plan';
  if (stored.length === 0) return 'plan stored empty';
  const [planLines, storedLines] = [plan.join('\n'), stored.join('\n')];
  if (published) return 'stored plan repairs the answer';
  if (storedLines === `${planLines}\n${planLines}`) return 'plan stored twice';
  if (stored.map(withoutLinks).join('\n') === planLines) return 'words stored with the plan';
  if (storedLines.startsWith(`${planLines}\n`) || storedLines.endsWith(`\n${planLines}`))
    return 'other actions stored with the plan';
  let matched = 0;
  for (const action of plan) if (action === stored[matched]) matched++;
  return matched === stored.length ? 'steps left out of the stored plan' : 'plan stored otherwise';
}

/** `overcome a from b` → `overcome a b`. */
function withoutLinks(action: string): string {
  return action
    .replaceAll('object_', '')
    .split(' ')
    .filter((word) => word.length === 1 || !LINKS.has(word))
    .join(' ');
}

type Judge = (plan: readonly string[]) => Failure | null;

/** Why the published verdict differs from the validator's on the stored plan. */
export function storedCauseOf(
  { task, published, publishedPlan: plan, publishedPlanValid, optimalLength }: AnswerFacts,
  { besidePlan, ofUnsolvable }: StoredAnswer,
  judges: () => Readonly<{ byPrompt: Judge; byInstance: Judge | null }>,
): StoredCause | null {
  if (published === null || plan === null || published === publishedPlanValid) return null;
  if (besidePlan) return 'text beside the stored plan';
  if (ofUnsolvable) return 'instance said to be unsolvable';
  if (/plan_optimality/.test(task) && plan.length > (optimalLength ?? 0)) return 'plan longer than the shortest';
  const { byPrompt, byInstance } = judges();
  if (published && plan.some((_, length) => byPrompt(plan.slice(0, length)) === null))
    return 'goal reached before the end';
  const failure = byInstance?.(plan);
  if (failure !== undefined && (failure === null) === published) {
    return failure?.kind === 'name' ? 'other names in the instance file' : 'other goal in the instance file';
  }
  return byPrompt(plan)?.kind === 'name' ? 'unknown name in the stored plan' : 'unexplained';
}

export type ReadAnswer = Readonly<{
  scored: ScoredAnswer;
  span: readonly [first: number, last: number] | null;
  answer: string;
}>;

export function differenceText({ scored, span, answer }: ReadAnswer): string {
  const { file, instance, round, rule, failure } = scored;
  const end = answer.indexOf('\n', span?.[1]);
  const lines = span === null ? answer : answer.slice(answer.lastIndexOf('\n', span[0]) + 1, end < 0 ? undefined : end);
  const place = `${file}, instance ${instance}${round === null ? '' : `, round ${round}`}`;
  const causes = [scored.cause, scored.storedCause].filter((cause) => cause !== null);
  const verdict = (isRight: boolean | null) => (isRight ? 'right' : 'wrong');
  const reason = failure === null ? '' : `: ${failureText(failure)}`;
  return [
    `${place}: ${causes.join(': ')}`,
    `  published as ${verdict(scored.published)}; scored here as ${verdict(scored.valid)} by the rule "${rule}"${scored.ambiguous ? ', ambiguous' : ''}${reason}`,
    `  stored:  ${planText(scored.publishedPlan)}`,
    `  read:    ${planText(scored.plan)}`,
    ...lines.split('\n').map((line) => `  | ${line}`),
    '',
  ].join('\n');
}

function planText(plan: ScoredAnswer['plan']): string {
  if (plan === null) return 'no plan';
  return plan.length === 0 ? 'an empty plan' : plan.map((action) => `(${action})`).join(' ');
}

function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'precondition':
      return `step ${failure.step}, ${failure.action}, needs ${failure.unmet.join(', ')}`;
    case 'name':
      return `step ${failure.step}, ${failure.action}, is not an action of the problem`;
    case 'goal':
      return `unmet goal facts: ${failure.missing.join(', ')}`;
    default:
      return failure.kind;
  }
}
