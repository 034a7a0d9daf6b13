/** The household once more, slow and obvious; it shares the houses and the class table with the fast one. */
import type { Action } from '../../env.ts';
import { CLASSES } from '../scene/class_table.ts';
import type { House } from '../scene/house.ts';

type ReferencePlace = { relation: 'ON' | 'IN'; at: ReferenceThing };

type ReferenceOptions = Readonly<{
  reachM: number;
  hands: number;
  perception: 'always' | 'on_entry';
  skills?: Readonly<Record<string, readonly (readonly string[])[] | undefined>> | null;
  misses?: (name: string) => boolean;
}>;

export type ReferenceThing = {
  readonly name: string;
  readonly className: string;
  readonly category: string;
  readonly properties: readonly string[];
  readonly locked: boolean;
  readonly graspable: boolean;
  readonly requiresClosed?: boolean;
  states: string[];
  x: number;
  z: number;
  place: ReferencePlace | null;
  seen: boolean;
  lastKnown: ReferencePlace | null;
  heated: boolean;
  toasted: boolean;
};

const RULES: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  Object.entries({
    move: ['seen visible'],
    pickup: ['seen grabbable not_held visible close_to_robot free_hand graspable'],
    placein: ['seen held', 'seen container not_held visible close_to_robot not_closed has_space'],
    placeon: ['seen held', 'seen surface not_held visible close_to_robot'],
    open: ['seen can_open visible close_to_robot free_hand is_closed not_running not_locked'],
    close: ['seen can_open visible close_to_robot is_open'],
    switchon: ['seen has_switch visible close_to_robot free_hand is_off door_closed'],
    switchoff: ['seen has_switch visible close_to_robot free_hand is_on'],
    wait: [],
  }).map(([verb, names]) => [verb, names.map((each) => each.split(' '))]),
);

const CONDITIONS: Readonly<Record<string, (x: ReferenceThing, world: ReferenceHousehold) => boolean>> = {
  seen: (x) => x.seen,
  visible: (x, world) => world.isVisible(x),
  close_to_robot: (x, world) => world.isClose(x),
  free_hand: (_, world) => world.hands.includes(null),
  held: (x, world) => world.hands.includes(x),
  not_held: (x, world) => !world.hands.includes(x),
  grabbable: (x) => x.properties.includes('GRABBABLE'),
  graspable: (x) => x.graspable,
  container: (x) => x.properties.includes('CONTAINERS'),
  surface: (x) => x.properties.includes('SURFACES'),
  not_closed: (x) => !x.states.includes('CLOSED'),
  has_space: (x, world) => {
    const inside = [...world.things.values()].filter(({ place }) => place?.at === x && place.relation === 'IN');
    return inside.length < (CLASSES.get(x.className)?.capacity ?? Number.POSITIVE_INFINITY);
  },
  can_open: (x) => x.properties.includes('CAN_OPEN'),
  is_closed: (x) => x.states.includes('CLOSED'),
  is_open: (x) => x.states.includes('OPEN'),
  not_running: (x) => !x.states.includes('ON'),
  not_locked: (x) => !x.locked,
  has_switch: (x) => x.properties.includes('HAS_SWITCH'),
  is_off: (x) => x.states.includes('OFF'),
  is_on: (x) => x.states.includes('ON'),
  door_closed: (x) => !(x.requiresClosed ?? CLASSES.get(x.className)?.requiresClosed) || x.states.includes('CLOSED'),
};

const NEVER_SEEN = 'Decor Floor Floors Walls Ceiling Doors Windows Rooms Characters'.split(' ');

export class ReferenceHousehold {
  readonly things: Map<string, ReferenceThing> = new Map();
  readonly hands: (ReferenceThing | null)[];
  readonly options: ReferenceOptions;
  room: ReferenceThing;
  x: number;
  z: number;
  target: ReferenceThing | null = null;

