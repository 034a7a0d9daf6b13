/** Compares every step with the golden traces of VirtualHome's own simulator, where ../shared/virtualhome exists. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readGraph } from '../../scene/read_graph.ts';
import { type GraphScene, graphScene } from '../graph_scene.ts';
import { VirtualHomeSimulator } from '../virtualhome_simulator.ts';
import { type Changes, followAnchors, stateChanges } from './state_changes.ts';

const SHARED = new URL('../../../../../shared/virtualhome/', import.meta.url);
const GOLDEN = new URL('golden/', SHARED);
const ENDING = '.jsonl.gz';

export const GOLDEN_TRACES: readonly string[] = (existsSync(GOLDEN) ? readdirSync(GOLDEN) : [])
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))
  .sort();

/** Steps, those on which the original raised, steps that agree in what, and whole walks by digests. */
const COUNTED = 'steps raised ok messages hands room edges states grabs anchors walks digests'.split(' ');

type Edges = readonly (readonly [number, string, number])[];

type Step = Readonly<{
  a: string;
  o: number | null;
  s: number | null;
  ok: boolean;
  msg: string | null;
  rh: number | null;
  lh: number | null;
  room: number;
  add?: Edges;
  del?: Edges;
  states?: Readonly<Record<string, readonly string[]>>;
  anchor?: { readonly id: number } | null;
  exc?: string;
}>;

type Walk = Readonly<{
  steps: readonly Step[];
  final: Readonly<{ edges: number; edgesSha256: string; statesSha256: string }>;
}>;

const textOf = (path: string) => gunzipSync(readFileSync(new URL(path, SHARED))).toString();

function sceneOf(trace: string): GraphScene {
  const [variant, scene] = trace.split('-');
  const path = variant === 'raw' ? `scenes/${scene}_graph.json.gz` : `prepared/prepared-${scene}.json.gz`;
  return graphScene(readGraph(textOf(path), path));
}

/** One walk in so many is followed, and all with TAPEDECK_TEST_FACTOR=5, as CI does at night. */
const WALK_EVERY = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5 ? 1 : 5;
/** One walk in so many is compared by the digests of its end, too. */
const DIGEST_EVERY = 20;

export function replayGolden(trace: string) {
  const scene = sceneOf(trace);
  const simulator = new VirtualHomeSimulator(scene);
  const { state } = simulator;
  const anchors = followAnchors(state);
  const nodeOf = (id: number) => scene.indexOf.get(id) as number;
  const counts = new Map(COUNTED.map((kind) => [kind, 0]));
  let firstMiss = '';
  const count = (kind: string, agrees: boolean, where: string, found: unknown) => {
    if (agrees) counts.set(kind, counts.get(kind)! + 1);
    else firstMiss ||= `${kind} of ${where}: ${JSON.stringify(found)}`;
  };
  const walks = textOf(`golden/${trace}${ENDING}`).trim().split('\n').slice(1);
  for (const [number, line] of walks.entries()) {
    if (number % WALK_EVERY !== 0) continue;
    const { steps, final }: Walk = JSON.parse(line);
    const expected = { edges: new Set<string>(), states: new Map<number, string>() };
    simulator.reset();
    for (const [at, step] of steps.entries()) {
      const where = `walk ${number}, step ${at}, ${JSON.stringify({ ...step, add: 0, del: 0 })}`;
      const objects = [step.o, step.s].filter((id) => id !== null);
      anchors.recorded = step.anchor ? nodeOf(step.anchor.id) : -1;
      const { ok, message, rh, lh, room } = simulator.step(
        `[${step.a}] ${objects.map((id) => state.label(nodeOf(id))).join(' ')}`,
      );
      follow(expected, step, scene);
      const changes = stateChanges(state);
      count('steps', true, where, null);
      if (step.exc !== undefined) count('raised', true, where, null);
      count('ok', ok === step.ok, where, ok);
      count('messages', message === (step.exc ?? step.msg), where, message);
      count('hands', rh === step.rh && lh === step.lh, where, [rh, lh]);
      count('room', room === step.room, where, room);
      count('edges', isSame(changes.edges, expected.edges), where, [...changes.edges].slice(0, 9));
      count('states', isSame(entries(changes.states), entries(expected.states)), where, [...changes.states]);
      if (step.anchor === undefined) continue;
      const anchor = scene.nodes[anchors.own]?.id ?? null;
      count('grabs', true, where, null);
      count('anchors', anchor === (step.anchor?.id ?? null), where, anchor);
    }
    if (number % DIGEST_EVERY !== 0) continue;
    count('walks', true, '', null);
    count('digests', isFinal(scene, stateChanges(state), final), `walk ${number}`, null);
  }
  return { ...Object.fromEntries(counts), firstMiss };
}

function follow(expected: { edges: Set<string>; states: Map<number, string> }, step: Step, scene: GraphScene): void {
  for (const edge of step.add ?? []) flip(expected.edges, '+', '-', edge.join(' '));
  for (const edge of step.del ?? []) flip(expected.edges, '-', '+', edge.join(' '));
  for (const [id, states] of Object.entries(step.states ?? {})) {
    const before = scene.nodes[scene.indexOf.get(Number(id)) as number]!;
    if ([...before.states].sort().join() === states.join()) expected.states.delete(Number(id));
    else expected.states.set(Number(id), states.join());
  }
}

function flip(edges: Set<string>, sign: string, opposite: string, edge: string): void {
  if (!edges.delete(opposite + edge)) edges.add(sign + edge);
}

function entries(map: ReadonlyMap<number, string>): Set<string> {
  return new Set([...map].map((entry) => entry.join()));
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && one.isSubsetOf(other);
}

function isFinal({ nodes, edges }: GraphScene, changes: Changes, final: Walk['final']): boolean {
  const idOf = (index: number) => nodes[index]!.id;
  const lines = edges
    .map(([from, relation, to]) => `${idOf(from)} ${relation} ${idOf(to)}`)
    .filter((line) => !changes.edges.has(`-${line}`));
  for (const change of changes.edges) if (change.startsWith('+')) lines.push(change.slice(1));
  const sorted = lines
    .map((line) => line.split(' ') as [string, string, string])
    .sort(([a, r, b], [c, s, d]) => Number(a) - Number(c) || (r < s ? -1 : r > s ? 1 : Number(b) - Number(d)))
    .map((parts) => parts.join(' '));
  const states = [...nodes]
    .sort((a, b) => a.id - b.id)
    .map(({ id, states }) => `${id} ${changes.states.get(id) ?? [...states].sort().join()}`);
  const digests = [sha256(sorted), sha256(states)];
  return sorted.length === final.edges && digests.join() === [final.edgesSha256, final.statesSha256].join();
}

function sha256(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
