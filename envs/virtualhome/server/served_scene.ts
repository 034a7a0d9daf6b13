/**
 * A scene in which scripts are carried out as in VirtualHome's Unity simulator, by the rules of profile `virtualhome`.
 *
 * As there, the character walks to a thing before it does anything with it, whatever is INSIDE something closed cannot be selected, and a
 * script of which a line is impossible changes nothing. What is not as there: nobody is in the way, nothing slips, nothing falls over.
 *
 * @module
 */
import { type CheckedJson, readLargeJson } from '../../checked_json.ts';
import { type Graph, type GraphNode, graphSchema, graphWithin } from '../../household/scene/read_graph.ts';
import { edgesNow } from '../../household/virtualhome/edges_now.ts';
import { graphScene } from '../../household/virtualhome/graph_scene.ts';
import { scriptLine } from '../../household/virtualhome/script_line.ts';
import { DEFECT_NAMES, defectsOf } from '../../household/virtualhome/virtualhome_defects.ts';
import { type GraphStep, VirtualHomeSimulator } from '../../household/virtualhome/virtualhome_simulator.ts';
import { type AgentLine, ScriptError } from './script.ts';

export type Position = readonly [number, number, number];
type Vector = [number, number, number];

/** A graph as the simulator reports it, which also says where a thing's transform is. */
export type ReportedGraph = {
  readonly nodes: readonly (GraphNode & { readonly obj_transform: object })[];
  readonly edges: Graph['edges'];
};

/** What the simulator does not do wrong where the Python one does: all but doors, which both walk through. */
const UNITY = defectsOf('v2.3', { without: DEFECT_NAMES.filter((name) => name !== 'doors_ignored') });

/** They lead to a thing, or need not. */
const WITHOUT_WALK = new Set([
  'WALK',
  'RUN',
  'FIND',
  'TURNTO',
  'LOOKAT',
  'POINTAT',
  'WATCH',
  'STANDUP',
  'WAKEUP',
  'DROP',
]);
const WALKS = new Set(['WALK', 'RUN', 'FIND']);
/** They turn the character, or take it a step on, which is nothing here. */
const IN_PLACE = /^\[\s{0,9}(WALKFORWARD|WALKBACKWARD|TURNLEFT|TURNRIGHT)\s{0,9}\]$/i;
/** After so many steps the scene is taken as it is then, as soon as nothing is held. */
const STEPS_MAX = 200;
const CHARACTER_ID = 1;
const NONE = -1;

/** Where somebody appears: in a room, by its id, and where in it. */
export type Arrival = { readonly room: number; readonly position: Position; readonly resource: string };

export class ServedScene {
  #base: Graph;
  #ids: ReadonlySet<number> = new Set();
  /** Null as long as there is no character. */
  #simulator: VirtualHomeSimulator | null = null;
  /** What was carried out in `#base`, so that it can be taken back. */
  #steps: GraphStep[] = [];
  /** Node → where it is, of those that moved. */
  readonly #moved = new Map<number, Position>();
  #reported: string | null = null;

  constructor(graph: Graph) {
    this.#base = graph;
    this.#settle(graph);
  }

  get hasCharacter(): boolean {
    return this.#simulator !== null;
  }

  /** The scene now. */
  graph(): ReportedGraph {
    const state = this.#simulator?.state;
    const { nodes } = this.#base;
    const idAt = (index: number) => nodes[index]!.id;
    const edges =
      state === undefined
        ? this.#base.edges
        : Array.from(edgesNow(state), ([from, relation_type, to]) => ({
            from_id: idAt(from),
            relation_type,
            to_id: idAt(to),
          }));
    return {
      nodes: nodes.map((node, index) => {
        const bounding_box = this.#boxOf(index);
        const { id, category, class_name, prefab_name = null, properties, states } = node;
        return {
          ...{ id, category, class_name, prefab_name, properties, bounding_box },
          obj_transform: { position: bounding_box.center, rotation: [0, 0, 0, 1], scale: [1, 1, 1] },
          states: state === undefined ? states : state.statesOf(index),
        };
      }),
      edges,
    };
  }

  /** The scene now as JSON; computed once between two changes. */
  graphText(): string {
    this.#reported ??= JSON.stringify(this.graph());
    return this.#reported;
  }

