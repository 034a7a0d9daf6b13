/**
 * The scene's edges in a fixed table, added ones in lists; linear memory.
 * A node's edges keep the order in which VirtualHome fills its sets: added ones first, then the scene's.
 */
import { CLOSE, type EdgeTable, NONE, ON } from './edge_table.ts';

/** (relation × nodes + node) → the other ends of its added edges, oldest first. */
type AddedEdges = (number[] | undefined)[];

export class EdgeStore {
  /** 1 for nodes that the watched node has a CLOSE edge to. */
  readonly near: Uint8Array;
  readonly #table: EdgeTable;
  #watched: number;
  /** 1 for scene edges that do not hold. */
  readonly #gone: Uint8Array;
  readonly #out: AddedEdges;
  readonly #in: AddedEdges;

  constructor(table: EdgeTable, watched: number) {
    const keys = table.outStart.length - 1;
    this.#table = table;
    this.#watched = watched;
    this.#gone = new Uint8Array(table.to.length);
    this.#out = new Array(keys);
    this.#in = new Array(keys);
    this.near = new Uint8Array(table.nodes);
    this.watch(watched);
  }

  reset(): void {
    this.#gone.fill(0);
    this.#out.fill(undefined);
    this.#in.fill(undefined);
    this.watch(this.#watched);
  }

  watch(node: number): void {
    this.#watched = node;
    this.near.fill(0);
    for (const to of this.outOf(node, CLOSE)) this.near[to] = 1;
  }

  isWithinReach(node: number): boolean {
    const { near } = this;
    if (near[node] === 1) return true;
    const { nodes, outStart, inStart, inEdge, from, to } = this.#table;
    const onKey = ON * nodes + node;
    const closeKey = CLOSE * nodes + node;
    for (const at of this.#out[onKey] ?? []) if (near[at] === 1) return true;
    for (const at of this.#in[closeKey] ?? []) if (near[at] === 1) return true;
    const onEnd = outStart[onKey + 1]!;
    for (let edge = outStart[onKey]!; edge < onEnd; edge++) {
      if (near[to[edge]!] === 1 && this.#gone[edge] === 0) return true;
    }
    const closeEnd = inStart[closeKey + 1]!;
    for (let at = inStart[closeKey]!; at < closeEnd; at++) {
      const edge = inEdge[at]!;
      if (near[from[edge]!] === 1 && this.#gone[edge] === 0) return true;
    }
    return false;
  }

  has(from: number, relation: number, to: number): boolean {
    const edge = this.#sceneEdge(from, relation, to);
    return edge === NONE ? this.#hasAdded(from, relation, to) : this.#gone[edge] === 0;
  }

  outOf(from: number, relation: number): number[] {
    const { nodes, outStart, to } = this.#table;
    const key = relation * nodes + from;
    const found = this.#out[key]?.slice() ?? [];
    const end = outStart[key + 1]!;
    for (let edge = outStart[key]!; edge < end; edge++) if (this.#gone[edge] === 0) found.push(to[edge]!);
    return found;
  }

  /** The edge added last comes first. */
  into(to: number, relation: number): number[] {
    const { nodes, inStart, inEdge, from } = this.#table;
    const key = relation * nodes + to;
    const found = this.#in[key]?.toReversed() ?? [];
    const end = inStart[key + 1]!;
    for (let at = inStart[key]!; at < end; at++) {
      const edge = inEdge[at]!;
      if (this.#gone[edge] === 0) found.push(from[edge]!);
    }
    return found;
  }

  /** VirtualHome fills its set with added targets, then with the scene's, then removes those that are gone. */
  filling(from: number, relation: number): { readonly added: number[]; readonly gone: number[] } {
    const { nodes, outStart, to } = this.#table;
    const key = relation * nodes + from;
    const [start, end] = [outStart[key]!, outStart[key + 1]!];
    const gone = to.subarray(start, end).filter((_, index) => this.#gone[start + index] === 1);
    return { added: [...(this.#out[key] ?? []), ...to.subarray(start, end)], gone: [...gone] };
  }

  add(from: number, relation: number, to: number): void {
    const { nodes } = this.#table;
    const edge = this.#sceneEdge(from, relation, to);
    if (edge !== NONE) this.#gone[edge] = 0;
    else if (!this.#hasAdded(from, relation, to)) {
      append(this.#out, relation * nodes + from, to);
      append(this.#in, relation * nodes + to, from);
    }
    if (relation === CLOSE && from === this.#watched) this.near[to] = 1;
  }

  remove(from: number, relation: number, to: number): void {
    const { nodes } = this.#table;
    const edge = this.#sceneEdge(from, relation, to);
    if (edge !== NONE) this.#gone[edge] = 1;
    else {
      drop(this.#out[relation * nodes + from], to);
      drop(this.#in[relation * nodes + to], from);
    }
    if (relation === CLOSE && from === this.#watched) this.near[to] = 0;
  }

  cutFrom(from: number, relation: number): void {
    const { nodes, outStart } = this.#table;
    const key = relation * nodes + from;
    for (const to of this.#out[key] ?? []) drop(this.#in[relation * nodes + to], from);
    this.#out[key] = undefined;
    this.#gone.fill(1, outStart[key], outStart[key + 1]);
    if (relation === CLOSE && from === this.#watched) this.near.fill(0);
  }

  cut(node: number, relation: number): void {
    this.cutFrom(node, relation);
    const { nodes, inStart, inEdge } = this.#table;
    const key = relation * nodes + node;
    for (const from of this.#in[key] ?? []) drop(this.#out[relation * nodes + from], node);
    this.#in[key] = undefined;
    const end = inStart[key + 1]!;
    for (let at = inStart[key]!; at < end; at++) this.#gone[inEdge[at]!] = 1;
    if (relation === CLOSE) this.near[node] = 0;
  }

  #sceneEdge(from: number, relation: number, to: number): number {
    const { nodes, outStart, inStart, inEdge, from: origins, to: targets } = this.#table;
    const [outKey, inKey] = [relation * nodes + from, relation * nodes + to];
    const [start, end] = [outStart[outKey]!, outStart[outKey + 1]!];
    const [inFirst, inEnd] = [inStart[inKey]!, inStart[inKey + 1]!];
    if (end - start <= inEnd - inFirst) {
      for (let edge = start; edge < end; edge++) if (targets[edge] === to) return edge;
      return NONE;
    }
    for (let at = inFirst; at < inEnd; at++) if (origins[inEdge[at]!] === from) return inEdge[at]!;
    return NONE;
  }

  #hasAdded(from: number, relation: number, to: number): boolean {
    return this.#out[relation * this.#table.nodes + from]?.includes(to) === true;
  }
}

function append(edges: AddedEdges, key: number, node: number): void {
  const list = edges[key];
  if (list === undefined) edges[key] = [node];
  else list.push(node);
}

function drop(list: number[] | undefined, node: number): void {
  const at = list?.indexOf(node) ?? -1;
  if (at >= 0) list?.splice(at, 1);
}
