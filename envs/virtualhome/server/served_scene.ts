/**
 * Follows VirtualHome's Unity simulator: walks before acting, stands up before walking, and acts in parallel;
 * an impossible line cancels all lines of its character.
 * Departures: nobody blocks the way, nothing slips, nothing falls over.
 */
import { readLargeJson } from '../../checked_json.ts';
import { type Graph, graphSchema, graphWithin } from '../../household/scene/read_graph.ts';
import { scriptLine } from '../../household/virtualhome/scripts/script_line.ts';
import type { VirtualHomeSimulator } from '../../household/virtualhome/virtualhome_simulator.ts';
import { expandedGraph } from './expanded_graph.ts';
import { withNearEdges } from './nearness.ts';
import { isCharacter, PlayedGraph, type Position, type Vector, WALKS } from './played_graph.ts';
import { type AgentLine, isNameFor, type NameResolver, nameResolver, objectsIn, ScriptError } from './script.ts';

/** Verbs that need no walk first. */
const WITHOUT_WALK = new Set(['WALK', 'RUN', 'FIND', 'TURNTO', 'STANDUP', 'WAKEUP', 'DROP']);
const SEATS = new Set(['SIT', 'LIE']);
/** Symbolic equivalents; a phone must be held, and is picked up first if needed. */
const DONE_AS: ReadonlyMap<string, string> = new Map([
  ['LOOKAT', 'TURNTO'],
  ['POINTAT', 'TURNTO'],
  ['WATCH', 'TURNTO'],
  ['TALK', 'GRAB'],
  ['TEXT', 'GRAB'],
]);
const PHONE = new Set(['TALK', 'TEXT']);
/** Turns and single steps have no symbolic effect. */
const IN_PLACE = /^\[\s{0,9}(WALKFORWARD|WALKBACKWARD|TURNLEFT|TURNRIGHT)\s{0,9}\]$/i;
const NONE = -1;

