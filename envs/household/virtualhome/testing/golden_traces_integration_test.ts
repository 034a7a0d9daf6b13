import { describe, expect, it } from 'vitest';
import { GOLDEN_TRACES, replayGolden } from './golden_traces.ts';

const ABSENT = GOLDEN_TRACES.length === 0;
const TRACES = ABSENT ? ['no trace'] : GOLDEN_TRACES;

describe.skipIf(ABSENT)("VirtualHome's own traces (skipped where ../shared/virtualhome is absent)", () => {
  it.each(TRACES)('%s: the rules agree at every step, and find the neighbours that the original chose', (trace) => {
    const { firstMiss, ...report } = replayGolden(trace);
    const { steps = 0, edges = 0, states = 0, anchors = 0, grabs = 0, walks } = report as Record<string, number>;
    expect(steps).toBeGreaterThan(0);
    const whole = { ok: steps, messages: steps, hands: steps, room: steps, digests: walks };
    expect(report, firstMiss).toMatchObject(whole);
    // One step in a thousand may have other edges or states.
    expect(Math.min(edges, states), firstMiss).toBeGreaterThanOrEqual(0.999 * steps);
    expect(anchors, firstMiss).toBeGreaterThanOrEqual(0.99 * grabs);
  });
});
