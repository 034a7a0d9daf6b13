/** LLM-State's rules decide first, because Unity walks to a thing before it acts. */
import { JsonError } from '../checked_json.ts';
import type { Action, Env, EnvCallOptions, GoalStatus, Refusal, Task } from '../env.ts';
import { compileGoal, type GoalMemory } from '../household/goals/compile_goal.ts';
import type { Goal } from '../household/goals/goal.ts';
import { HouseholdModel, type ModelWorld, modelWorld } from '../household/household_model.ts';
import type { HouseholdOptions } from '../household/household_options.ts';
import type { HouseholdObservation } from '../household/observation.ts';
import { Observer } from '../household/observer.ts';
import { carryOut, PAPER_RULES, type Rulebook, refusalOf } from '../household/rules/rules.ts';
import { type House, houseTables, isRoom, stateBits } from '../household/scene/house.ts';
import { type Graph, houseOfGraph, readGraph } from '../household/scene/read_graph.ts';
import { withSkills } from '../household/skill_library.ts';
import { HouseholdState } from '../household/state/household_state.ts';
import { IN, NONE, ON, type ReportedColumns, writeReport } from '../household/state/state_columns.ts';
import { SCRIPT_ACTIONS } from '../household/virtualhome/scripts/primitives.ts';
import { scriptLine } from '../household/virtualhome/scripts/script_line.ts';
import { excerpt } from '../quoted.ts';
import { SimulatorError, unusable } from '../simulator_error.ts';
import { type Conversation, conversation, type VirtualHomeClient } from './client.ts';

export type LiveSetting = Readonly<{
  house: House;
  task: Task<Goal>;
  options: HouseholdOptions;
  client: VirtualHomeClient;
}>;

type Running = {
  state: HouseholdState;
  ids: readonly number[];
  readonly world: ModelWorld;
  readonly memory: GoalMemory;
  status: GoalStatus;
  /** Id of the held thing → the thing that should be held. */
  readonly twins: Map<number, number>;
};

const REPLY_MAX = 500;

export class LiveHouseholdEnv implements Env<HouseholdObservation> {
  readonly #setting: LiveSetting;
  readonly #rulebook: Rulebook;
  readonly #initial: HouseholdState;
  readonly #observer: Observer;
  readonly #simulator: Conversation;
  #running: Running | null = null;

  constructor(setting: LiveSetting) {
    const { house, task, options, client } = setting;
    this.#setting = setting;
    this.#rulebook = { rules: withSkills(PAPER_RULES, options.skills, house), indexOf: house.indexOf };
    this.#initial = new HouseholdState(houseTables(house, task.name), options);
    this.#observer = new Observer(this.#initial.tables);
    this.#simulator = conversation(client);
  }

