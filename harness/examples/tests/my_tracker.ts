/**
 * A state tracker: it hears what a robot sees and does, and says in plain words what it believes.
 *
 * @module
 */
import type { Belief, Tracker } from 'tapedeck/testing';

type Observation = Parameters<Tracker['observe']>[0];
type Action = Parameters<Tracker['acted']>[0];

export class MyTracker implements Tracker {
  /** `on kitchentable1`, of what was seen there last and not picked up since. */
  readonly #places = new Map<string, string>();
  /** Of what the robot has opened or closed itself: an observation does not tell. */
  readonly #doors = new Map<string, string>();
  #held: readonly string[] = [];

  observe({ objects, containers, surfaces, holding }: Observation): void {
    for (const { name, relation, place } of [...objects, ...containers, ...surfaces])
      this.#places.set(name, `${relation === 'ON' ? 'on' : 'in'} ${place}`);
    for (const name of holding) this.#places.delete(name);
    this.#held = holding;
  }

  /** `ok` is all that is told: a refused action has changed nothing. */
  acted({ verb, args: [name = ''] }: Action, ok: boolean): void {
    if (ok && verb === 'open') this.#doors.set(name, 'open');
    if (ok && verb === 'close') this.#doors.set(name, 'closed');
  }

  beliefs(): Belief {
    const names = new Set([...this.#places.keys(), ...this.#held]);
    return { keyObjects: Array.from(names, (name) => ({ name, attributes: this.#attributesOf(name) })) };
  }

  #attributesOf(name: string): string[] {
    const place = this.#places.get(name);
    const door = this.#doors.get(name);
    return [
      ...(this.#held.includes(name) ? ['in_hand'] : []),
      ...(place === undefined ? [] : [place]),
      ...(door === undefined ? [] : [door]),
    ];
  }
}
