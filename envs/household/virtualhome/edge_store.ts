/**
 * The scene's edges in a fixed table, added ones in linked lists.
 * VirtualHome's sets have the same order: added edges first, then the scene's.
 */
import { CLOSE, type EdgeTable, NONE, ON } from './edge_table.ts';

export class EdgeStore {
  /** What the watched node has a CLOSE edge to. */
  readonly near: Uint8Array;
  readonly #table: EdgeTable;
  #watched: number;
  readonly #gone: Uint8Array;
  /** Four links per added edge: next and previous from the same origin, next and previous to the same target. */
  #links = new Int32Array(4 * 256);
  #ends = new Int32Array(3 * 256); // key of the origin, key of the target, target
  #free = NONE;
  #used = 0;
  readonly #outFirst: Int32Array;
  readonly #outLast: Int32Array;
  readonly #inFirst: Int32Array;

  constructor(table: EdgeTable, watched: number) {
    const keys = table.outStart.length - 1;
    this.#table = table;
    this.#watched = watched;
    this.#gone = new Uint8Array(table.to.length);
    this.#outFirst = new Int32Array(keys).fill(NONE);
    this.#outLast = new Int32Array(keys).fill(NONE);
    this.#inFirst = new Int32Array(keys).fill(NONE);
    this.near = new Uint8Array(table.nodes);
    this.watch(watched);
  }

