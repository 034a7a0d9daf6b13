/**
 * Edges that come and go, in typed arrays: the scene's own in a fixed table, those added since in linked lists.
 *
 * Memory is linear in nodes and edges; going back to the scene costs as much as has changed. A node's edges are kept in the
 * order that VirtualHome's sets are filled in: those added first, in the order of adding, then the scene's.
 *
 * @module
 */
import { CLOSE, type EdgeTable, NONE, ON } from './edge_table.ts';
import type { PythonSet } from './python_set.ts';

const GONE = 1;
/** Has been removed at some time, and is on the list of what to bring back. */
const LISTED = 2;

export class EdgeStore {
  /** 1 for nodes that the watched node has a CLOSE edge to. */
  readonly near: Uint8Array;
  /** What the last `outOf` or `into` found. */
  readonly found: Int32Array;
  readonly #table: EdgeTable;
  readonly #watched: number;
  /** Of the scene's edges: `GONE`, `LISTED`. */
  readonly #marks: Uint8Array;
  readonly #listed: number[] = [];
  /** Added edges, four links each: next and previous from the same origin, next and previous to the same target. */
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
    this.#watched = CLOSE * table.nodes + watched;
    this.#marks = new Uint8Array(table.to.length);
    this.#outFirst = new Int32Array(keys).fill(NONE);
    this.#outLast = new Int32Array(keys).fill(NONE);
    this.#inFirst = new Int32Array(keys).fill(NONE);
    this.near = new Uint8Array(table.nodes);
    this.found = new Int32Array(table.nodes);
    this.#markNear();
  }

  /** Back to the scene. */
  reset(): void {
    for (const edge of this.#listed) this.#marks[edge] = 0;
    this.#listed.length = 0;
    for (let edge = 0; edge < this.#used; edge++) {
      const outKey = this.#ends[3 * edge]!;
      if (outKey === NONE) continue;
      this.#outFirst[outKey] = NONE;
      this.#outLast[outKey] = NONE;
      this.#inFirst[this.#ends[3 * edge + 1]!] = NONE;
    }
    this.#used = 0;
    this.#free = NONE;
    this.near.fill(0);
    this.#markNear();
  }

  /** Whether a node is near; or something near has a CLOSE edge to it, or bears it. */
  isWithinReach(node: number): boolean {
    if (this.near[node] === 1) return true;
    const { nodes, outStart, inStart, inEdge, from, to } = this.#table;
    const onKey = ON * nodes + node;
    for (let e = this.#outFirst[onKey]!; e !== NONE; e = this.#links[4 * e]!) {
      if (this.near[this.#ends[3 * e + 2]!] === 1) return true;
    }
    const onEnd = outStart[onKey + 1]!;
    for (let edge = outStart[onKey]!; edge < onEnd; edge++) {
      if (this.near[to[edge]!] === 1 && (this.#marks[edge]! & GONE) === 0) return true;
    }
    const closeKey = CLOSE * nodes + node;
    for (let e = this.#inFirst[closeKey]!; e !== NONE; e = this.#links[4 * e + 2]!) {
      if (this.near[this.#ends[3 * e]! - CLOSE * nodes] === 1) return true;
    }
    const closeEnd = inStart[closeKey + 1]!;
    for (let at = inStart[closeKey]!; at < closeEnd; at++) {
      const edge = inEdge[at]!;
      if (this.near[from[edge]!] === 1 && (this.#marks[edge]! & GONE) === 0) return true;
    }
    return false;
  }

  has(from: number, relation: number, to: number): boolean {
    const edge = this.#sceneEdge(from, relation, to);
    if (edge !== NONE) return (this.#marks[edge]! & GONE) === 0;
    return this.#addedEdge(from, relation, to) !== NONE;
  }

  /** How many edges lead from a node; what they lead to is in `found`. */
  outOf(from: number, relation: number): number {
    const { nodes, outStart, to } = this.#table;
    const key = relation * nodes + from;
    let count = 0;
    for (let e = this.#outFirst[key]!; e !== NONE; e = this.#links[4 * e]!) {
      this.found[count++] = this.#ends[3 * e + 2]!;
    }
    const end = outStart[key + 1]!;
    for (let edge = outStart[key]!; edge < end; edge++) {
      if ((this.#marks[edge]! & GONE) === 0) this.found[count++] = to[edge]!;
    }
    return count;
  }

  /** How many edges lead to a node; where from is in `found`. */
  into(to: number, relation: number): number {
    const { nodes, inStart, inEdge, from } = this.#table;
    const key = relation * nodes + to;
    let count = 0;
    for (let e = this.#inFirst[key]!; e !== NONE; e = this.#links[4 * e + 2]!) {
      this.found[count++] = this.#ends[3 * e]! - relation * nodes;
    }
    const end = inStart[key + 1]!;
    for (let at = inStart[key]!; at < end; at++) {
      const edge = inEdge[at]!;
      if ((this.#marks[edge]! & GONE) === 0) this.found[count++] = from[edge]!;
    }
    return count;
  }

  /** Fills a set as VirtualHome's is filled: ids of targets added, then of the scene's, less those that are gone. */
  fill(set: PythonSet, from: number, relation: number, ids: Int32Array): void {
    const { nodes, outStart, to } = this.#table;
    const key = relation * nodes + from;
    set.clear();
    for (let e = this.#outFirst[key]!; e !== NONE; e = this.#links[4 * e]!) {
      set.add(ids[this.#ends[3 * e + 2]!]!);
    }
    const gone: number[] = [];
    const end = outStart[key + 1]!;
    for (let edge = outStart[key]!; edge < end; edge++) {
      const id = ids[to[edge]!]!;
      set.add(id);
      if ((this.#marks[edge]! & GONE) !== 0) gone.push(id);
    }
    set.deleteAll(gone);
  }

  add(from: number, relation: number, to: number): void {
    const edge = this.#sceneEdge(from, relation, to);
    if (edge !== NONE) this.#marks[edge] = this.#marks[edge]! & ~GONE;
    else if (this.#addedEdge(from, relation, to) === NONE) this.#link(from, relation, to);
    if (relation * this.#table.nodes + from === this.#watched) this.near[to] = 1;
  }

  remove(from: number, relation: number, to: number): void {
    const edge = this.#sceneEdge(from, relation, to);
    if (edge !== NONE) this.#hide(edge);
    else {
      const added = this.#addedEdge(from, relation, to);
      if (added === NONE) return;
      this.#unlink(added);
    }
    if (relation * this.#table.nodes + from === this.#watched) this.near[to] = 0;
  }

  /** Removes all edges of a relation from a node. */
  cutFrom(from: number, relation: number): void {
    const { nodes, outStart, to } = this.#table;
    const key = relation * nodes + from;
    const watched = key === this.#watched;
    for (let e = this.#outFirst[key]!; e !== NONE; e = this.#outFirst[key]!) {
      if (watched) this.near[this.#ends[3 * e + 2]!] = 0;
      this.#unlink(e);
    }
    const end = outStart[key + 1]!;
    for (let edge = outStart[key]!; edge < end; edge++) {
      this.#hide(edge);
      if (watched) this.near[to[edge]!] = 0;
    }
  }

  /** Removes all edges of a relation from and to a node. */
  cut(node: number, relation: number): void {
    this.cutFrom(node, relation);
    const { nodes, inStart, inEdge, from } = this.#table;
    const key = relation * nodes + node;
    for (let e = this.#inFirst[key]!; e !== NONE; e = this.#inFirst[key]!) {
      if (this.#ends[3 * e] === this.#watched) this.near[node] = 0;
      this.#unlink(e);
    }
    const end = inStart[key + 1]!;
    for (let at = inStart[key]!; at < end; at++) {
      const edge = inEdge[at]!;
      this.#hide(edge);
      if (relation * nodes + from[edge]! === this.#watched) this.near[node] = 0;
    }
  }

  #markNear(): void {
    const { outStart, to } = this.#table;
    const end = outStart[this.#watched + 1]!;
    for (let edge = outStart[this.#watched]!; edge < end; edge++) this.near[to[edge]!] = 1;
  }

  #hide(edge: number): void {
    const marks = this.#marks[edge]!;
    if ((marks & LISTED) === 0) this.#listed.push(edge);
    this.#marks[edge] = GONE | LISTED;
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
