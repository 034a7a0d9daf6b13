// @ts-check
/** A state tracker: receives a robot's observations and actions, and returns its beliefs in words. */
/**
 * @import { Belief, Tracker } from 'tapedeck/testing'
 * @typedef {Parameters<Tracker['observe']>[0]} Observation
 * @typedef {Parameters<Tracker['acted']>[0]} Action
 */

/** @implements {Tracker} */
export class MyTracker {
  /** @type {Map<string, string>} `on kitchentable1`, as last seen and not picked up since */
  #places = new Map();

  /** @type {Map<string, string>} from the robot's own actions: observations omit doors */
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
   * A refused action has changed nothing.
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
