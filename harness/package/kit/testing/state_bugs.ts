import {
  addAll,
  classOf,
  holdsToo,
  keepLast,
  leaving,
  type Mistakes,
  secondLook,
  setAll,
  setKin,
  setOthers,
  tenStepsAfter,
  union,
} from './mistake.ts';

export const DOORS: Mistakes = {
  'closes the other doors as it opens one': (t) => ({ on: { open: (name) => setOthers(t.doors, name, 'closed') } }),
  'closes the other doors as it closes one': (t) => ({ on: { close: (name) => setOthers(t.doors, name, 'closed') } }),
  'opens the other doors as it opens one': (t) => ({ on: { open: (name) => setOthers(t.doors, name, 'open') } }),
  'takes the doors of a class for one': (t) => {
    const setAlike = (name: string) => setKin(t.doors, name, t.doors.get(name)!);
    return { on: { open: setAlike, close: setAlike } };
  },
  'remembers two doors': (t) => ({ afterAction: () => keepLast(t.doors, 2) }),
  'forgets doors as it goes to another room': (t) => leaving(t, () => t.doors.clear()),
  'closes doors as it goes to another room': (t) => leaving(t, () => setAll(t.doors, 'closed')),
  'lets doors fall shut after ten steps': (t) => tenStepsAfter('open', (name) => t.doors.set(name, 'closed')),
  'forgets doors at a second look': (t) => secondLook(() => t.doors.clear()),
  'forgets doors when an action is refused': (t) => ({ afterAction: (_, ok) => ok || t.doors.clear() }),
  'forgets that doors can be closed': () => ({ trusts: ({ verb }, ok) => ok && verb !== 'close' }),
  'takes all doors for closed while both hands are full': (t) => ({
    afterSight: () => t.held.length > 1 && setAll(t.doors, 'closed'),
  }),
  'opens what it could not open': () => ({ trusts: ({ verb }, ok) => ok || verb === 'open' }),
  'closes the door behind what it takes out': (t) => {
    const placeOf = (name: string) => t.places.get(name)?.place ?? '';
    return { on: { pickup: (name) => t.doors.has(placeOf(name)) && t.doors.set(placeOf(name), 'closed') } };
  },
};

export const SWITCHES: Mistakes = {
  'switches the others off as it switches one on': (t) => ({
    on: { switchon: (name) => setOthers(t.switches, name, 'off') },
  }),
  'takes the switches of a class for one': (t) => {
    const setAlike = (name: string) => setKin(t.switches, name, t.switches.get(name)!);
    return { on: { switchon: setAlike, switchoff: setAlike } };
  },
  'remembers one switch': (t) => ({ afterAction: () => keepLast(t.switches, 1) }),
  'switches all off as it goes to another room': (t) => leaving(t, () => setAll(t.switches, 'off')),
  'lets devices run down after ten steps': (t) => tenStepsAfter('switchon', (name) => t.switches.set(name, 'off')),
  'switches off what is running as it opens another door': (t) => ({
    on: { open: (name) => setOthers(t.switches, name, 'off') },
  }),
};

export const HEAT: Mistakes = {
  'lets heat go after ten steps': (t) => {
    const hot = new Map<string, number>();
    return {
      afterAction: () => {
        for (const name of t.treated.keys()) hot.set(name, (hot.get(name) ?? 0) + 1);
        for (const [name, steps] of hot) if (steps >= 10) t.treated.delete(name);
      },
    };
  },
  'remembers one thing that was heated or toasted': (t) => ({ afterAction: () => keepLast(t.treated, 1) }),
  'remembers two things that were heated or toasted': (t) => ({ afterAction: () => keepLast(t.treated, 2) }),
  'forgets heat as it goes to another room': (t) => leaving(t, () => t.treated.clear()),
  'cools everything as it opens a door': (t) => ({ on: { open: () => t.treated.clear() } }),
};

export const HANDS: Mistakes = {
  'never lets go': (t) => ({ takesIn: (seen) => ({ ...seen, holding: union(t.held, seen.holding) }) }),
  'counts what it asked for as held': (t) => holdsToo(t, ({ verb }, ok) => verb === 'pickup' && !ok),
  'takes a third thing': (t) => holdsToo(t, ({ verb }, ok) => verb === 'pickup' && !ok && t.held.length > 1),
  'has one hand': () => ({ takesIn: (seen) => ({ ...seen, holding: seen.holding.slice(-1) }) }),
  'lets go of everything as it puts one thing down': () => {
    let isEmpty = false;
    return {
      afterAction: ({ verb }, ok) => {
        if (ok && verb.startsWith('p')) isEmpty = verb !== 'pickup';
      },
      takesIn: (seen) => ({ ...seen, holding: isEmpty ? [] : seen.holding }),
    };
  },
  'puts down what it took first, whatever it is to put': () => {
    const hands: string[] = [];
    return {
      on: { pickup: (name) => hands.push(name), put: () => hands.shift() },
      takesIn: (seen) => ({ ...seen, holding: hands.slice() }),
    };
  },
  'takes the first of its class, whichever it takes': () => ({
    takesIn: (seen) => ({ ...seen, holding: seen.holding.map((name) => `${classOf(name)}1`) }),
  }),
  'drops what it has held for ten steps': (t) => {
    const steps = new Map<string, number>();
    return {
      afterAction: () => {
        for (const name of t.held) steps.set(name, (steps.get(name) ?? 0) + 1);
      },
      takesIn: (seen) => ({ ...seen, holding: seen.holding.filter((name) => (steps.get(name) ?? 0) < 10) }),
    };
  },
  'leaves what it holds as it goes to another room': (t) => {
    const left = new Set<string>();
    return {
      ...leaving(t, (held) => addAll(left, held)),
      says: (name, right) => (left.has(name) ? right.filter((each) => each !== 'in_hand') : right),
    };
  },
  'keeps what it holds in the room where it took it': (t) => {
    const taken = new Map<string, string>();
    return {
      on: { pickup: (name) => taken.set(name, t.room) },
      says: (name, right) =>
        t.held.includes(name) ? ['in_hand', 'visible', `in ${taken.get(name) ?? t.room}`] : right,
    };
  },
  'keeps in hand what it puts back where it was': (t) => {
    const [from, kept] = [new Map<string, string>(), new Set<string>()];
    return {
      on: {
        pickup: (name) => {
          from.set(name, t.places.get(name)?.place ?? '');
          kept.delete(name);
        },
        put: (name, place) => from.get(name) === place && kept.add(name),
      },
      takesIn: (seen) => ({ ...seen, holding: union(seen.holding, [...kept]) }),
    };
  },
  'forgets one hand when it has both full and is refused': (t) => {
    let forgets = false;
    return {
      afterAction: (_, ok) => {
        forgets = !ok && t.held.length > 1;
      },
      takesIn: (seen) => ({ ...seen, holding: forgets ? seen.holding.slice(0, 1) : seen.holding }),
    };
  },
};
