/**
 * The oracle in all scenes of the tabletop: what it has planned in PDDL is as short as what a search in the rules finds.
 *
 * @module
 */
import { expect, it } from 'vitest';
import { PLACES } from './places.ts';
import { playRun } from './play_run.ts';

it('the oracle succeeds in all 170 scenes where every motion is possible, in as few steps as the references', async () => {
  const terminal = { out() {}, say() {}, progress() {} } as unknown as Parameters<typeof playRun>[2]['terminal'];
  const { traces } = await playRun(
    { suite: 'tabletop', planners: ['oracle'], envOptions: ['motion=none'] },
    { mode: 'replay', tapes: PLACES.tapes, jobs: 1 },
    { signal: new AbortController().signal, terminal },
  );
  expect(traces).toHaveLength(170);
  for (const { header, summary } of traces) {
    expect(summary, header.scene).toMatchObject({ end: 'goal', detail: 'plan_completed', success: true });
    expect({ steps: summary.steps, optimal: true }, header.scene).toEqual(header.reference);
  }
});
