/** VirtualHome's own simulator does 1,250 to 1,690 actions a second in TestScene1. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { median } from '../../../testing/median.ts';
import { rate } from '../../bench/household_bench.ts';
import { readGraph } from '../../scene/read_graph.ts';
import { type GraphScene, graphScene } from '../graph_scene.ts';
import { scriptLine } from '../scripts/script_line.ts';
import { ReferenceVirtualHome } from '../testing/reference_virtualhome.ts';
import { type GraphStep, VirtualHomeSimulator } from '../virtualhome_simulator.ts';

const TEST_SCENE_1 = new URL('../../../../../shared/virtualhome/scenes/TestScene1_graph.json.gz', import.meta.url);

const WALKS = 100;
const WALK_LENGTH = 30;

export function benchVirtualHome({ rounds = 9, actions = 300_000, madeUp = false } = {}) {
  const published = existsSync(TEST_SCENE_1) && !madeUp;
  const text = published ? gunzipSync(readFileSync(TEST_SCENE_1)).toString() : madeUpScene();
  const scene = graphScene(readGraph(text, 'scene.json'));
  const fast = new VirtualHomeSimulator(scene);
  const reference = new ReferenceVirtualHome(scene);
  const lines = recordWalks(scene);
  const steps = lines.map((walk) => walk.map((line) => fast.read(line)));
  const ids = steps.map((walk) => walk.map((step) => [step.action.verb, idsOf(step, scene)] as const));

  const rates: Record<'steps' | 'lines' | 'reference', number[]> = { steps: [], lines: [], reference: [] };
  let carriedOut = 0;
  for (let round = 0; round < rounds; round++) {
    carriedOut = 0;
    rates.steps.push(
      rate(steps, actions, (walk) => {
        fast.reset();
        for (const step of walk) {
          if (fast.execute(step)) carriedOut++;
          else fast.message(step);
        }
      }),
    );
    rates.lines.push(
      rate(lines, actions, (walk) => {
        fast.reset();
        for (const line of walk) fast.step(line);
      }),
    );
    rates.reference.push(
      rate(ids, actions / 50, (walk) => {
        reference.reset();
        for (const [verb, objects] of walk) reference.act(verb, ...objects);
      }),
    );
  }
  return {
    scene: published ? 'TestScene1' : 'a scene made up',
    actionsPerSecond: median(rates.steps),
    textActionsPerSecond: median(rates.lines),
    referenceActionsPerSecond: median(rates.reference),
    carriedOutShare: carriedOut / actions,
  };
}

function idsOf({ first, second }: GraphStep, { nodes }: GraphScene): number[] {
  return [first, second].filter((node) => node >= 0).map((node) => nodes[node]!.id);
}

const TRIED = [
  ['WALK', ''],
  ['WALK', 'GRABBABLE'],
  ['GRAB', 'GRABBABLE'],
  ['GRAB', 'GRABBABLE'],
  ['PUTBACK', ''],
  ['PUTIN', 'CAN_OPEN'],
  ['OPEN', 'CAN_OPEN'],
  ['CLOSE', 'CAN_OPEN'],
  ['SWITCHON', 'HAS_SWITCH'],
  ['SWITCHOFF', 'HAS_SWITCH'],
] as const;

function recordWalks(scene: GraphScene): string[][] {
  const walker = new VirtualHomeSimulator(scene);
  let random = 20191120;
  const draw = <T>(list: readonly T[]): T => {
    random = (random * 48271) % 2147483647;
    return list[random % list.length]!;
  };
  return Array.from({ length: WALKS }, () => {
    walker.reset();
    return Array.from({ length: WALK_LENGTH }, () => {
      const [verb, property] = draw(TRIED);
      const all = scene.nodes.filter(({ properties }) => property === '' || properties.includes(property));
      const close = all.filter(({ id }) => walker.state.isClose(scene.indexOf.get(id) as number));
      const target = draw(verb !== 'WALK' && close.length > 0 && draw([0, 1, 2]) > 0 ? close : all);
      const held = scene.nodes[walker.state.heldIn(draw(['right', 'left']))];
      const puts = verb === 'PUTBACK' || verb === 'PUTIN';
      const line = puts ? scriptLine(verb, held ?? draw(scene.nodes), target) : scriptLine(verb, target);
      walker.step(line);
      return line;
    });
  });
}

const KINDS = [
  ['mug', 'GRABBABLE'],
  ['book', 'GRABBABLE CAN_OPEN', 'CLOSED'],
  ['plate', 'GRABBABLE SURFACES'],
  ['cabinet', 'CAN_OPEN CONTAINERS', 'CLOSED'],
  ['lamp', 'HAS_SWITCH', 'OFF'],
  ['floor', 'SURFACES'],
].map(([class_name, properties = '', state]) => ({
  class_name,
  properties: properties.split(' '),
  states: state === undefined ? [] : [state],
}));

/** As large as TestScene1. */
function madeUpScene(): string {
  const nodes: object[] = [];
  const edges: object[] = [];
  for (let id = 1; id <= 437; id++) {
    const plain =
      id <= 4 ? { class_name: 'room', category: 'Rooms' } : { class_name: 'character', category: 'Characters' };
    nodes.push({ id, category: 'Props', ...(id <= 4 || id === 437 ? plain : KINDS[id % KINDS.length]) });
    if (id <= 4) continue;
    edges.push({ from_id: id, relation_type: 'INSIDE', to_id: 1 + (id % 4) });
    if (id % 3 === 0 && id > 16) edges.push({ from_id: id, relation_type: 'ON', to_id: id - 12 });
    for (let other = id + 4; other <= Math.min(id + 56, 437); other += 4) {
      edges.push({ from_id: id, relation_type: 'CLOSE', to_id: other });
      edges.push({ from_id: other, relation_type: 'CLOSE', to_id: id });
    }
  }
  return JSON.stringify({ nodes, edges });
}
