import { type GraphScene, RELATIONS, type Relation, type SceneNode } from '../graph_scene.ts';
import { pythonSet } from '../graph_view.ts';

/** Edges of one relation from one node, by what happened to them; together they are `added` and `scene` without `removed`. */
type Targets = Readonly<{ scene: Set<number>; removed: Set<number>; added: Set<number> }>;

export class ReferenceGraph {
  readonly nodes: ReadonlyMap<number, SceneNode>;
  readonly robot: number;
  readonly states: Map<number, Set<string>> = new Map();
  readonly #edges: Map<Relation, Map<number, Targets>>;

  constructor({ nodes, edges, robot }: GraphScene) {
    const idOf = (index: number) => nodes[index]!.id;
    this.nodes = new Map(nodes.map((node) => [node.id, node]));
    this.robot = idOf(robot);
    this.#edges = new Map(
      RELATIONS.map((relation) => [relation, new Map(nodes.map(({ id }) => [id, emptyTargets()]))]),
    );
    for (const [from, relation, to] of edges) this.#targets(idOf(from), relation).scene.add(idOf(to));
  }

  reset(): void {
    this.states.clear();
    for (const byNode of this.#edges.values()) {
      for (const { removed, added } of byNode.values()) {
        removed.clear();
        added.clear();
      }
    }
  }

  label(id: number): string {
    return (this.nodes.get(id) as SceneNode).label;
  }

  className(id: number): string {
    return (this.nodes.get(id) as SceneNode).className;
  }

  has(id: number, property: string): boolean {
    return (this.nodes.get(id) as SceneNode).properties.includes(property);
  }

  isRoom(id: number): boolean {
    return (this.nodes.get(id) as SceneNode).isRoom;
  }

  statesOf(id: number): Set<string> {
    return this.states.get(id) ?? new Set((this.nodes.get(id) as SceneNode).states);
  }

  edge(from: number, relation: Relation, to: number): boolean {
    const { scene, removed, added } = this.#targets(from, relation);
    return added.has(to) || (scene.has(to) && !removed.has(to));
  }

  from(id: number, relation: Relation): number[] {
    const { scene, removed, added } = this.#targets(id, relation);
    return [...added, ...[...scene].filter((to) => !removed.has(to))];
  }

  fromAsPython(id: number, relation: Relation): number[] {
    const { scene, removed, added } = this.#targets(id, relation);
    return pythonSet([...added, ...scene], [...removed]);
  }

  to(id: number, relation: Relation): number[] {
    return [...this.nodes.keys()].filter((from) => this.edge(from, relation, id));
  }

  add(from: number, relation: Relation, to: number): void {
    const { scene, removed, added } = this.#targets(from, relation);
    if (scene.has(to)) removed.delete(to);
    else added.add(to);
  }

  addBoth(one: number, relation: Relation, other: number): void {
    this.add(one, relation, other);
    this.add(other, relation, one);
  }

  remove(from: number, relation: Relation, to: number): void {
    const { scene, removed, added } = this.#targets(from, relation);
    if (scene.has(to)) removed.add(to);
    else added.delete(to);
  }

  cut(id: number, ...relations: readonly Relation[]): void {
    for (const relation of relations) {
      for (const to of this.from(id, relation)) this.remove(id, relation, to);
      for (const from of this.to(id, relation)) this.remove(from, relation, id);
    }
  }

  changes(): { edges: Set<string>; states: Map<number, string> } {
    const edges = new Set<string>();
    for (const [relation, byNode] of this.#edges) {
      for (const [from, { removed, added }] of byNode) {
        for (const to of removed) edges.add(`-${from} ${relation} ${to}`);
        for (const to of added) edges.add(`+${from} ${relation} ${to}`);
      }
    }
    const states = new Map<number, string>();
    for (const [id, now] of this.states) {
      const text = [...now].sort().join();
      if (text !== [...(this.nodes.get(id) as SceneNode).states].sort().join()) states.set(id, text);
    }
    return { edges, states };
  }

  become(id: number, state: string, opposite: string): void {
    const states = this.statesOf(id);
    states.delete(opposite);
    this.states.set(id, states.add(state));
  }

  #targets(from: number, relation: Relation): Targets {
    return this.#edges.get(relation)?.get(from) as Targets;
  }
}

function emptyTargets(): Targets {
  return { scene: new Set(), removed: new Set(), added: new Set() };
}
