import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryCase, arbitraryFurnishedHouse } from '../arbitrary_case.ts';
import { playTracker, type Tracker, type WatchedStep } from '../play_tracker.ts';
import { ReferenceTracker } from './reference_tracker.ts';
import { TRACKER_BUGS } from './tracker_bugs.ts';

const WALKS = fc
  .sample(arbitraryCase(arbitraryFurnishedHouse, {}), { numRuns: 60, seed: 1 })
  .map((each) => playTracker(() => new ReferenceTracker(), each));

function beliefsOf(make: () => Tracker): string {
  return JSON.stringify(WALKS.map((steps) => believedIn(steps, make())));
}

function believedIn(steps: readonly WatchedStep[], tracker: Tracker): unknown[] {
  return steps.map(({ move, refused, observation }) => {
    if (move !== null && move !== 'look') tracker.acted(move, refused === null);
    tracker.observe(observation);
    return tracker.beliefs();
  });
}

it('TRACKER_BUGS has no two trackers that believe the same, and none that is right', () => {
  const names = new Map([[beliefsOf(() => new ReferenceTracker()), 'right']]);
  const equal = TRACKER_BUGS.flatMap(({ name, make }) => {
    const beliefs = beliefsOf(make);
    const other = names.get(beliefs);
    names.set(beliefs, name);
    return other === undefined ? [] : [`${name}: ${other}`];
  });
  expect(equal).toEqual([]);
  expect(TRACKER_BUGS.length).toBeGreaterThanOrEqual(30);
});
