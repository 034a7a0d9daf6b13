// @ts-check
/**
 * A state tracker: it hears what a robot sees and does, and says in plain words what it believes.
 */
/**
 * @import { Belief, Tracker } from 'tapedeck/testing'
 * @typedef {Parameters<Tracker['observe']>[0]} Observation
 * @typedef {Parameters<Tracker['acted']>[0]} Action
 */

/** @implements {Tracker} */
export class MyTracker {
  /**
   * `on kitchentable1`, of what was seen there last and not picked up since.
   *
   * @type {Map<string, string>}
   */
  #places = new Map();

  /**
   * Of what the robot has opened or closed itself: an observation does not tell.
   *
   * @type {Map<string, string>}
   */
  #doors = new Map();

  /** @type {readonly string[]} */
  #held = [];

  /** @param {Observation} observation */
  observe({ objects, containers, surfaces, holding }) {
    for (const { name, relation, place } of [...objects, ...containers, ...surfaces])
      this.#places.set(name, `${relation === 'ON' ? 'on' : 'in'} ${place}`);
    for (const name of holding) this.#places.delete(name);
    this.#held = holding;
  }

  /**
   * `ok` is all that is told: a refused action has changed nothing.
   *
   * @param {Action} action
   * @param {boolean} ok
   */
  acted({ verb, args: [name = ''] }, ok) {
    if (ok && verb === 'open') this.#doors.set(name, 'open');
    if (ok && verb === 'close') this.#doors.set(name, 'closed');
  }

  /** @returns {Belief} */
  beliefs() {
    const names = new Set([...this.#places.keys(), ...this.#held]);
    return { keyObjects: Array.from(names, (name) => ({ name, attributes: this.#attributesOf(name) })) };
  }

  /** @param {string} name */
  #attributesOf(name) {
    const place = this.#places.get(name);
    const door = this.#doors.get(name);
    return [
      ...(this.#held.includes(name) ? ['in_hand'] : []),
      ...(place === undefined ? [] : [place]),
      ...(door === undefined ? [] : [door]),
    ];
  }
}
