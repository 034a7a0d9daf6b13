import type { Placed } from '../../../../envs/household/observation.ts';
import {
  addAll,
  classOf,
  forget,
  hiddenIn,
  isKin,
  keepsPlaceOfHeld,
  leaving,
  type Mistake,
  type Mistakes,
  relocate,
  secondLook,
  thingsAt,
} from './mistake.ts';
import type { ReferenceTracker } from './reference_tracker.ts';

export const PLACES: Mistakes = {
  'forgets that a pick-up empties the surface': (t) => keepsPlaceOfHeld(t, 'ON'),
  'forgets that a pick-up empties the container': (t) => keepsPlaceOfHeld(t, 'IN'),
  'mixes up in and on': (t) => {
    const wrong = new Set<string>();
    const placeOf = (name: string) => `in ${t.places.get(name)?.place}`;
    return {
      on: { placein: (name) => wrong.add(name) },
      says: (name, right) =>
        right.map((each) => (wrong.has(name) && each === placeOf(name) ? each.replace('in', 'on') : each)),
    };
  },
  'leaves on a plate what falls from it': (t) => {
    const fallen = new Map<string, string>();
    return {
      on: { pickup: (plate) => setAt(fallen, thingsAt(t, plate), plate) },
      afterSight: () => {
        for (const name of t.held) fallen.delete(name);
        for (const [name, place] of fallen) relocate(t, { name, relation: 'ON', place });
      },
    };
  },
  'takes what fell from a plate for back on it once that is put down': (t) => {
    const [loads, back] = [new Map<string, string>(), new Map<string, string>()];
    return {
      on: {
        pickup: (plate) => {
          setAt(loads, thingsAt(t, plate), plate);
          for (const map of [loads, back]) map.delete(plate);
        },
        put: (plate) => {
          for (const [load, own] of loads) if (own === plate) back.set(load, plate);
        },
      },
      afterSight: () => {
        for (const [name, place] of back) if (!t.held.includes(place)) relocate(t, { name, relation: 'ON', place });
      },
    };
  },
  'keeps things where it saw them first': (t) => firstPlaces(t, () => true),
  'returns things to where they were first after ten steps': (t) => {
    const steps = new Map<string, number>();
    return {
      ...firstPlaces(t, (name) => (steps.get(name) ?? 0) >= 10),
      afterAction: ({ verb, args: [name = ''] }, ok) => {
        for (const [each, count] of steps) steps.set(each, count + 1);
        if (ok && verb === 'pickup') steps.delete(name);
        if (ok && verb.startsWith('place')) steps.set(name, 0);
      },
    };
  },
  'takes all things of a class for one': (t) => ({
    afterSight: () => {
      const last = new Map([...t.places].map(([name, placed]) => [classOf(name), placed]));
      for (const name of t.places.keys()) relocate(t, { ...last.get(classOf(name))!, name });
    },
  }),
  'forgets the others of a class as it takes one': (t) => {
    const gone = new Set<string>();
    return { on: { pickup: (name) => addAll(gone, kinOf(t, name)) }, afterSight: () => forget(t, gone) };
  },
  'puts the others of a class there, too': (t) => {
    const moved = new Map<string, Placed>();
    const put = (relation: Placed['relation']) => (name: string, place: string) => {
      moved.delete(name);
      for (const each of kinOf(t, name)) if (each !== place) moved.set(each, { name: each, relation, place });
    };
    return {
      on: { placein: put('IN'), placeon: put('ON') },
      afterSight: () => {
        for (const placed of moved.values()) relocate(t, placed);
      },
    };
  },
  'has room for one thing on a surface': (t) => {
    const gone = new Set<string>();
    const placeon = (name: string, surface: string) => {
      for (const each of thingsAt(t, surface)) if (each.name !== name && each.relation === 'ON') gone.add(each.name);
    };
    return { on: { placeon }, afterSight: () => forget(t, gone) };
  },
  'counts as put what it could not put': (t) => {
    const put = new Map<string, string>();
    return {
      afterAction: ({ verb, args: [name = '', place = ''] }, ok) => {
        if (!ok && verb.startsWith('place') && t.held.includes(name) && name !== place) put.set(name, place);
        if (ok) put.clear();
      },
      says: (name, right) => (put.has(name) ? [`on ${put.get(name)}`] : right),
    };
  },
  'forgets what is in another room': (t) => ({ says: (name, right) => (t.roomOf(name) === t.room ? right : []) }),
};

function setAt(places: Map<string, string>, things: readonly Placed[], place: string): void {
  for (const { name } of things) places.set(name, place);
}

function kinOf(t: ReferenceTracker, name: string): string[] {
  return [...t.places.keys()].filter((each) => isKin(each, name));
}

