/** Results list added edges before the scene's, as VirtualHome's sets do. */
import { CLOSE, type EdgeTable, NONE, ON } from './edge_table.ts';

/** Relation and node → other ends of added edges, oldest first. */
type Lists = (number[] | undefined)[];

export class EdgeStore {
  readonly near: Uint8Array;
  readonly #table: EdgeTable;
  #watched: number;
  readonly #isRemoved: Uint8Array;
  #targets: Lists;
  #origins: Lists;

  constructor(table: EdgeTable, watched: number) {
    this.#table = table;
    this.#watched = watched;
    this.#isRemoved = new Uint8Array(table.to.length);
    this.#targets = new Array(table.outStart.length);
    this.#origins = new Array(table.outStart.length);
    this.near = new Uint8Array(table.nodes);
    this.watch(watched);
  }

  reset(): void {
    this.#isRemoved.fill(0);
    this.#targets.fill(undefined);
    this.#origins.fill(undefined);
    this.watch(this.#watched);
  }

  watch(node: number): void {
    this.#watched = node;
    this.near.fill(0);
    for (const to of this.targetsOf(node, CLOSE)) this.near[to] = 1;
  }

  /** The watched node or one near it has a CLOSE edge to this node, or this node is ON one near it. */
  isCloseToWatched(node: number): boolean {
    if (this.near[node] === 1) return true;
    const { outStart, inStart, inEdge, from, to } = this.#table;
    const [on, close] = [this.#key(ON, node), this.#key(CLOSE, node)];
    const isNear = (other: number) => this.near[other] === 1;
    if (this.#targets[on]?.some(isNear) || this.#origins[close]?.some(isNear)) return true;
    const onEnd = outStart[on + 1]!;
    for (let edge = outStart[on]!; edge < onEnd; edge++) {
      if (this.near[to[edge]!] === 1 && this.#isRemoved[edge] === 0) return true;
    }
    const closeEnd = inStart[close + 1]!;
    for (let slot = inStart[close]!; slot < closeEnd; slot++) {
      const edge = inEdge[slot]!;
      if (this.near[from[edge]!] === 1 && this.#isRemoved[edge] === 0) return true;
    }
    return false;
  }

  has(from: number, relation: number, to: number): boolean {
    const edge = this.#sceneEdge(from, relation, to);
    return edge === NONE ? this.#isAdded(from, relation, to) : this.#isRemoved[edge] === 0;
  }

  targetsOf(from: number, relation: number): number[] {
    const { outStart, to } = this.#table;
    const key = this.#key(relation, from);
    const targets = this.#targets[key]?.slice() ?? [];
    const end = outStart[key + 1]!;
    for (let edge = outStart[key]!; edge < end; edge++) if (this.#isRemoved[edge] === 0) targets.push(to[edge]!);
    return targets;
  }

  originsOf(to: number, relation: number): number[] {
    const { inStart, inEdge, from } = this.#table;
    const key = this.#key(relation, to);
    const origins = this.#origins[key]?.toReversed() ?? [];
    const end = inStart[key + 1]!;
    for (let slot = inStart[key]!; slot < end; slot++) {
      const edge = inEdge[slot]!;
      if (this.#isRemoved[edge] === 0) origins.push(from[edge]!);
    }
    return origins;
  }

  /** VirtualHome's set receives `added`, which includes the scene's targets, and then loses `removed`. */
  history(from: number, relation: number): Readonly<{ added: number[]; removed: number[] }> {
    const { outStart, to } = this.#table;
    const key = this.#key(relation, from);
    const added = this.#targets[key]?.slice() ?? [];
    const removed: number[] = [];
    const end = outStart[key + 1]!;
    for (let edge = outStart[key]!; edge < end; edge++) {
      added.push(to[edge]!);
      if (this.#isRemoved[edge] === 1) removed.push(to[edge]!);
    }
    return { added, removed };
  }

  add(from: number, relation: number, to: number): void {
    const edge = this.#sceneEdge(from, relation, to);
    if (edge !== NONE) this.#isRemoved[edge] = 0;
    else if (!this.#isAdded(from, relation, to)) {
      append(this.#targets, this.#key(relation, from), to);
      append(this.#origins, this.#key(relation, to), from);
    }
    if (relation === CLOSE && from === this.#watched) this.near[to] = 1;
  }

  remove(from: number, relation: number, to: number): void {
    const edge = this.#sceneEdge(from, relation, to);
    if (edge !== NONE) this.#isRemoved[edge] = 1;
    else {
      deleteFrom(this.#targets[this.#key(relation, from)], to);
      deleteFrom(this.#origins[this.#key(relation, to)], from);
    }
    if (relation === CLOSE && from === this.#watched) this.near[to] = 0;
  }

  removeOutgoing(from: number, relation: number): void {
    const { outStart } = this.#table;
    const key = this.#key(relation, from);
    for (const to of this.#targets[key] ?? []) deleteFrom(this.#origins[this.#key(relation, to)], from);
    this.#targets[key] = undefined;
    this.#isRemoved.fill(1, outStart[key], outStart[key + 1]);
    if (relation === CLOSE && from === this.#watched) this.near.fill(0);
  }

  removeAll(node: number, relation: number): void {
    this.removeOutgoing(node, relation);
    const { inStart, inEdge } = this.#table;
    const key = this.#key(relation, node);
    for (const from of this.#origins[key] ?? []) deleteFrom(this.#targets[this.#key(relation, from)], node);
    this.#origins[key] = undefined;
    const end = inStart[key + 1]!;
    for (let slot = inStart[key]!; slot < end; slot++) this.#isRemoved[inEdge[slot]!] = 1;
    if (relation === CLOSE) this.near[node] = 0;
  }

  #isAdded(from: number, relation: number, to: number): boolean {
    return this.#targets[this.#key(relation, from)]?.includes(to) === true;
  }

  #key(relation: number, node: number): number {
    return relation * this.#table.nodes + node;
  }

  #sceneEdge(from: number, relation: number, to: number): number {
    const { outStart, inStart, inEdge, from: origins, to: targets } = this.#table;
    const [outKey, inKey] = [this.#key(relation, from), this.#key(relation, to)];
    const [start, end] = [outStart[outKey]!, outStart[outKey + 1]!];
    const [inFirst, inEnd] = [inStart[inKey]!, inStart[inKey + 1]!];
    if (end - start <= inEnd - inFirst) {
      for (let edge = start; edge < end; edge++) if (targets[edge] === to) return edge;
      return NONE;
    }
    for (let slot = inFirst; slot < inEnd; slot++) if (origins[inEdge[slot]!] === from) return inEdge[slot]!;
    return NONE;
  }
}

function append(lists: Lists, key: number, node: number): void {
  const list = lists[key];
  if (list === undefined) lists[key] = [node];
  else list.push(node);
}

function deleteFrom(list: number[] | undefined, node: number): void {
  const index = list?.indexOf(node) ?? -1;
  if (index >= 0) list?.splice(index, 1);
}
