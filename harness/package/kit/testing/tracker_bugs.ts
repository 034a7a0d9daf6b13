import type { Tracker } from '../play_tracker.ts';
import { isKin, MistakenTracker, type Mistakes, thingsAt } from './mistake.ts';
import { PLACES, ROOMS, SIGHT } from './place_bugs.ts';
import { DOORS, HANDS, HEAT, SWITCHES } from './state_bugs.ts';

/** Beliefs that change with evidence, but wrongly, so that no invariant breaks. */
const WITH_PRECISION: Mistakes = {
  'closes what it could not close': () => ({ trusts: ({ verb }, ok) => ok || verb === 'close' }),
  'takes a door for open that it has not closed': (t) => ({
    says: (name, right) => (t.doors.has(name) ? right : [...right, 'open']),
  }),
  'switches on what it could not': () => ({ trusts: ({ verb }, ok) => ok || verb === 'switchon' }),
  'takes what was hidden for hidden until it takes it': (t) => {
    const hidden = new Set<string>();
    return {
      on: { pickup: (name) => hidden.delete(name) },
      isHidden: (name, isRight) => {
        if (isRight && t.places.has(name)) hidden.add(name);
        return hidden.has(name);
      },
    };
  },
  'heats all of a class alike': (t) => ({
    treats: (device) => {
      const inside = [...t.places.keys()].filter((name) => t.isInside(name, device));
      if (device.startsWith('microwave'))
        for (const name of t.places.keys())
          if (inside.some((each) => isKin(each, name) || each === name)) t.become(name, 'heated');
    },
  }),
  'takes every toaster for a microwave': (t) => ({
    treats: (device) => {
      for (const name of t.places.keys()) if (t.isInside(name, device)) t.become(name, 'heated');
    },
  }),
  'toasts what it puts into a running toaster': (t) => {
    const isToasting = (device: string) => device.startsWith('toaster') && t.switches.get(device) === 'on';
    return { on: { placein: (name, device) => isToasting(device) && t.become(name, 'toasted') } };
  },
  'cools what it takes': () => {
    const cold = new Set<string>();
    return {
      on: { pickup: (name) => cold.add(name) },
      says: (name, right) => (cold.has(name) ? [...right.filter((each) => !/heated/.test(each)), 'cold'] : right),
    };
  },
};

const NOT_FOUND: Mistakes = {
  'forgets heat as it takes a thing': (t) => ({ on: { pickup: (name) => t.treated.delete(name) } }),
  'does not know that what lies on something is heated with it': (t) => ({
    treats: (device) => {
      for (const { name } of thingsAt(t, device).filter(({ relation }) => relation === 'IN')) {
        if (device.startsWith('microwave')) t.become(name, 'heated');
        if (device.startsWith('toaster')) t.become(name, 'toasted');
      }
    },
  }),
};

export type TrackerBug = Readonly<{
  name: string;
  make: () => Tracker;
  /** Whether `checkTracker` finds it by its invariants alone, with `floors: { precision: 1 }`, or not at all. */
  foundBy: 'invariants' | 'precision' | 'nothing';
}>;

export const TRACKER_BUGS: readonly TrackerBug[] = [
  ...bugs('invariants', { ...DOORS, ...SWITCHES, ...HEAT, ...HANDS, ...PLACES, ...SIGHT, ...ROOMS }),
  ...bugs('precision', WITH_PRECISION),
  ...bugs('nothing', NOT_FOUND),
];

function bugs(foundBy: TrackerBug['foundBy'], table: Mistakes): TrackerBug[] {
  return Object.entries(table).map(([name, mistakeOf]) => ({
    name,
    make: () => new MistakenTracker(mistakeOf),
    foundBy,
  }));
}