  reset(): void {
    this.#gone.fill(0);
    for (let edge = 0; edge < this.#used; edge++) {
      const outKey = this.#ends[3 * edge]!;
      if (outKey === NONE) continue;
      this.#outFirst[outKey] = NONE;
      this.#outLast[outKey] = NONE;
      this.#inFirst[this.#ends[3 * edge + 1]!] = NONE;
    }
    this.#used = 0;
    this.#free = NONE;
    this.watch(this.#watched);
  }

  watch(node: number): void {
    this.#watched = node;
    this.near.fill(0);
    for (const to of this.outOf(node, CLOSE)) this.near[to] = 1;
  }

  isWithinReach(node: number): boolean {
    if (this.near[node] === 1) return true;
    const { nodes, outStart, inStart, inEdge, from, to } = this.#table;
    const onKey = ON * nodes + node;
    for (let e = this.#outFirst[onKey]!; e !== NONE; e = this.#links[4 * e]!) {
      if (this.near[this.#ends[3 * e + 2]!] === 1) return true;
    }
    const onEnd = outStart[onKey + 1]!;
    for (let edge = outStart[onKey]!; edge < onEnd; edge++) {
      if (this.near[to[edge]!] === 1 && this.#gone[edge] === 0) return true;
    }
    const closeKey = CLOSE * nodes + node;
    for (let e = this.#inFirst[closeKey]!; e !== NONE; e = this.#links[4 * e + 2]!) {
      if (this.near[this.#ends[3 * e]! - CLOSE * nodes] === 1) return true;
    }
    const closeEnd = inStart[closeKey + 1]!;
    for (let at = inStart[closeKey]!; at < closeEnd; at++) {
      const edge = inEdge[at]!;
      if (this.near[from[edge]!] === 1 && this.#gone[edge] === 0) return true;
    }
    return false;
  }

  has(from: number, relation: number, to: number): boolean {
    const edge = this.#sceneEdge(from, relation, to);
    if (edge !== NONE) return this.#gone[edge] === 0;
    return this.#addedEdge(from, relation, to) !== NONE;
  }

  outOf(from: number, relation: number): number[] {
    const { nodes, outStart, to } = this.#table;
    const key = relation * nodes + from;
    const targets = this.#added(key);
    const end = outStart[key + 1]!;
    for (let edge = outStart[key]!; edge < end; edge++) if (this.#gone[edge] === 0) targets.push(to[edge]!);
    return targets;
  }

  into(to: number, relation: number): number[] {
    const { nodes, inStart, inEdge, from } = this.#table;
    const key = relation * nodes + to;
    const origins: number[] = [];
    for (let e = this.#inFirst[key]!; e !== NONE; e = this.#links[4 * e + 2]!) {
      origins.push(this.#ends[3 * e]! - relation * nodes);
    }
    const end = inStart[key + 1]!;
    for (let at = inStart[key]!; at < end; at++) {
      const edge = inEdge[at]!;
      if (this.#gone[edge] === 0) origins.push(from[edge]!);
    }
    return origins;
  }

  /** VirtualHome's set receives added targets, then the scene's, and then loses `gone`. */
  filling(from: number, relation: number): Readonly<{ added: number[]; gone: number[] }> {
    const { nodes, outStart, to } = this.#table;
    const key = relation * nodes + from;
    const added = this.#added(key);
    const gone: number[] = [];
    const end = outStart[key + 1]!;
    for (let edge = outStart[key]!; edge < end; edge++) {
      added.push(to[edge]!);
      if (this.#gone[edge] === 1) gone.push(to[edge]!);
    }
    return { added, gone };
  }

  add(from: number, relation: number, to: number): void {
    const edge = this.#sceneEdge(from, relation, to);
    if (edge !== NONE) this.#gone[edge] = 0;
    else if (this.#addedEdge(from, relation, to) === NONE) this.#link(from, relation, to);
    if (relation === CLOSE && from === this.#watched) this.near[to] = 1;
  }

  remove(from: number, relation: number, to: number): void {
    const edge = this.#sceneEdge(from, relation, to);
    if (edge !== NONE) this.#gone[edge] = 1;
    else {
      const added = this.#addedEdge(from, relation, to);
      if (added === NONE) return;
      this.#unlink(added);
    }
    if (relation === CLOSE && from === this.#watched) this.near[to] = 0;
  }

  cutFrom(from: number, relation: number): void {
    const { nodes, outStart } = this.#table;
    const key = relation * nodes + from;
    for (let e = this.#outFirst[key]!; e !== NONE; e = this.#outFirst[key]!) this.#unlink(e);
    this.#gone.fill(1, outStart[key], outStart[key + 1]);
    if (relation === CLOSE && from === this.#watched) this.near.fill(0);
  }

  cut(node: number, relation: number): void {
    this.cutFrom(node, relation);
    const { nodes, inStart, inEdge } = this.#table;
    const key = relation * nodes + node;
    for (let e = this.#inFirst[key]!; e !== NONE; e = this.#inFirst[key]!) this.#unlink(e);
    const end = inStart[key + 1]!;
    for (let at = inStart[key]!; at < end; at++) this.#gone[inEdge[at]!] = 1;
    if (relation === CLOSE) this.near[node] = 0;
  }

  #added(key: number): number[] {
    const targets: number[] = [];
    for (let e = this.#outFirst[key]!; e !== NONE; e = this.#links[4 * e]!) targets.push(this.#ends[3 * e + 2]!);
    return targets;
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

  #addedEdge(from: number, relation: number, to: number): number {
    const key = relation * this.#table.nodes + from;
    for (let e = this.#outFirst[key]!; e !== NONE; e = this.#links[4 * e]!) {
      if (this.#ends[3 * e + 2] === to) return e;
    }
    return NONE;
  }

  #link(from: number, relation: number, to: number): void {
    const [outKey, inKey] = [relation * this.#table.nodes + from, relation * this.#table.nodes + to];
    const e = this.#newEdge();
    this.#ends[3 * e] = outKey;
    this.#ends[3 * e + 1] = inKey;
    this.#ends[3 * e + 2] = to;
    const [last, first] = [this.#outLast[outKey]!, this.#inFirst[inKey]!];
    this.#links[4 * e] = NONE;
    this.#links[4 * e + 1] = last;
    this.#links[4 * e + 2] = first;
    this.#links[4 * e + 3] = NONE;
    if (last === NONE) this.#outFirst[outKey] = e;
    else this.#links[4 * last] = e;
    this.#outLast[outKey] = e;
    if (first !== NONE) this.#links[4 * first + 3] = e;
    this.#inFirst[inKey] = e;
  }

  #newEdge(): number {
    if (this.#free !== NONE) {
      const e = this.#free;
      this.#free = this.#links[4 * e]!;
      return e;
    }
    if (4 * this.#used === this.#links.length) {
      const [links, ends] = [this.#links, this.#ends];
      this.#links = new Int32Array(2 * links.length);
      this.#links.set(links);
      this.#ends = new Int32Array(2 * ends.length);
      this.#ends.set(ends);
    }
    return this.#used++;
  }

  #unlink(e: number): void {
    const [outKey, inKey] = [this.#ends[3 * e]!, this.#ends[3 * e + 1]!];
    const next = this.#links[4 * e]!;
    const previous = this.#links[4 * e + 1]!;
    const inNext = this.#links[4 * e + 2]!;
    const inPrevious = this.#links[4 * e + 3]!;
    if (previous === NONE) this.#outFirst[outKey] = next;
    else this.#links[4 * previous] = next;
    if (next === NONE) this.#outLast[outKey] = previous;
    else this.#links[4 * next + 1] = previous;
    if (inPrevious === NONE) this.#inFirst[inKey] = inNext;
    else this.#links[4 * inPrevious + 2] = inNext;
    if (inNext !== NONE) this.#links[4 * inNext + 3] = inPrevious;
    this.#ends[3 * e] = NONE;
    this.#links[4 * e] = this.#free;
    this.#free = e;
  }
}
