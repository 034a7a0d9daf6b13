/**
 * The differences that the committed episodes could have shown.
 *
 * @module
 */
import { expect, it } from 'vitest';
import { detectableShare } from '../tables/paired/measure.ts';
import { type ComparedOver, detectableBetween, detectableClaim } from './detectable_claims.ts';

it('detectableBetween() counts the episodes and tasks that both methods have', () => {
  const table = detectableBetween('tabletop', ['olp', 'delta']);
  expect(table).toEqual({ pairs: 170, tasks: 17, share: detectableShare(170, 0.05, 17) });
  const robot = detectableBetween('robot', ['llm_state', 'progprompt']);
  expect(robot).toEqual({ pairs: 3, tasks: 1, share: null });
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

it('detectableBetween() refuses methods that have no episode in common', () => {
  expect(() => detectableBetween('robot', ['llm_state', 'olp'])).toThrow('have no episode of "robot" in common');
});

it('detectableClaim() rounds up, and says where nothing would show', () => {
  expect(detectableClaim({ pairs: 61, tasks: 15, share: 0.161 })).toBe(
    '61 pairs of 15 tasks would show a difference of 17 points',
  );
  expect(detectableClaim({ pairs: 3, tasks: 1, share: null })).toBe(
    '3 pairs of one task would show no difference at all',
  );
});