  async reset(call?: EnvCallOptions) {
    call?.signal?.throwIfAborted();
    this.#running = null;
    const { house, task, client } = this.#setting;
    const { className } = house.nodes[house.start]!;
    await this.#simulator.load(environmentOf(house.name), className, call);
    const twins = new Map<number, number>();
    let { state, report } = await this.#settled(this.#initial, twins, call);
    if (report.room !== house.start) {
      await this.#simulator.run(scriptLine('WALK', { className, id: report.ids[house.start]! }), call);
      ({ state, report } = await this.#settled(this.#initial, twins, call));
      if (report.room !== house.start) {
        throw new SimulatorError(
          `Cannot play in "${house.name}" on ${client.name}: the character does not reach ${house.names[house.start]}`,
        );
      }
    }
    const goal = compileGoal(task.goal, state);
    const memory = goal.begin();
    const world = modelWorld({ initial: state.clone(), goal, rulebook: this.#rulebook, looksAgain: false });
    this.#running = { state, ids: report.ids, world, memory, status: goal.judge(state, memory), twins };
    return this.#report(this.#running);
  }

  async step(action: Action, call?: EnvCallOptions) {
    call?.signal?.throwIfAborted();
    const now = this.#started('step');
    const refusal = refusalOf(now.state, action, this.#rulebook);
    if (refusal !== null) return { ok: false as const, ...this.#report(now), reason: refusal };
    const nodes = action.args.map((name) => this.#rulebook.indexOf.get(name) as number);
    const expected = now.state.clone();
    carryOut(expected, action, this.#rulebook);
    if (action.verb === 'wait' || (action.verb === 'move' && now.state.isHeld(nodes[0] as number))) {
      return this.#succeeded(now, expected);
    }
    const reply = await this.#simulator.run(this.#line(action, nodes, now), call);
    const { state, report } = await this.#settled(expected, this.#withTwin(now, action, nodes), call, now);
    if (hasSucceeded(action, nodes, { state, expected })) {
      const placed = action.verb.startsWith('place') ? nodes[0] : NONE;
      for (const [id, node] of now.twins) if (node === placed) now.twins.delete(id);
      return this.#succeeded(now, state);
    }
    const actual = now.state.clone();
    adopt(actual, report);
    if (actual.digest() !== now.state.digest()) now.state = actual;
    const reason: Refusal = { precondition: 'controller_failed', message: describeFailure(action, reply) };
    return { ok: false as const, ...this.#report(now), reason };
  }

  async observe(call?: EnvCallOptions) {
    call?.signal?.throwIfAborted();
    return this.#report(this.#started('observe')).observation;
  }

  close() {
    this.#running = null;
  }

  model(): HouseholdModel {
    const { world, state, memory, status } = this.#started('model');
    return new HouseholdModel(world, { state: state.clone(), memory: memory.slice(), goal: status });
  }

  #succeeded(now: Running, state: HouseholdState) {
    now.state = state;
    now.status = now.world.goal.judge(state, now.memory);
    return { ok: true as const, ...this.#report(now) };
  }

  #report({ state, status }: Running): Readonly<{ observation: HouseholdObservation; goal: GoalStatus }> {
    return { observation: this.#observer.observe(state), goal: status };
  }

  #line({ verb }: Action, nodes: readonly number[], { ids, twins }: Running): string {
    const idOf = (node: number) => [...twins].find(([, thing]) => thing === node)?.[0] ?? ids[node]!;
    const { house } = this.#setting;
    const things = nodes.map((node) => ({ className: house.nodes[node]!.className, id: idOf(node) }));
    return scriptLine(SCRIPT_ACTIONS.get(verb) as string, ...things);
  }

  /** Reads an unexpected graph twice; both readings must agree. */
  async #settled(expected: HouseholdState, twins: TwinsOf, call: EnvCallOptions | undefined, now?: Running) {
    const first = this.#read(await this.#simulator.graph(call), expected, twins, now);
    if (first.state.digest() === expected.digest()) return first;
    const second = this.#read(await this.#simulator.graph(call), expected, twins, now);
    if (second.state.digest() === first.state.digest()) return first;
    throw unusable(this.#setting.client.name, 'two consecutive graphs differ');
  }

  #read(text: string, expected: HouseholdState, twins: TwinsOf, now: Running | undefined) {
    const { name } = this.#setting.client;
    const reportWith = (known: Twins) => liveReport(text, { before: expected, twins: known, name });
    const report = typeof twins === 'function' ? reportWith(twins(reportWith(new Map()))) : reportWith(twins);
    if (now !== undefined && report.ids.some((id, node) => id !== now.ids[node])) {
      throw unusable(name, 'the ids of its things have changed; do not restart it during an episode');
    }
    const state = expected.clone();
    adopt(state, report);
    return { state, report };
  }

  /** If the target is gone and another thing of its class is held, that is its twin. */
  #withTwin({ twins, state }: Running, { verb }: Action, [thing = NONE]: readonly number[]): TwinsOf {
    if (verb !== 'pickup') return twins;
    const { nodes } = this.#setting.house;
    const place = state.parentOf(thing);
    return ({ hands, ids, columns }) => {
      const isInPlace = columns.parent[thing] === place && state.tables.rooms[place] !== 1;
      if (isInPlace || hands.includes(thing) || [...twins.values()].includes(thing)) return twins;
      const twin = hands.find(
        (node) => node !== NONE && !state.isHeld(node) && nodes[node]?.className === nodes[thing]?.className,
      );
      if (twin !== undefined) twins.set(ids[twin]!, thing);
      return twins;
    };
  }

  #started(method: string): Running {
    if (this.#running === null) throw new Error(`Cannot ${method} in a household that has not been reset`);
    return this.#running;
  }
}

type TwinsOf = Twins | ((report: LiveReport) => Twins);

function adopt(state: HouseholdState, { columns, hands, room }: LiveReport) {
  state.overwrite((now, held) => {
    writeReport(now, columns, state.tables.rooms);
    held.set(hands.slice(0, held.length));
  });
  if (room !== state.robotRoom) state.moveTo(room);
}

const STATE_AFTER = { open: 'OPEN', close: 'CLOSED', switchon: 'ON', switchoff: 'OFF' } as const;

function hasSucceeded(
  { verb }: Action,
  [first = NONE, second = NONE]: readonly number[],
  { state, expected }: { state: HouseholdState; expected: HouseholdState },
): boolean {
  if (verb === 'move') return state.robotRoom === expected.robotRoom;
  if (verb === 'pickup') return state.isHeld(first);
  if (Object.hasOwn(STATE_AFTER, verb)) return state.is(first, STATE_AFTER[verb as keyof typeof STATE_AFTER]);
  return state.parentOf(first) === second && state.liesOn(first) === (verb === 'placeon');
}

function describeFailure({ verb, args }: Action, reply: string | null): string {
  const problem = reply === null ? 'it reports "Success", but its scene does not show it' : excerpt(reply, REPLY_MAX);
  return `The simulator did not ${verb} ${args.map((name) => JSON.stringify(name)).join(', ')}: ${problem}`;
}

/** VirtualHome counts its scenes from 0; their names (`house_3`, `testscene3_graph`) count from 1. */
export function environmentOf(scene: string): number | null {
  const number = Number(/\d{1,2}/.exec(scene)?.[0] ?? 0);
  return number < 1 ? null : number - 1;
}

type Twins = ReadonlyMap<number, number>;
type LiveReport = ReturnType<typeof liveReport>;

const MISSING_MAX = 5;

/** Ids change, so things match by class and order. Throws a SimulatorError. */
function liveReport(text: string, { before, twins, name }: { before: HouseholdState; twins: Twins; name: string }) {
  const { house } = before.tables;
  const { graph, live } = readLive(text, house.name, name);
  const person = graph.nodes.filter(({ class_name }) => class_name === 'character').sort((a, b) => a.id - b.id)[0];
  if (person === undefined) throw unusable(name, 'its scene has no character; do not restart it during an episode');
  const liveOf = house.names.map((thing) => live.indexOf.get(thing));
  const missing = house.names.filter((_, node) => liveOf[node] === undefined && !isPerson(house, node));
  if (missing.length > 0) {
    const some = missing.slice(0, MISSING_MAX).join(', ');
    const more = missing.length > MISSING_MAX ? ` and ${missing.length - MISSING_MAX} more` : '';
    throw new SimulatorError(
      `Cannot play in "${house.name}" on ${name}: its scene has no ${some}${more}; use the graph of the simulator's apartment as the scene, or serve this scene`,
    );
  }
  const nodeOf = new Map(liveOf.flatMap((at, node) => (at === undefined ? [] : [[live.nodes[at]!.id, node] as const])));
  const ofPerson = graph.edges.filter(({ from_id }) => from_id === person.id);
  const held = (relation: string) => {
    const edge = ofPerson.find(({ relation_type }) => relation_type.toUpperCase() === relation);
    return edge === undefined ? NONE : (twins.get(edge.to_id) ?? nodeOf.get(edge.to_id) ?? NONE);
  };
  const hands = [held('HOLDS_RH'), held('HOLDS_LH')] as const;
  const room = ofPerson
    .map(({ relation_type, to_id }) => (relation_type === 'INSIDE' ? nodeOf.get(to_id) : undefined) ?? NONE)
    .find((at) => at !== NONE && before.tables.rooms[at] === 1);
  if (room === undefined) throw unusable(name, `its character is not in a room of "${house.name}"`);
  const ids = liveOf.map((at) => (at === undefined ? NONE : live.nodes[at]!.id));
  return { columns: columnsOf({ graph, live, liveOf, nodeOf, hands, before }), hands, room, ids };
}

function readLive(text: string, scene: string, name: string) {
  try {
    const graph = readGraph(text, 'environment_graph');
    return { graph: graph.value, live: houseOfGraph(graph, scene) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw unusable(name, error.message, { cause: error });
  }
}

type Matches = {
  graph: Graph;
  live: House;
  liveOf: readonly (number | undefined)[];
  nodeOf: ReadonlyMap<number, number>;
  hands: readonly number[];
  before: HouseholdState;
};

function columnsOf({ graph, live, liveOf, nodeOf, hands, before }: Matches): ReportedColumns {
  const { size, house, rooms } = before.tables;
  const columns = {
    parent: new Int32Array(size).fill(NONE),
    relation: new Uint8Array(size),
    states: new Uint8Array(size),
    x: new Float64Array(size),
    z: new Float64Array(size),
  };
  const edges = new Set(graph.edges.map(({ from_id, relation_type, to_id }) => `${from_id} ${relation_type} ${to_id}`));
  const idOf = (node: number) => live.nodes[liveOf[node]!]?.id;
  for (const node of house.nodes.keys()) {
    const at = liveOf[node];
    const reported = at === undefined ? house.nodes[node]! : live.nodes[at]!;
    const isFixed = at === undefined || rooms[node] === 1 || hands.includes(node);
    const [x, , z] = reported.position;
    [columns.x[node], columns.z[node]] = isFixed ? before.positionOf(node) : [x, z];
    columns.states[node] = stateBits(reported);
    if (rooms[node] === 1 || hands.includes(node)) continue;
    const parent = before.parentOf(node);
    const liesOn = before.liesOn(node);
    const isKept =
      at === undefined ||
      (parent !== NONE &&
        rooms[parent] === 0 &&
        edges.has(`${idOf(node)} ${liesOn ? 'ON' : 'INSIDE'} ${idOf(parent)}`));
    const place = isKept ? null : placeOf(live, at, nodeOf);
    columns.parent[node] = place?.at ?? parent;
    columns.relation[node] = place?.relation ?? (liesOn ? ON : IN);
  }
  return columns;
}

function placeOf(live: House, start: number, nodeOf: ReadonlyMap<number, number>) {
  for (let place = live.nodes[start]!.place; place !== null; place = live.nodes[place.at]!.place) {
    const at = nodeOf.get(live.nodes[place.at]!.id);
    if (at !== undefined) return { at, relation: place.relation === 'ON' ? ON : IN };
  }
  return null;
}

function isPerson({ nodes }: House, index: number): boolean {
  const node = nodes[index]!;
  return !isRoom(node) && (node.category === 'Characters' || node.className === 'character');
}
