import { describe, expect, it } from 'vitest';
import type { GraphScene } from '../graph_scene.ts';
import type { SimulatedStep } from '../scripts/simulator.ts';
import { VirtualHomeSimulator } from '../virtualhome_simulator.ts';
import { GOLDEN_TRACES, type GoldenReport, goldenScene, replayGolden, type TracedWorld } from './golden_traces.ts';
import { ReferenceVirtualHome } from './reference_virtualhome.ts';
import { followAnchors, stateChanges } from './state_changes.ts';

function referenceWorld(scene: GraphScene): TracedWorld {
  const world = new ReferenceVirtualHome(scene);
  let thing = 0;
  return {
    reset: () => world.reset(),
    act(action, objects, anchor) {
      thing = objects[0] ?? 0;
      world.anchor = anchor;
      return world.act(action, ...objects);
    },
    hands: () => world.hands,
    room: () => world.roomOf(world.me),
    anchor: () => world.grabbedFrom.get(thing)?.at ?? null,
    changes: () => world.graph.changes(),
  };
}

/** By script lines; it stands where the original stood, and says where it would have stood by itself. */
function fastWorld(scene: GraphScene): TracedWorld {
  const simulator = new VirtualHomeSimulator(scene);
  const { state } = simulator;
  const anchors = followAnchors(state);
  const nodeOf = (id: number) => scene.indexOf.get(id) as number;
  let last: SimulatedStep;
  return {
    reset: () => simulator.reset(),
    act(action, objects, anchor) {
      anchors.recorded = anchor === null ? -1 : nodeOf(anchor);
      last = simulator.step(`[${action}] ${objects.map((id) => state.label(nodeOf(id))).join(' ')}`);
      return last;
    },
    hands: () => [last.rh, last.lh],
    room: () => last.room,
    anchor: () => scene.nodes[anchors.own]?.id ?? null,
    changes: () => stateChanges(state),
  };
}

/** Everything agrees: hands, room, success, messages; and edges and states, of which one in a thousand might not. */
function expectAgreement(report: GoldenReport): void {
  const { steps } = report;
  expect(steps).toBeGreaterThan(0);
  const whole = { steps, ok: steps, messages: steps, hands: steps, room: steps };
  expect(report, report.firstMiss ?? '').toMatchObject(whole);
  expect(Math.min(report.edges, report.states), report.firstMiss ?? '').toBeGreaterThanOrEqual(0.999 * steps);
  expect(report.digests).toBe(report.walks);
}

const ABSENT = GOLDEN_TRACES.length === 0;
const TRACES = ABSENT ? ['no trace'] : GOLDEN_TRACES;

describe.skipIf(ABSENT)("VirtualHome's own traces (skipped where ../shared/virtualhome is absent)", () => {
  it.each(TRACES)('%s: the reference agrees at every step', (trace) => {
    const scene = goldenScene(trace);
    expectAgreement(replayGolden(trace, scene, referenceWorld(scene)));
  });

  it.each(TRACES)('%s: the rules agree at every step, and find the neighbours that the original chose', (trace) => {
    const scene = goldenScene(trace);
    const report = replayGolden(trace, scene, fastWorld(scene));
    expectAgreement(report);
    expect(report.anchors, report.firstMiss ?? '').toBeGreaterThanOrEqual(0.99 * report.grabs);
  });
});