  constructor(house: House, task: string, options: ReferenceOptions) {
    const ungraspable = house.ungraspableIn.get(task) ?? [];
    for (const [index, node] of house.nodes.entries()) {
      const name = house.names[index]!;
      const isGraspable = node.properties.includes('GRABBABLE') && !node.ungraspable;
      const graspable = isGraspable && !ungraspable.includes(node.className);
      const [x, , z] = node.position;
      const state = { states: [...node.states], x, z, place: null, lastKnown: null, heated: false, toasted: false };
      this.things.set(name, { ...node, ...state, name, graspable, seen: node.category === 'Rooms' });
    }
    for (const [index, { place }] of house.nodes.entries()) {
      if (place === null) continue;
      const at = this.#thing(house.names[place.at]!);
      this.#thing(house.names[index]!).place = { relation: place.relation, at };
    }
    for (const [index, [x, z]] of house.anchors) Object.assign(this.#thing(house.names[index]!), { x, z });
    this.options = options;
    this.hands = options.hands === 1 ? [null] : [null, null];
    this.room = this.#thing(house.names[house.start]!);
    this.x = this.room.x;
    this.z = this.room.z;
    this.#perceive();
  }

  act(action: Action): string | null {
    const before = this.room;
    const refusal = this.#act(action);
    if (refusal !== null) return refusal;
    const hasEntered = this.room !== before;
    const hasOpened = action.verb === 'open' && this.#thing(action.args[0]!).properties.includes('CONTAINERS');
    // Other actions show nothing new to who perceives all the time and misses nothing.
    const mayShow = ['move', 'pickup', 'open'].includes(action.verb) || this.options.misses !== undefined;
    if (this.options.perception === 'always' ? mayShow : hasEntered || hasOpened) this.#perceive();
    return null;
  }

  #act({ verb, args }: Action): string | null {
    const rules = RULES.get(verb);
    if (rules === undefined) return 'unknown_verb';
    if (args.length !== rules.length) return 'wrong_arity';
    if (args.some((name) => !this.things.has(name))) return 'unknown_object';
    if (verb !== 'move' && verb !== 'wait' && !this.#hasLearned(verb, args)) return 'in_skill_library';
    const [x, y] = args.map((name) => this.#thing(name)) as [ReferenceThing, ReferenceThing];
    for (const [index, names] of rules.entries()) {
      const failed = names.find((name) => !CONDITIONS[name]!(index === 0 ? x : y, this));
      if (failed !== undefined) return failed;
    }
    if (verb === 'move') this.#move(x);
    if (verb === 'pickup') this.#pickUp(x);
    if (verb === 'placein' || verb === 'placeon') this.#put(x, verb === 'placein' ? 'IN' : 'ON', y);
    if (verb === 'open') this.#become(x, 'CLOSED', 'OPEN');
    if (verb === 'close') this.#become(x, 'OPEN', 'CLOSED');
    if (verb === 'switchon') this.#become(x, 'OFF', 'ON');
    if (verb === 'switchoff') this.#become(x, 'ON', 'OFF');
    if (verb === 'switchon') this.#treat(x);
    return null;
  }

  roomOf(thing: ReferenceThing): ReferenceThing {
    if (this.hands.includes(thing)) return this.room;
    return thing.place === null ? thing : this.roomOf(thing.place.at);
  }

  isVisible(thing: ReferenceThing): boolean {
    if (thing.place === null) return true;
    const { relation, at } = thing.place;
    if (relation === 'IN' && at.states.includes('CLOSED')) return false;
    return this.isVisible(at);
  }

  isClose(thing: ReferenceThing): boolean {
    if (this.hands.includes(thing)) return true;
    if (thing.category === 'Rooms' || this.roomOf(thing) !== this.room) return false;
    if ((thing.x - this.x) ** 2 + (thing.z - this.z) ** 2 <= this.options.reachM ** 2) return true;
    if (this.target === null) return false;
    if (thing === this.target || this.target.place?.at === thing) return true;
    return thing.place?.at === this.target;
  }

  #hasLearned(verb: string, args: readonly string[]): boolean {
    const { skills } = this.options;
    if (skills === undefined || skills === null) return true;
    return args.every((name, index) => {
      const { className, properties } = this.#thing(name);
      const allowed = skills[verb]?.[index] ?? [];
      return allowed.some((kind) => kind === className.toLowerCase() || properties.includes(kind));
    });
  }

  #thing(name: string): ReferenceThing {
    return this.things.get(name) as ReferenceThing;
  }

  #move(x: ReferenceThing): void {
    if (this.hands.includes(x)) return;
    this.room = this.roomOf(x);
    this.x = x.x;
    this.z = x.z;
    this.target = x.category === 'Rooms' ? null : x;
  }

  #pickUp(x: ReferenceThing): void {
    const from = x.place?.at as ReferenceThing;
    if (this.target === x) this.target = from.category === 'Rooms' ? null : from;
    x.place = null;
    x.lastKnown = null;
    this.hands[this.hands.indexOf(null)] = x;
    for (const other of this.things.values()) {
      if (other.place?.at === x) other.place = { relation: 'IN', at: this.room };
    }
  }

  #put(x: ReferenceThing, relation: 'ON' | 'IN', at: ReferenceThing): void {
    this.hands[this.hands.indexOf(x)] = null;
    x.place = { relation, at };
    x.lastKnown = x.place;
    x.x = at.x;
    x.z = at.z;
  }

  #become(x: ReferenceThing, before: string, after: string): void {
    x.states = [...x.states.filter((state) => state !== before), after];
  }

  #treat(device: ReferenceThing): void {
    const { heats, toasts } = CLASSES.get(device.className) ?? {};
    for (const thing of this.things.values()) {
      const isIn = (place: ReferencePlace | null) => place?.relation === 'IN' && place.at === device;
      if (toasts && isIn(thing.place)) thing.toasted = true;
      for (let { place } = thing; heats && place !== null; place = place.at.place) {
        if (isIn(place)) thing.heated = true;
      }
    }
  }

  #perceive(): void {
    for (const thing of this.things.values()) {
      if (NEVER_SEEN.includes(thing.category) || this.hands.includes(thing)) continue;
      if (this.roomOf(thing) !== this.room || !this.isVisible(thing)) continue;
      if (this.options.misses?.(thing.name)) continue;
      thing.seen = true;
      thing.lastKnown = thing.place;
    }
  }
}
