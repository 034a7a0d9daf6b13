/**
 * As in Unity, a character walks before it acts, and stands up before it walks; an impossible line cancels all lines of its
 * character. Departure: characters do not block each other, and nothing falls over.
 */
import { readLargeJson } from '../../checked_json.ts';
import { type Graph, graphSchema } from '../../household/scene/read_graph.ts';
import { scriptLine } from '../../household/virtualhome/scripts/script_line.ts';
import type { VirtualHomeSimulator } from '../../household/virtualhome/virtualhome_simulator.ts';
import { type Arrival, withCharacter, withCharacterAt, withReplacement } from './graph_edits.ts';
import { withNearEdges } from './nearness.ts';
import { PlayedGraph, WALKS } from './played_graph.ts';
import { type AgentLine, isNameFor, type NameResolver, nameResolver, objectsIn, ScriptError } from './script.ts';

const WITHOUT_WALK = new Set(['WALK', 'RUN', 'FIND', 'TURNTO', 'STANDUP', 'WAKEUP', 'DROP']);
const SEATS = new Set(['SIT', 'LIE']);
const PHONE = new Set(['TALK', 'TEXT']);
/** Unity's verb → the symbolic simulator's. A character grabs a phone to use it. */
const DONE_AS = new Map(
  Object.entries({ LOOKAT: 'TURNTO', POINTAT: 'TURNTO', WATCH: 'TURNTO', TALK: 'GRAB', TEXT: 'GRAB' }),
);
const IN_PLACE = /^\[\s{0,9}(WALKFORWARD|WALKBACKWARD|TURNLEFT|TURNRIGHT)\s{0,9}\]$/i;
const NONE = -1;

/** Returns the reason for a failure. Throws a ScriptLineError. */
function attempt(
  played: PlayedGraph,
  { character, line }: { character: number; line: string },
  resolve: NameResolver | null,
): string | null {
  const { simulator, nodes } = played;
  const { state } = simulator;
  state.actAs(character);
  if (IN_PLACE.test(line)) return null;
  const word = (/\[\s{0,9}(\w{1,40})/.exec(line)?.[1] ?? '').toUpperCase();
  const refusal = (className: string, reason: string) =>
    `PROCESS ${word}: Can not select object: ${className}. REASON: ${reason}`;
  const resolved = resolve === null ? { line } : resolve(line);
  if (!('line' in resolved)) return refusal(resolved.className, resolved.reason);
  const objects = objectsIn(resolved.line);
  const stranger = objects.find(({ id }) => !played.ids.has(id));
  if (stranger !== undefined) return refusal(stranger.className, 'Unknown');
  const step = simulator.read(resolved.line.replace(/\w+/, (verb) => DONE_AS.get(word) ?? verb));
  const { verb } = step.action;
  const goal = step.second === NONE ? step.first : step.second;
  const isReached = goal === NONE || state.isHeld(goal);
  if (!isReached && state.isHidden(goal)) return refusal(nodes[goal]!.class_name, 'No interaction positions');
  for (const [at, node] of [step.first, step.second].entries()) {
    if (node === NONE) continue;
    const className = objects[at]?.className ?? nodes[node]!.class_name;
    if (node === character || !isNameFor(className, nodes[node]!, played.classes)) return refusal(className, 'Unknown');
    const isHeldByAnother = played.characters.some(
      (other) => other !== character && played.heldBy(other).includes(node),
    );
    if (!WITHOUT_WALK.has(verb) && isHeldByAnother) return refusal(className, 'Held by another character');
  }
  if (verb === 'PUTBACK' && !canBear(state, goal, step.first)) return refusal(nodes[goal]!.class_name, 'Not a surface');
  if (PHONE.has(word) && isReached) return null;
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
  return played.carryOut(step, word);
}

/** A sink has no SURFACES. */
function canBear(state: VirtualHomeSimulator['state'], at: number, thing: number): boolean {
  const isOpen = state.has(at, 'CONTAINERS') && !state.has(at, 'CAN_OPEN');
  return at !== thing && (state.has(at, 'SURFACES') || isOpen);
}

export type ReportedGraph = ReturnType<ServedScene['graph']>;

/** After so many, the graph becomes the base when nobody holds anything. */
const STEPS_MAX = 200;
/** VirtualHome v2.3 reserves ids 1 to 10. */
export const CHARACTERS_MAX = 10;

export type Script = Readonly<{ lines: readonly (readonly AgentLine[])[]; findSolution: boolean }>;

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

  graph() {
    const { nodes, edges } = this.#played.graph();
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
      edges: this.characters === 0 ? edges : withNearEdges(edges, this.#played.measure()),
    };
  }

  graphText(): string {
    this.#reported ??= JSON.stringify(this.graph());
    return this.#reported;
  }

  addCharacter(arrival: Arrival) {
    this.#settle(new PlayedGraph(withCharacter(this.#played.graph(), arrival)));
  }

  moveCharacter(number: number, to: Omit<Arrival, 'resource'>) {
    const { id } = this.#played.nodes[this.#played.characters[number]!]!;
    this.#settle(new PlayedGraph(withCharacterAt(this.#played.graph(), id, to)));
  }

  replace(text: string) {
    const sent = readLargeJson(text, graphSchema, 'graph');
    this.#settle(new PlayedGraph(withReplacement(this.#played.graph(), sent), sent.problem));
  }

  /** Throws a ScriptError or ScriptLineError before anything runs. */
  run(script: Script, onLine?: () => void): ScriptProblems {
    const before = this.#played.steps;
    const problems = this.#play(script);
    if (onLine !== undefined && problems.size < this.characters) {
      this.#played.rewind(before);
      this.#playRound(script, problems, onLine);
    }
    const holdsAnything = this.#played.characters.some((character) => this.#played.heldBy(character).length > 0);
    if (this.#played.steps > STEPS_MAX && !holdsAnything) this.#settle(new PlayedGraph(this.#played.graph()));
    return problems;
  }

  check(script: Script): ScriptProblems {
    const before = this.#played.steps;
    const problems = this.#play(script);
    this.#played.rewind(before);
    return problems;
  }

  #play(script: Script): ScriptProblems {
    this.#reported = null;
    const before = this.#played.steps;
    const problems = new Map<number, string>();
    try {
      for (;;) {
        const failure = this.#playRound(script, problems);
        if (failure === null) return problems;
        problems.set(...failure);
        this.#played.rewind(before);
      }
    } catch (error) {
      this.#played.rewind(before);
      throw error;
    }
  }

  #playRound(
    { lines, findSolution }: Script,
    problems: ScriptProblems,
    onLine?: () => void,
  ): readonly [agent: number, problem: string] | null {
    const resolve = findSolution ? nameResolver(this.#played) : null;
    for (const agents of lines) {
      for (const { agent, line } of agents) {
        if (agent >= this.characters) throw new ScriptError(`there is no <char${agent}>`);
        if (problems.has(agent)) continue;
        const problem = attempt(this.#played, { character: this.#played.characters[agent]!, line }, resolve);
        if (problem !== null) return [agent, problem];
      }
      onLine?.();
    }
    return null;
  }

  #settle(played: PlayedGraph) {
    this.#played = played;
    this.#reported = null;
  }
}