function firstPlaces(t: ReferenceTracker, returns: (name: string) => boolean): Mistake {
  const first = new Map<string, Placed>();
  return {
    afterSight: () => {
      for (const [name, placed] of t.places) {
        if (!first.has(name)) first.set(name, placed);
        if (returns(name)) relocate(t, first.get(name)!);
      }
    },
  };
}

export const SIGHT: Mistakes = {
  'sees through doors': () => ({ isHidden: () => false }),
  'sees what lies on something behind a door': (t) => ({
    isHidden: (name, isRight) => isRight && t.places.get(name)?.relation === 'IN',
  }),
  'takes what it hid for visible as it goes to another room': (t) => {
    const shown = new Set<string>();
    return {
      ...leaving(t, () => addAll(shown, hiddenIn(t))),
      on: { close: () => shown.clear() },
      isHidden: (name, isRight) => isRight && !shown.has(name),
    };
  },
  'forgets what it hid as it goes to another room': (t) => {
    const gone = new Set<string>();
    return {
      ...leaving(t, () => addAll(gone, hiddenIn(t))),
      on: { open: () => gone.clear() },
      says: (name, right) => (gone.has(name) ? [] : right),
    };
  },
  'forgets what has been hidden for ten steps': (t) => {
    const steps = new Map<string, number>();
    return {
      afterAction: () => {
        for (const name of t.places.keys()) steps.set(name, t.isHidden(name) ? (steps.get(name) ?? 0) + 1 : 0);
      },
      says: (name, right) => ((steps.get(name) ?? 0) > 10 ? [] : right),
    };
  },
  'remembers two hidden things': (t) => {
    const hidden = new Set<string>();
    return {
      afterSight: () => {
        for (const name of t.places.keys()) hidden[t.isHidden(name) ? 'add' : 'delete'](name);
      },
      says: (name, right) => ([...hidden].slice(0, -2).includes(name) ? [] : right),
    };
  },
  'finds in a container what it found there first': (t) => {
    const first = new Map<string, readonly Placed[]>();
    let shown: readonly Placed[] = [];
    return {
      afterAction: ({ verb, args: [name = ''] }, ok) => {
        if (!ok) return;
        shown = verb === 'open' ? (first.get(name) ?? []) : [];
        if (verb === 'close' && !first.has(name)) first.set(name, thingsAt(t, name));
      },
      afterSight: () => {
        for (const placed of shown) relocate(t, placed);
      },
    };
  },
  'lists as contents what it took out': (t) => {
    const taken = new Map<string, string>();
    const takenFrom = (name: string) => [...taken].filter(([, place]) => place === name);
    return {
      on: { pickup: (name) => taken.set(name, t.places.get(name)?.place ?? '') },
      says: (name, right) => [...right, ...takenFrom(name).map(([thing]) => `contains ${thing}`)],
    };
  },
  'takes a place for empty once it has taken something from it': (t) => {
    const empty = new Set<string>();
    return {
      afterAction: ({ verb, args: [name = ''] }, ok) => {
        if (ok && verb === 'pickup') empty.add(t.places.get(name)?.place ?? '');
        if (ok && verb !== 'pickup') empty.clear();
      },
      says: (name, right) => (empty.has(name) ? [...right.filter((each) => !/^contains/.test(each)), 'empty'] : right),
    };
  },
  'forgets everything at a second look': (t) =>
    secondLook(() => {
      for (const known of [t.places, t.doors, t.switches, t.treated]) known.clear();
    }),
};

export const ROOMS: Mistakes = {
  'goes to another room only if that is named': (t) => {
    let named: string | null = null;
    return {
      afterAction: ({ verb, args: [name = ''] }, ok) => {
        named ??= t.room;
        if (ok && verb === 'move' && t.rooms.includes(name)) named = name;
      },
      takesIn: (seen) => ({ ...seen, room: named ?? seen.room }),
    };
  },
  'counts as gone to what it could not reach': (t) => {
    let wrong: string | null = null;
    return {
      afterAction: ({ verb, args: [name = ''] }, ok) => {
        wrong = verb === 'move' && !ok ? (t.roomOf(name) ?? null) : null;
      },
      takesIn: (seen) => ({ ...seen, room: wrong ?? seen.room }),
    };
  },
  'takes a room for as it was when it left it first': (t) => {
    const left = new Map<string, readonly Placed[]>();
    let shown: readonly Placed[] = [];
    return {
      afterSight: ({ room, places }) => {
        if (room !== t.room) {
          const there = [...places.values()].filter(({ name }) => t.roomOf(name) === room);
          if (!left.has(room)) left.set(room, there);
          shown = left.get(t.room) ?? [];
        }
        for (const placed of shown) if (!t.held.includes(placed.name)) relocate(t, placed);
      },
      on: {
        pickup: () => {
          shown = [];
        },
      },
    };
  },
};
