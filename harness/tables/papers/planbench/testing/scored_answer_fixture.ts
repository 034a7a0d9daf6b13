import type { ScoredAnswer } from '../answer.ts';

export function answerOf(change: Partial<ScoredAnswer> = {}): ScoredAnswer {
  const { model = 'gpt-9_chat', valid = true, instance = 1 } = change;
  return {
    ...{ file: 'a.json', domain: 'blocksworld', model, task: 'task_1_plan_generation', instance, round: null },
    ...{ plan: ['pick-up a', 'stack a b'], rule: 'marked', valid, failure: valid ? null : { kind: 'no plan' } },
    ...{ ambiguous: false, published: valid, publishedPlan: null, publishedPlanValid: null, optimalLength: 2 },
    ...{ objects: 3, copyOf: null, cause: null, storedCause: null },
    ...change,
  };
}
