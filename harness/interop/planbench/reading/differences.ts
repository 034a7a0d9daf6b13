/**
 * Answers whose verdict differs from the published one, to be checked by eye.
 *
 * @module
 */
import type { Failure, ScoredAnswer } from '../../../tables/papers/planbench/answer.ts';
import type { ReadAnswer } from './score_answers.ts';

/** Both verdicts, both plans, and the lines that the plan was read from. */
export function differenceText({ scored, span, answer }: ReadAnswer): string {
  const { file, instance, round, cause, storedCause, valid, published, rule, ambiguous, failure, plan, publishedPlan } =
    scored;
  const end = answer.indexOf('\n', span?.[1]);
  const lines = span === null ? answer : answer.slice(answer.lastIndexOf('\n', span[0]) + 1, end < 0 ? undefined : end);
  const at = `${file}, instance ${instance}${round === null ? '' : `, round ${round}`}`;
  return [
    `${at}: ${[cause, storedCause].filter((why) => why !== null).join(': ')}`,
    `  published ${published ? 'right' : 'wrong'}; read here ${valid ? 'right' : 'wrong'} by the rule "${rule}"${ambiguous ? ', ambiguous' : ''}${failure === null ? '' : `: ${failureText(failure)}`}`,
    `  stored:  ${planText(publishedPlan)}`,
    `  read:    ${planText(plan)}`,
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
      return `step ${failure.step}, ${failure.action}, is no action of the problem`;
    case 'goal':
      return `the goal ${failure.missing.join(', ')} is missed`;
    default:
      return failure.kind;
  }
}
