/**
 * Test support: replays the golden traces of VirtualHome's own simulator, where ../shared/virtualhome is there.
 *
 * After every step it compares success, message, hands, room, and all edges and states, as differences from the scene.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readGraph } from '../../scene/read_graph.ts';
import { type GraphScene, graphScene } from '../graph_scene.ts';
import type { Changes } from './state_changes.ts';

const SHARED = new URL('../../../../../shared/virtualhome/', import.meta.url);

/** The traces that there are, such as `raw-TestScene1-core`; none where ../shared is absent. */
export const GOLDEN_TRACES: readonly string[] = existsSync(new URL('golden/', SHARED))
  ? readdirSync(new URL('golden/', SHARED))
      .filter((file) => file.endsWith('.jsonl.gz'))
      .map((file) => file.slice(0, -'.jsonl.gz'.length))
      .sort()
  : [];

/** A world that a trace can be replayed in; nodes by their ids. */
export type TracedWorld = {
  reset(): void;
  /** `anchor` is the neighbour that the original came to stand at, where it grabbed. */
  act(
    action: string,
    objects: readonly number[],
    anchor: number | null,
  ): { readonly ok: boolean; readonly message: string | null };
  hands(): readonly [right: number | null, left: number | null];
  room(): number | null;
  /** The anchor that it would have chosen for the thing just grabbed. */
  anchor(): number | null;
  changes(): Changes;
};

/** What is counted: steps, those on which the original raised, steps that agree in what, and whole walks by digests. */
const COUNTED = [
  'steps',
  'raised',
  'ok',
  'messages',
  'hands',
  'room',
  'edges',
  'states',
  'grabs',
  'anchors',
  'walks',
  'digests',
] as const;

/** `firstMiss` tells where the two part. */
export type GoldenReport = Record<(typeof COUNTED)[number], number> & { firstMiss: string | null };

type Step = {
  readonly a: string;
  readonly o: number | null;
  readonly s: number | null;
  readonly ok: boolean;
  readonly msg: string | null;
  readonly rh: number | null;
  readonly lh: number | null;
  readonly room: number;
  readonly add?: readonly (readonly [number, string, number])[];
  readonly del?: readonly (readonly [number, string, number])[];
  readonly states?: Readonly<Record<string, readonly string[]>>;
  readonly anchor?: { readonly id: number } | null;
  readonly exc?: string;
};

type Walk = {
  readonly steps: readonly Step[];
  readonly final: { readonly edges: number; readonly edgesSha256: string; readonly statesSha256: string };
};

function linesOf(trace: string): string[] {
  return gunzipSync(readFileSync(new URL(`golden/${trace}.jsonl.gz`, SHARED)))
    .toString()
    .trim()
    .split('\n');
}

/** The scene of a trace, as published or prepared. */
export function goldenScene(trace: string): GraphScene {
  const [variant, scene] = trace.split('-');
  const path = variant === 'raw' ? `scenes/${scene}_graph.json.gz` : `prepared/prepared-${scene}.json.gz`;
  return graphScene(readGraph(gunzipSync(readFileSync(new URL(path, SHARED))).toString(), path));
}

function walksOf(trace: string): Walk[] {
  return linesOf(trace)
    .slice(1)
    .map((line) => JSON.parse(line));
}

/** One walk in so many is followed, and all with TAPEDECK_TEST_FACTOR=5, as CI does at night. */
const WALK_EVERY = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5 ? 1 : 5;
/** One walk in so many is compared by the digests of its end, too. */
const DIGEST_EVERY = 20;

export function replayGolden(trace: string, scene: GraphScene, world: TracedWorld): GoldenReport {
  const report = {
    ...Object.fromEntries(COUNTED.map((kind) => [kind, 0])),
    firstMiss: null,
  } as unknown as GoldenReport;
  const count = (kind: keyof Omit<GoldenReport, 'firstMiss'>, agrees: boolean, where: string, found: unknown) => {
    if (agrees) report[kind]++;
    else report.firstMiss ??= `${kind} of ${where}: ${JSON.stringify(found)}`;
  };
  for (const [number, { steps, final }] of walksOf(trace).entries()) {
    if (number % WALK_EVERY !== 0) continue;
    const expected = { edges: new Set<string>(), states: new Map<number, string>() };
    world.reset();
    for (const [at, step] of steps.entries()) {
      const where = `walk ${number}, step ${at}, ${JSON.stringify({ ...step, add: 0, del: 0 })}`;
      const objects = [step.o, step.s].filter((id) => id !== null);
      const { ok, message } = world.act(step.a, objects, step.anchor?.id ?? null);
      follow(expected, step, scene);
      const changes = world.changes();
      report.steps++;
      if (step.exc !== undefined) report.raised++;
      count('ok', ok === step.ok, where, ok);
      count('messages', message === (step.exc ?? step.msg), where, message);
      count('hands', JSON.stringify(world.hands()) === JSON.stringify([step.rh, step.lh]), where, world.hands());
      count('room', world.room() === step.room, where, world.room());
      count('edges', isSame(changes.edges, expected.edges), where, [...changes.edges].slice(0, 9));
      count('states', isSame(entries(changes.states), entries(expected.states)), where, [...changes.states]);
      if (step.anchor === undefined) continue;
      report.grabs++;
      count('anchors', world.anchor() === (step.anchor?.id ?? null), where, world.anchor());
    }
    if (number % DIGEST_EVERY !== 0) continue;
    report.walks++;
    count('digests', isFinal(scene, world.changes(), final), `walk ${number}`, null);
  }
  return report;
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
  return one.size === other.size && [...one].every((value) => other.has(value));
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
  const agrees = [
    sorted.length === final.edges,
    sha256(sorted) === final.edgesSha256,
    sha256(states) === final.statesSha256,
  ];
  return agrees.every(Boolean);
}

function sha256(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
