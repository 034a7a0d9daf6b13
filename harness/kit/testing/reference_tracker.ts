/**
 * Test support: a right state tracker, and trackers with one mistake each.
 *
 * @module
 */
import type { Action } from '../../../envs/env.ts';
import type { HouseholdObservation, Placed } from '../../../envs/household/observation.ts';
import type { Belief, Tracker } from '../tracker.ts';

/** Believes what it sees, and of doors, switches and heat what its actions must have brought about. */
export class ReferenceTracker implements Tracker {
  readonly places = new Map<string, Placed>();
  readonly doors = new Map<string, string>();
  readonly switches = new Map<string, string>();
  readonly treated = new Map<string, Set<string>>();
  held: readonly string[] = [];
  room = '';

  observe({ objects, containers, surfaces, holding, room }: HouseholdObservation): void {
    for (const name of holding) this.places.delete(name);
    for (const placed of [...objects, ...containers, ...surfaces]) this.places.set(placed.name, placed);
    this.held = holding;
    this.room = room;
  }

  acted({ verb, args: [name = ''] }: Action, ok: boolean): void {
    if (!ok) return;
    if (verb === 'open' || verb === 'close') this.doors.set(name, verb === 'open' ? 'open' : 'closed');
    if (verb === 'switchon' || verb === 'switchoff') this.switches.set(name, verb === 'switchon' ? 'on' : 'off');
    if (verb === 'switchon') this.treat(name);
  }

  /** What heats heats all that is inside; what toasts, what lies right in it. */
  treat(device: string): void {
    for (const name of this.places.keys()) {
      if (device.startsWith('microwave') && this.isInside(name, device)) this.become(name, 'heated');
      const placed = this.places.get(name);
      if (device.startsWith('toaster') && placed?.place === device && placed.relation === 'IN')
        this.become(name, 'toasted');
    }
  }

  become(name: string, state: string): void {
    this.treated.set(name, new Set([...(this.treated.get(name) ?? []), state]));
  }

  /** In it, or on or in something that is. */
  isInside(name: string, container: string): boolean {
    const placed = this.places.get(name);
    if (placed === undefined) return false;
    return (placed.place === container && placed.relation === 'IN') || this.isInside(placed.place, container);
  }

  /** Whether something that it is in has been closed by the robot. */
  isHidden(name: string): boolean {
    const placed = this.places.get(name);
    if (placed === undefined) return false;
    return (placed.relation === 'IN' && this.doors.get(placed.place) === 'closed') || this.isHidden(placed.place);
  }

  attributesOf(name: string): string[] {
    const placed = this.places.get(name);
    return [
      ...(this.held.includes(name) ? ['in_hand'] : []),
      ...(placed === undefined ? [] : [`${placed.relation === 'ON' ? 'on' : 'in'} ${placed.place}`]),
      ...this.sightOf(name),
      ...[this.doors.get(name), this.switches.get(name)].filter((state) => state !== undefined),
      ...(this.treated.get(name) ?? []),
    ];
  }

  sightOf(name: string): string[] {
    return [this.isHidden(name) ? 'not visible' : 'visible'];
  }

  beliefs(): Belief {
    const names = new Set([...this.places.keys(), ...this.held]);
    const things = Array.from(names, (name) => ({ name, attributes: this.attributesOf(name) }));
    return { keyObjects: [...things, { name: this.room, attributes: ['robot is here'] }] };
  }
}

/** What they get wrong → how. */
export const PLANTED_BUGS: Readonly<Record<string, { readonly make: () => Tracker; readonly invariant: string }>> = {
  'forgets that a pick-up empties the surface': {
    invariant: 'held_is_nowhere_else',
    make: () =>
      new (class extends ReferenceTracker {
        override observe(observation: HouseholdObservation) {
          const before = new Map(this.places);
          super.observe(observation);
          for (const name of this.held) {
            const placed = before.get(name);
            if (placed?.relation === 'ON') this.places.set(name, placed);
          }
        }
      })(),
  },
  'never lets go': {
    invariant: 'held_is_nowhere_else',
    make: () =>
      new (class extends ReferenceTracker {
        override observe(observation: HouseholdObservation) {
          super.observe({ ...observation, holding: [...new Set([...this.held, ...observation.holding])] });
        }
      })(),
  },
  'counts what it asked for as held': {
    invariant: 'seen_is_believed',
    make: () =>
      new (class extends ReferenceTracker {
        asked = new Set<string>();
        override acted(action: Action, ok: boolean) {
          super.acted(action, ok);
          if (action.verb === 'pickup') this.asked.add(action.args[0] ?? '');
        }
        override attributesOf(name: string) {
          return this.asked.has(name) && !this.held.includes(name) ? ['in_hand'] : super.attributesOf(name);
        }
      })(),
  },
  'sees through doors': {
    invariant: 'put_away_is_out_of_sight',
    make: () =>
      new (class extends ReferenceTracker {
        override sightOf() {
          return ['visible'];
        }
      })(),
  },
  'forgets what is in another room': {
    invariant: 'kept_until_evidence',
    make: () =>
      new (class extends ReferenceTracker {
        override observe(observation: HouseholdObservation) {
          if (observation.room !== this.room) this.places.clear();
          const here = (list: readonly Placed[]) => list.filter(({ place }) => place === observation.room);
          const { objects, containers, surfaces } = observation;
          super.observe({
            ...observation,
            objects: here(objects),
            containers: here(containers),
            surfaces: here(surfaces),
          });
        }
      })(),
  },
  'believes that doors fall shut': {
    invariant: 'changes_with_evidence',
    make: () =>
      new (class extends ReferenceTracker {
        seen = 0;
        override observe(observation: HouseholdObservation) {
          super.observe(observation);
          this.seen += 1;
          if (this.seen % 3 === 0) for (const [name] of this.doors) this.doors.set(name, 'closed');
        }
      })(),
  },
  'mixes up in and on': {
    invariant: 'seen_is_believed',
    make: () =>
      new (class extends ReferenceTracker {
        override acted(action: Action, ok: boolean) {
          super.acted(action, ok);
          if (ok && action.verb === 'placein') this.wrong.add(action.args[0] ?? '');
        }
        wrong = new Set<string>();
        override attributesOf(name: string) {
          const attributes = super.attributesOf(name);
          return this.wrong.has(name) ? attributes.map((each) => each.replace(/^in (?=\w+\d$)/, 'on ')) : attributes;
        }
      })(),
  },
  'forgets that doors can be closed': {
    invariant: 'precision_floor',
    make: () =>
      new (class extends ReferenceTracker {
        override acted(action: Action, ok: boolean) {
          super.acted(action, ok && action.verb !== 'close');
        }
      })(),
  },
  'takes every toaster for a microwave': {
    invariant: 'precision_floor',
    make: () =>
      new (class extends ReferenceTracker {
        override treat(device: string) {
          for (const name of this.places.keys()) if (this.isInside(name, device)) this.become(name, 'heated');
        }
      })(),
  },
};