/** Walks first if needed; returns the reason on failure. `resolve` is null if ids count. Throws a ScriptLineError. */
function attempt(
  played: PlayedGraph,
  { character, line }: { character: number; line: string },
  resolve: NameResolver | null,
): string | null {
  const { simulator, nodes } = played;
  const { state } = simulator;
  state.actAs(character);
  if (IN_PLACE.test(line)) return null;
  const asked = (/\[\s{0,9}(\w{1,40})/.exec(line)?.[1] ?? '').toUpperCase();
  const refused = (className: string, reason: string) =>
    `PROCESS ${asked}: Can not select object: ${className}. REASON: ${reason}`;
  const found = resolve === null ? { line } : resolve(line);
  if (!('line' in found)) return refused(found.className, found.reason);
  const objects = objectsIn(found.line);
  const stranger = objects.find(({ id }) => !played.ids.has(id));
  if (stranger !== undefined) return refused(stranger.className, 'Unknown');
  const done = DONE_AS.get(asked);
  const step = simulator.read(done === undefined ? found.line : found.line.replace(/\w+/, done));
  const { verb } = step.action;
  const goal = step.second === NONE ? step.first : step.second;
  const isReached = goal === NONE || state.isHeld(goal);
  if (!isReached && state.isHidden(goal)) return refused(nodes[goal]!.class_name, 'No interaction positions');
  for (const [at, node] of [step.first, step.second].entries()) {
    if (node === NONE) continue;
    const className = objects[at]?.className ?? nodes[node]!.class_name;
    if (node === character || !isNameFor(className, nodes[node]!, played.classes)) return refused(className, 'Unknown');
    const isHeldByAnother = played.characters.some((one) => one !== character && played.heldBy(one).includes(node));
    if (!WITHOUT_WALK.has(verb) && isHeldByAnother) return refused(className, 'Held by another character');
  }
  if (verb === 'PUTBACK' && !bears(state, goal, step.first)) return refused(nodes[goal]!.class_name, 'Not a surface');
  if (PHONE.has(asked) && isReached) return null;
  const mustWalk = !isReached && !WITHOUT_WALK.has(verb) && !state.isClose(goal);
  const mustStand = mustWalk || WALKS.has(verb) || SEATS.has(verb);
  if (mustStand && (state.robotIs('SITTING') || state.robotIs('LYING'))) {
    played.carryOut(simulator.read('[STANDUP]'), 'STANDUP');
  }
  if (mustWalk) {
    const { class_name: className, id } = nodes[goal]!;
    const problem = played.carryOut(simulator.read(scriptLine('WALK', { className, id })), 'WALK');
    if (problem !== null) return problem;
  }
  return played.carryOut(step, asked);
}

/** A sink bears things, though its properties make it no surface. */
function bears(state: VirtualHomeSimulator['state'], at: number, thing: number): boolean {
  const isOpen = state.has(at, 'CONTAINERS') && !state.has(at, 'CAN_OPEN');
  return at !== thing && (state.has(at, 'SURFACES') || isOpen);
}

export type ReportedGraph = ReturnType<ServedScene['graph']>;

/** Steps after which the scene becomes the new base, once nothing is held. */
const STEPS_MAX = 200;
/** VirtualHome v2.3 reserves ids 1 to 10 for characters. */
export const CHARACTERS_MAX = 10;

export type Arrival = { readonly room: number; readonly position: Position; readonly resource: string };

/** With `findSolution` numbers count things of a class, else they are ids. */
export type Script = { readonly lines: readonly (readonly AgentLine[])[]; readonly findSolution: boolean };

/** Of characters whose lines are impossible. */
export type ScriptProblems = ReadonlyMap<number, string>;

export class ServedScene {
  #played: PlayedGraph;
  #reported: string | null = null;

  constructor(graph: Graph) {
    this.#played = new PlayedGraph(graph);
  }

  get characters(): number {
    return this.#played.characters.length;
  }

  /** CLOSE and FACING of characters are measured. */
  graph() {
    const { nodes, edges } = this.#played.now();
    return {
      nodes: nodes.map(({ id, category, class_name, prefab_name, properties, states }, index) => {
        const bounding_box = this.#played.boxOf(index);
        return {
          ...{ id, category, class_name },
          prefab_name: typeof prefab_name === 'string' && prefab_name !== '' ? prefab_name : class_name,
          ...{ properties, bounding_box },
          obj_transform: { position: bounding_box.center, rotation: [0, 0, 0, 1], scale: [1, 1, 1] },
          states,
        };
      }),
      edges: this.characters === 0 ? edges : withNearEdges(edges, this.#played.measured()),
    };
  }

  graphText(): string {
    this.#reported ??= JSON.stringify(this.graph());
    return this.#reported;
  }

  /** Characters get ids 1, 2 …; on a clash all ids of things shift up. */
  addCharacter({ room, position, resource }: Arrival): void {
    const { nodes, edges } = this.#played.now();
    const people = new Set(nodes.filter(isCharacter).map(({ id }) => id));
    let id = this.characters + 1;
    while (people.has(id)) id++;
    const things = nodes.filter((node) => !isCharacter(node));
    let by = 0;
    while (things.some((thing) => thing.id + by === id || people.has(thing.id + by))) by++;
    const idOf = (old: number) => (people.has(old) ? old : old + by);
    const character = {
      ...{ id, category: 'Characters', class_name: 'character', prefab_name: resource, properties: [], states: [] },
      bounding_box: { center: [...position] as Vector, size: [0.5, 1.7, 0.5] as Vector },
    };
    const moved = edges.map((edge) => ({ ...edge, from_id: idOf(edge.from_id), to_id: idOf(edge.to_id) }));
    this.#settle(
      new PlayedGraph({
        nodes: [...nodes.filter(isCharacter), character, ...things.map((node) => ({ ...node, id: idOf(node.id) }))],
        edges: [{ from_id: id, relation_type: 'INSIDE', to_id: idOf(room) }, ...moved],
      }),
    );
  }

  moveCharacter(number: number, { room, position }: Omit<Arrival, 'resource'>): void {
    const { nodes, edges } = this.#played.now();
    const { id } = this.#played.nodes[this.#played.characters[number]!]!;
    const held = edges.filter(({ from_id, relation_type }) => from_id === id && relation_type.startsWith('HOLDS'));
    const going = new Set([id, ...held.map(({ to_id }) => to_id)]);
    const left = new Set(['INSIDE', 'CLOSE', 'FACING', 'ON']);
    const kept = edges.filter(
      ({ from_id, relation_type, to_id }) => !left.has(relation_type) || !(going.has(from_id) || going.has(to_id)),
    );
    const moved = nodes.map((node) => {
      if (!going.has(node.id)) return node;
      const states = node.states.filter((state) => node.id !== id || !['SITTING', 'LYING'].includes(state));
      return { ...node, states, bounding_box: { ...node.bounding_box, center: [...position] as Vector } };
    });
    const inside = Array.from(going, (from_id) => ({ from_id, relation_type: 'INSIDE', to_id: room }));
    this.#settle(new PlayedGraph({ nodes: moved, edges: [...kept, ...inside] }));
  }

  /** Characters that the graph lacks stay. Throws a JsonError. */
  replace(text: string): void {
    const { value, problem } = readLargeJson(text, graphSchema, 'graph');
    const { nodes, edges } = this.#played.now();
    const people = value.nodes.flatMap((node, at) => (isCharacter(node) ? [at] : []));
    const stranger = people[Math.max(1, this.characters)];
    if (stranger !== undefined) {
      throw problem(['nodes', stranger, 'class_name'], 'no second character but those that add_character brought');
    }
    const known = new Set(people.map((at) => value.nodes[at]!.id));
    const stays =
      people.length >= this.characters ? [] : nodes.filter((node) => isCharacter(node) && !known.has(node.id));
    const ids = new Set([...stays, ...value.nodes].map(({ id }) => id));
    const isOurs = new Set(stays.map(({ id }) => id));
    const ties = edges.filter(
      ({ from_id, to_id }) => (isOurs.has(from_id) || isOurs.has(to_id)) && ids.has(from_id) && ids.has(to_id),
    );
    const clash = value.nodes.findIndex(({ id }) => isOurs.has(id));
    if (clash >= 0) throw problem(['nodes', clash, 'id'], 'an id that is not that of the character');
    const joined = { nodes: [...stays, ...value.nodes], edges: [...ties, ...value.edges] };
    const graph = graphWithin({ problem }, joined, []).value;
    const characters = new Set([...isOurs, ...known]);
    this.#settle(new PlayedGraph(expandedGraph(graph, { nodes, edges }, characters), problem));
  }

  /**
   * Calls `done` after each line; an impossible line cancels all lines of its character.
   * Throws a ScriptError or ScriptLineError on an unreadable script, before anything runs.
   */
  run(script: Script, done?: () => void): ScriptProblems {
    const before = this.#played.steps;
    const problems = this.#play(script);
    if (done !== undefined && problems.size < this.characters) {
      this.#played.takeBack(before);
      this.#round(script, problems, done);
    }
    const holdsAnything = this.#played.characters.some((character) => this.#played.heldBy(character).length > 0);
    if (this.#played.steps > STEPS_MAX && !holdsAnything) this.#settle(new PlayedGraph(this.#played.now()));
    return problems;
  }

  check(script: Script): ScriptProblems {
    const before = this.#played.steps;
    const problems = this.#play(script);
    this.#played.takeBack(before);
    return problems;
  }

  #play(script: Script): ScriptProblems {
    this.#reported = null;
    const before = this.#played.steps;
    const problems = new Map<number, string>();
    try {
      for (;;) {
        const failed = this.#round(script, problems);
        if (failed === null) return problems;
        problems.set(...failed);
        this.#played.takeBack(before);
      }
    } catch (error) {
      this.#played.takeBack(before);
      throw error;
    }
  }

  /** Skips characters with problems; returns the first new problem. */
  #round(
    { lines, findSolution }: Script,
    problems: ScriptProblems,
    done?: () => void,
  ): readonly [agent: number, problem: string] | null {
    const resolve = findSolution ? nameResolver(this.#played) : null;
    for (const agents of lines) {
      for (const { agent, line } of agents) {
        if (agent >= this.characters) throw new ScriptError(`there is no <char${agent}>`);
        if (problems.has(agent)) continue;
        const problem = attempt(this.#played, { character: this.#played.characters[agent]!, line }, resolve);
        if (problem !== null) return [agent, problem];
      }
      done?.();
    }
    return null;
  }

  #settle(played: PlayedGraph): void {
    this.#played = played;
    this.#reported = null;
  }
}
