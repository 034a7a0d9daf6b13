/**
 * The household once more, slow and obvious: objects, maps and plain loops.
 *
 * The fast one (`household_state.ts`, `rules.ts`, `observer.ts`) must agree with it action by action; the benchmark
 * compares their speed. It shares the houses and the class table with the fast one, and no code.
 */
import type { Action } from '../../env.ts';
import { CLASSES } from '../scene/class_table.ts';
import type { House } from '../scene/house.ts';

export type ReferencePlace = { relation: 'ON' | 'IN'; at: ReferenceThing };

export type ReferenceOptions = {
  readonly reachM: number;
  readonly hands: number;
  readonly perception: 'always' | 'on_entry';
  /** Verb → for each argument, the classes and properties allowed; null for everything. */
  readonly skills?: Readonly<Record<string, readonly (readonly string[])[] | undefined>> | null;
  /** Whether a perception misses a thing that is in view. */
  readonly misses?: (name: string) => boolean;
};

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
  /** Null for rooms and held things. */
  place: ReferencePlace | null;
  seen: boolean;
  /** Where it was when it was last perceived, or where the robot put it; null before that, and once the robot took it. */
  lastKnown: ReferencePlace | null;
  heated: boolean;
  toasted: boolean;
};

const ARITY: Readonly<Record<string, number>> = {
  move: 1,
  pickup: 1,
  placein: 2,
  placeon: 2,
  open: 1,
  close: 1,
  switchon: 1,
  switchoff: 1,
  wait: 0,
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
      const graspable =
        node.properties.includes('GRABBABLE') && !node.ungraspable && !ungraspable.includes(node.className);
      const [x, , z] = node.position;
      const [heated, toasted, seen] = [false, false, node.category === 'Rooms'];
      this.things.set(name, {
        ...node,
        name,
        graspable,
        states: [...node.states],
        x,
        z,
        place: null,
        seen,
        lastKnown: null,
        heated,
        toasted,
      });
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

  /** Carries out an action; returns the name of the precondition that failed, or null. */
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
    if (!Object.hasOwn(ARITY, verb)) return 'unknown_verb';
    if (args.length !== ARITY[verb]) return 'wrong_arity';
    if (args.some((name) => !this.things.has(name))) return 'unknown_object';
    if (verb === 'wait') return null;
    if (verb !== 'move' && !this.#hasLearned(verb, args)) return 'in_skill_library';
    const [x, y] = args.map((name) => this.#thing(name)) as [ReferenceThing, ReferenceThing];
    if (!x.seen) return 'seen';
    if (verb === 'move') return this.#move(x);
    if (verb === 'pickup') return this.#pickUp(x);
    if (verb === 'placein') return this.#placeIn(x, y);
    if (verb === 'placeon') return this.#placeOn(x, y);
    if (verb === 'open') return this.#open(x);
    if (verb === 'close') return this.#close(x);
    return this.#switch(x, verb === 'switchon');
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

  #move(x: ReferenceThing): string | null {
    if (!this.isVisible(x)) return 'visible';
    if (this.hands.includes(x)) return null;
    this.room = this.roomOf(x);
    this.x = x.x;
    this.z = x.z;
    this.target = x.category === 'Rooms' ? null : x;
    return null;
  }

  #pickUp(x: ReferenceThing): string | null {
    if (!x.properties.includes('GRABBABLE')) return 'grabbable';
    if (this.hands.includes(x)) return 'not_held';
    if (!this.isVisible(x)) return 'visible';
    if (!this.isClose(x)) return 'close_to_robot';
    if (!this.hands.includes(null)) return 'free_hand';
    if (!x.graspable) return 'graspable';
    const from = x.place?.at as ReferenceThing;
    if (this.target === x) this.target = from.category === 'Rooms' ? null : from;
    x.place = null;
    x.lastKnown = null;
    this.hands[this.hands.indexOf(null)] = x;
    for (const other of this.things.values()) {
      if (other.place?.at === x) other.place = { relation: 'IN', at: this.room };
    }
    return null;
  }

  #placeIn(x: ReferenceThing, y: ReferenceThing): string | null {
    if (!this.hands.includes(x)) return 'held';
    if (!y.seen) return 'seen';
    if (!y.properties.includes('CONTAINERS')) return 'container';
    if (this.hands.includes(y)) return 'not_held';
    if (!this.isVisible(y)) return 'visible';
    if (!this.isClose(y)) return 'close_to_robot';
    if (y.states.includes('CLOSED')) return 'not_closed';
    const inside = [...this.things.values()].filter(({ place }) => place?.at === y && place.relation === 'IN');
    if (inside.length >= (CLASSES.get(y.className)?.capacity ?? Number.POSITIVE_INFINITY)) return 'has_space';
    this.#put(x, 'IN', y);
    return null;
  }

  #placeOn(x: ReferenceThing, y: ReferenceThing): string | null {
    if (!this.hands.includes(x)) return 'held';
    if (!y.seen) return 'seen';
    if (!y.properties.includes('SURFACES')) return 'surface';
    if (this.hands.includes(y)) return 'not_held';
    if (!this.isVisible(y)) return 'visible';
    if (!this.isClose(y)) return 'close_to_robot';
    this.#put(x, 'ON', y);
    return null;
  }

  #put(x: ReferenceThing, relation: 'ON' | 'IN', at: ReferenceThing): void {
    this.hands[this.hands.indexOf(x)] = null;
    x.place = { relation, at };
    x.lastKnown = x.place;
    x.x = at.x;
    x.z = at.z;
  }

  #open(x: ReferenceThing): string | null {
    if (!x.properties.includes('CAN_OPEN')) return 'can_open';
    if (!this.isVisible(x)) return 'visible';
    if (!this.isClose(x)) return 'close_to_robot';
    if (!this.hands.includes(null)) return 'free_hand';
    if (!x.states.includes('CLOSED')) return 'is_closed';
    if (x.states.includes('ON')) return 'not_running';
    if (x.locked) return 'not_locked';
    x.states = [...x.states.filter((state) => state !== 'CLOSED'), 'OPEN'];
    return null;
  }

  #close(x: ReferenceThing): string | null {
    if (!x.properties.includes('CAN_OPEN')) return 'can_open';
    if (!this.isVisible(x)) return 'visible';
    if (!this.isClose(x)) return 'close_to_robot';
    if (!x.states.includes('OPEN')) return 'is_open';
    x.states = [...x.states.filter((state) => state !== 'OPEN'), 'CLOSED'];
    return null;
  }

  #switch(x: ReferenceThing, on: boolean): string | null {
    if (!x.properties.includes('HAS_SWITCH')) return 'has_switch';
    if (!this.isVisible(x)) return 'visible';
    if (!this.isClose(x)) return 'close_to_robot';
    if (!this.hands.includes(null)) return 'free_hand';
    if (!x.states.includes(on ? 'OFF' : 'ON')) return on ? 'is_off' : 'is_on';
    const runsClosedOnly = x.requiresClosed ?? CLASSES.get(x.className)?.requiresClosed;
    if (on && runsClosedOnly && !x.states.includes('CLOSED')) return 'door_closed';
    x.states = [...x.states.filter((state) => state !== 'ON' && state !== 'OFF'), on ? 'ON' : 'OFF'];
    if (on) this.#treat(x);
    return null;
  }

  /** Everything inside something that heats, and all that lies right in something that toasts, is so from now on. */
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
