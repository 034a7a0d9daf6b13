/**
 * The oracle in all scenes of the tabletop: what it has planned in PDDL is as short as what a search in the rules finds.
 *
 * @module
 */
import { expect, it } from 'vitest';
import { PLACES } from './places.ts';
import { playRun } from './play_run.ts';

function play(envOptions: readonly string[]) {
  const terminal = { out() {}, say() {}, progress() {} } as unknown as Parameters<typeof playRun>[2]['terminal'];
  return playRun(
    { suite: 'tabletop', planners: ['oracle'], envOptions },
    { mode: 'replay', tapes: [PLACES.tapes], jobs: 1 },
    { signal: new AbortController().signal, terminal },
  );
}

it('the oracle succeeds in all 170 scenes where every motion is possible, in as few steps as the references', async () => {
  const { traces } = await play(['motion=none']);
  expect(traces).toHaveLength(170);
  for (const { header, summary } of traces) {
    expect(summary, header.scene).toMatchObject({ end: 'goal', detail: 'plan_completed', success: true });
    expect({ steps: summary.steps, optimal: true }, header.scene).toEqual(header.reference);
  }
});

it('the oracle succeeds in at least 95 % of the scenes with the arm, and fails by motion alone', async () => {
  const { traces } = await play([]);
  expect(traces.filter(({ summary }) => summary.success).length).toBeGreaterThanOrEqual(0.95 * traces.length);
  const refused = traces.flatMap(({ events }) => events.filter((event) => event.event === 'step' && !event.ok));
  for (const event of refused)
    expect(event).toMatchObject({ error: 'motion', reason: { obstacle: expect.any(String) } });
});
