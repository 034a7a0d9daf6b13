import type { Action } from '../../../../envs/env.ts';
import type { HouseholdObservation, Placed } from '../../../../envs/household/observation.ts';
import type { Belief, Tracker } from '../play_tracker.ts';

export class ReferenceTracker implements Tracker {
  readonly places = new Map<string, Placed>();
  readonly doors = new Map<string, string>();
  readonly switches = new Map<string, string>();
  readonly treated = new Map<string, string>();
  readonly objects = new Set<string>();
  rooms: readonly string[] = [];
  held: readonly string[] = [];
  room = '';

  observe({ objects, containers, surfaces, holding, room, rooms }: HouseholdObservation): void {
    for (const name of holding) this.places.delete(name);
    for (const placed of [...objects, ...containers, ...surfaces]) this.places.set(placed.name, placed);
    for (const { name } of objects) this.objects.add(name);
    this.rooms = rooms;
    this.held = holding;
    this.room = room;
  }

  acted({ verb, args: [name = ''] }: Action, ok: boolean): void {
    if (!ok) return;
    if (verb === 'open' || verb === 'close') this.doors.set(name, verb === 'open' ? 'open' : 'closed');
    if (verb === 'switchon' || verb === 'switchoff') this.switches.set(name, verb === 'switchon' ? 'on' : 'off');
    if (verb === 'switchon') this.treat(name);
  }

  treat(device: string): void {
    for (const [name, placed] of this.places) {
      if (device.startsWith('microwave') && this.isInside(name, device)) this.become(name, 'heated');
      if (device.startsWith('toaster') && placed.place === device && placed.relation === 'IN')
        this.become(name, 'toasted');
    }
  }

  become(name: string, state: string): void {
    this.treated.set(name, [...new Set([...(this.treated.get(name)?.split(', ') ?? []), state])].join(', '));
  }

  isInside(name: string, container: string): boolean {
    const placed = this.places.get(name);
    if (placed === undefined) return false;
    return (placed.place === container && placed.relation === 'IN') || this.isInside(placed.place, container);
  }

  isHidden(name: string): boolean {
    const placed = this.places.get(name);
    if (placed === undefined) return false;
    return (placed.relation === 'IN' && this.doors.get(placed.place) === 'closed') || this.isHidden(placed.place);
  }

  roomOf(name: string): string | undefined {
    const place = this.held.includes(name) ? this.room : this.places.get(name)?.place;
    return place === undefined || this.rooms.includes(place) ? place : this.roomOf(place);
  }

  attributesOf(name: string): readonly string[] {
    const placed = this.places.get(name);
    const room = this.roomOf(name);
    const contents = [...this.places.values()].filter((each) => each.place === name && this.objects.has(each.name));
    return [
      ...(this.held.includes(name) ? ['in_hand'] : []),
      ...(placed === undefined ? [] : [`${placed.relation === 'ON' ? 'on' : 'in'} ${placed.place}`]),
      ...(room === undefined || room === placed?.place ? [] : [`in ${room}`]),
      ...contents.map((each) => `contains ${each.name}`),
      this.isHidden(name) ? 'not visible' : 'visible',
      ...[this.doors.get(name), this.switches.get(name), this.treated.get(name)].filter((each) => each !== undefined),
    ];
  }

  beliefs(): Belief {
    const names = new Set([...this.places.keys(), ...this.held]);
    const things = Array.from(names, (name) => ({ name, attributes: this.attributesOf(name) }));
    return { keyObjects: [...things, { name: this.room, attributes: ['robot is here'] }] };
  }
}
