import type { GraphScene, Relation } from '../graph_scene.ts';
import { type Defects, defectsBut } from '../virtualhome_defects.ts';
import { ReferenceGraph } from './reference_graph.ts';

/** What an action says: null when done; a text when refused; a text with `ok`, when done in spite of it; or what was raised. */
export type ReferenceAnswer = null | string | Readonly<{ ok: true; text: string }> | { readonly raised: string };

export type ReferenceAction = (world: ReferenceState, object: number, target: number) => ReferenceAnswer;

export function when(...actions: readonly ReferenceAction[]): ReferenceAction {
  return (world, x, y) => {
    for (const action of actions) {
      const answer = action(world, x, y);
      if (answer !== null) return answer;
    }
    return null;
  };
}

export function done(effect: (...given: Parameters<ReferenceAction>) => void): ReferenceAction {
  return (world, x, y) => {
    effect(world, x, y);
    return null;
  };
}

export function has(property: string, problem = `is not ${property.toLowerCase()}`, classes = ''): ReferenceAction {
  const excused = classes.split(' ');
  return ({ graph, label }, x) =>
    graph.has(x, property) || excused.includes(graph.className(x)) ? null : `${label(x)} ${problem}`;
}

export function isIn(state: string): ReferenceAction {
  return ({ graph, label }, x) => (graph.statesOf(x).has(state) ? null : `${label(x)} is not ${state.toLowerCase()}`);
}

export const close: ReferenceAction = (world, x) =>
  world.isClose(x) ? null : `${world.label(world.me)} is not close to ${world.label(x)}`;

export const held: ReferenceAction = (world, x) =>
  world.isHeld(x) ? null : `${world.label(world.me)} is not holding ${world.label(x)}`;

export const free: ReferenceAction = (world) =>
  world.freeHand() === null ? `${world.label(world.me)} does not have a free hand` : null;

export const shown: ReferenceAction = ({ graph, label }, x) =>
  graph.from(x, 'INSIDE').some((at) => graph.statesOf(at).has('CLOSED') && !graph.isRoom(at))
    ? `${label(x)} is inside other closed thing`
    : null;

export class ReferenceState {
  readonly graph: ReferenceGraph;
  readonly me: number;
  readonly grabbedFrom: Map<number, { at: number; relation: Relation }> = new Map();
  anchor: number | null = null;

  readonly defects: Defects;

  constructor(scene: GraphScene, defects: Defects = defectsBut()) {
    this.defects = defects;
    this.graph = new ReferenceGraph(scene);
    this.me = this.graph.robot;
  }

  reset(): void {
    this.graph.reset();
    this.grabbedFrom.clear();
  }

  get hands(): readonly [number | null, number | null] {
    const { graph, me } = this;
    return [graph.from(me, 'HOLDS_RH')[0] ?? null, graph.from(me, 'HOLDS_LH')[0] ?? null];
  }

  readonly label = (id: number): string => this.graph.label(id);

  release(x: number): void {
    for (const hand of ['HOLDS_RH', 'HOLDS_LH'] as const) this.graph.remove(this.me, hand, x);
  }

  isClose(id: number): boolean {
    const { graph, me } = this;
    const near = graph.from(me, 'CLOSE');
    return near.includes(id) || near.some((y) => graph.edge(y, 'CLOSE', id) || graph.edge(id, 'ON', y));
  }

  isHeld(id: number): boolean {
    return this.graph.edge(this.me, 'HOLDS_RH', id) || this.graph.edge(this.me, 'HOLDS_LH', id);
  }

  freeHand(): Relation | null {
    if (this.graph.from(this.me, 'HOLDS_RH').length === 0) return 'HOLDS_RH';
    return this.graph.from(this.me, 'HOLDS_LH').length === 0 ? 'HOLDS_LH' : null;
  }

  roomOf(id: number): number | null {
    const { graph } = this;
    if (graph.isRoom(id)) return id;
    let around = graph.fromAsPython(id, 'INSIDE');
    if (around.length > 1) return around.find((at) => graph.isRoom(at)) ?? null;
    for (let depth = 0; around[0] !== undefined && depth < graph.nodes.size; depth++) {
      if (graph.isRoom(around[0])) return around[0];
      around = graph.fromAsPython(around[0], 'INSIDE');
    }
    return null;
  }

  get posture(): Set<string> {
    return this.defects.stale_character ? new Set(this.graph.nodes.get(this.me)?.states) : this.graph.statesOf(this.me);
  }

  rests(...states: readonly ('SITTING' | 'LYING')[]): boolean {
    return states.some((state) => this.posture.has(state));
  }
}