  /** Puts the character into the scene. It has the id 1, for which those of all things may move up by one. */
  addCharacter({ room, position, resource }: Arrival): void {
    const { nodes, edges } = this.graph();
    const by = nodes.some(({ id }) => id === CHARACTER_ID) ? 1 : 0;
    const bounding_box = { center: [...position] as Vector, size: [0.5, 1.7, 0.5] as Vector };
    const character = {
      ...{ id: CHARACTER_ID, category: 'Characters', class_name: 'character', prefab_name: resource },
      ...{ properties: [], states: [], bounding_box },
    };
    this.#settle({
      nodes: [character, ...nodes.map((node) => ({ ...node, id: node.id + by }))],
      edges: [
        { from_id: CHARACTER_ID, relation_type: 'INSIDE', to_id: room + by },
        ...edges.map(({ from_id, relation_type, to_id }) => ({
          from_id: from_id + by,
          relation_type,
          to_id: to_id + by,
        })),
      ],
    });
  }

  /** Sets the character down elsewhere. */
  moveCharacter({ room, position }: Omit<Arrival, 'resource'>): void {
    const { nodes, edges } = this.graph();
    const robot = nodes.find(isCharacter);
    const id = robot?.id as number;
    const left = new Set(['INSIDE', 'CLOSE', 'FACING', 'ON']);
    const kept = edges.filter(
      ({ from_id, relation_type, to_id }) => (from_id !== id && to_id !== id) || !left.has(relation_type),
    );
    const box = { ...robot?.bounding_box, center: [...position] as Vector };
    this.#settle({
      nodes: nodes.map((node) => (node.id === id ? { ...node, bounding_box: box } : node)),
      edges: [...kept, { from_id: id, relation_type: 'INSIDE', to_id: room }],
    });
  }

  /** Takes a graph in place of its own. Where that has no character, the one that is there stays. Throws a JsonError. */
  replace(text: string): void {
    const { value, problem } = readLargeJson(text, graphSchema, 'graph');
    const { nodes, edges } = this.graph();
    const second = value.nodes.findIndex((node, at) => isCharacter(node) && value.nodes.findIndex(isCharacter) < at);
    if (second >= 0)
      throw problem(['nodes', second, 'class_name'], 'no second character; this server has room for one');
    const stays = value.nodes.some(isCharacter) ? [] : nodes.filter(isCharacter);
    const ids = new Set([...stays, ...value.nodes].map(({ id }) => id));
    const isOurs = new Set(stays.map(({ id }) => id));
    const ties = edges.filter(
      ({ from_id, to_id }) => (isOurs.has(from_id) || isOurs.has(to_id)) && ids.has(from_id) && ids.has(to_id),
    );
    const clash = value.nodes.findIndex(({ id }) => isOurs.has(id));
    if (clash >= 0) throw problem(['nodes', clash, 'id'], 'an id that is not that of the character');
    const graph = { nodes: [...stays, ...value.nodes], edges: [...ties, ...value.edges] };
    this.#settle(graphWithin({ problem }, graph, []).value, problem);
  }

  /**
   * Carries out the lines in order, each followed by `done`; or none of them, and says which cannot be, and why. Throws a ScriptError or a
   * ScriptLineError on a script that cannot be read.
   */
  run(
    lines: readonly (readonly AgentLine[])[],
    { findSolution }: { readonly findSolution: boolean },
    done: () => void,
  ): string | null {
    const before = { steps: this.#steps.length };
    for (const agents of lines) {
      for (const { agent, line } of agents) {
        if (agent > 0) throw this.#takenBack(before.steps, new ScriptError(`there is no <char${agent}>`));
        try {
          const problem = this.#attempt(findSolution ? this.#withInstances(line) : line);
          if (problem === null) continue;
          this.#takenBack(before.steps, null);
          return problem;
        } catch (error) {
          throw this.#takenBack(before.steps, error);
        }
      }
      done();
    }
    if (this.#steps.length > STEPS_MAX && this.#simulator?.state.holdsAnything() === false) this.#settle(this.graph());
    return null;
  }

  /** Carries out a line, with the walk before it; or says why not. */
  #attempt(line: string): string | null {
    const simulator = this.#simulator as VirtualHomeSimulator;
    if (IN_PLACE.test(line)) return null;
    for (const { className, id } of objectsIn(line)) {
      if (this.#ids.has(id)) continue;
      return `PROCESS ${verbOf(line)}: Can not select object: ${className}. REASON: Unknown`;
    }
    const step = simulator.read(line);
    const { verb } = step.action;
    const goal = step.second === NONE ? step.first : step.second;
    const isReached = goal === NONE || simulator.state.isHeld(goal);
    if (!isReached && simulator.state.isHidden(goal)) {
      const { class_name } = this.#base.nodes[goal]!;
      return `PROCESS ${verb}: Can not select object: ${class_name}. REASON: No interaction positions`;
    }
    if (!isReached && !WITHOUT_WALK.has(verb) && !simulator.state.isClose(goal)) {
      const problem = this.#carryOut(simulator.read(scriptLine('WALK', named(this.#base.nodes[goal]!))));
      if (problem !== null) return problem;
    }
    return this.#carryOut(step);
  }

  #carryOut(step: GraphStep): string | null {
    const { ok, message } = (this.#simulator as VirtualHomeSimulator).carryOut(step);
    if (!ok) return `PROCESS ${step.action.verb}: ${message ?? 'not possible'}`;
    this.#steps.push(step);
    this.#follow(step);
    this.#reported = null;
    return null;
  }

  /** Where things are after a step. */
  #follow({ action: { verb }, first, second }: GraphStep): void {
    const { robot } = (this.#simulator as VirtualHomeSimulator).state;
    if (WALKS.has(verb)) this.#moved.set(robot, this.#boxOf(first).center);
    if (second !== NONE) this.#moved.set(first, this.#boxOf(second).center);
    if (verb === 'DROP') this.#moved.set(first, this.#boxOf(robot).center);
  }

  /** Back to where only so many steps had been carried out; gives the error back. */
  #takenBack<E>(count: number, error: E): E {
    if (this.#steps.length === count) return error;
    const steps = this.#steps.slice(0, count);
    this.#settle(this.#base);
    for (const step of steps) this.#carryOut(step);
    return error;
  }

  /** The line with the first thing of each class that can be selected, whatever the ids say. */
  #withInstances(line: string): string {
    const state = this.#simulator?.state;
    const instances = objectsIn(line).map(({ className, id }) => {
      const found = this.#base.nodes.find(
        (node, index) => node.class_name.toLowerCase() === className.toLowerCase() && state?.isHidden(index) === false,
      );
      return found?.id ?? id;
    });
    let at = 0;
    return line.replaceAll(/\(\s*[\d.]+\s*\)/g, () => `(${instances[at++]})`);
  }

  #settle(graph: Graph, problem: CheckedJson<Graph>['problem'] = unforeseen): void {
    const simulator = graph.nodes.some(isCharacter)
      ? new VirtualHomeSimulator(graphScene({ value: graph, problem }), UNITY, { names: 'ignored' })
      : null;
    this.#base = graph;
    this.#ids = new Set(graph.nodes.map(({ id }) => id));
    this.#simulator = simulator;
    this.#steps = [];
    this.#moved.clear();
    this.#reported = null;
  }

  #boxOf(index: number): { readonly center: Vector; readonly size: Vector } {
    const { center, size } = this.#base.nodes[index]?.bounding_box ?? {};
    const now = this.#moved.get(index) ?? center ?? [0, 0, 0];
    return { center: [...now] as Vector, size: size ?? [0, 0, 0] };
  }
}

function isCharacter({ class_name }: GraphNode): boolean {
  return class_name === 'character';
}

/** Graphs that come from here have been checked. */
function unforeseen(_: unknown, expected: string): never {
  throw new Error(`A graph of the server's own lacks ${expected}`);
}

function objectsIn(line: string): { readonly className: string; readonly id: number }[] {
  const found = line.matchAll(/<([^<>]{1,200})>\s{0,9}\(\s{0,9}(?:\d{1,9}\.)?(\d{1,9})\s{0,9}\)/g);
  return Array.from(found, ([, className = '', id]) => ({
    className: className.trim().replaceAll(' ', '_'),
    id: Number(id),
  }));
}

function verbOf(line: string): string {
  return (/\[\s{0,9}(\w{1,40})/.exec(line)?.[1] ?? '').toUpperCase();
}

function named({ class_name, id }: GraphNode): { readonly className: string; readonly id: number } {
  return { className: class_name, id };
}
