import { expect, it } from 'vitest';
import { detectableShare } from '../tables/paired/measure.ts';
import { type ComparedOver, detectableBetween, detectableClaim } from './detectable_claims.ts';

it('detectableBetween() counts the episodes and tasks that both methods have, and refuses none', () => {
  const table = detectableBetween('tabletop', ['olp', 'delta']);
  expect(table).toEqual({ pairs: 170, tasks: 17, share: detectableShare(170, 0.05, 17) });
  expect(detectableBetween('robot', ['llm_state', 'progprompt'])).toEqual({ pairs: 3, tasks: 1, share: null });
  expect(() => detectableBetween('robot', ['llm_state', 'olp'])).toThrow('have no episode of "robot" in common');
});

it.for<ComparedOver>(['simple', 'hard', 'household'])(
  'detectableBetween() finds less with more comparisons: %s',
  (over) => {
    const methods = ['llm_state', 'inner_monologue'] as const;
    const alone = detectableBetween(over, methods);
    expect(alone.share).toBeGreaterThan(0);
    expect(detectableBetween(over, methods, 3).share ?? 1).toBeGreaterThan(alone.share!);
  },
);

it.each([
  [{ pairs: 61, tasks: 15, share: 0.161 }, '61 pairs of 15 tasks would show a difference of 17 points'],
  [{ pairs: 3, tasks: 1, share: null }, '3 pairs of one task would show no difference at all'],
])('detectableClaim() of %o rounds up, and says where nothing would show', (detectable, text) => {
  expect(detectableClaim(detectable)).toBe(text);
});
