/** Profile `paper`: VirtualHome's actions as far as they are LLM-State's primitives. */
import { carryOut, PAPER_RULES } from '../rules/rules.ts';
import type { House } from '../scene/house.ts';
import { houseTables } from '../scene/house_tables.ts';
import { HouseholdState, PAPER_OPTIONS } from '../state/household_state.ts';
import { PrimitiveScript } from './scripts/primitives.ts';
import type { SimulatedStep, Simulator } from './scripts/simulator.ts';

const NO_TASK = '';

/**
 * ```ts
 * import assert from 'node:assert/strict';
 * import { houseOfGraph, PaperSimulator, readGraph } from 'tapedeck/virtualhome';
 *
 * const nodes = [
 *   { id: 1, class_name: 'kitchen', category: 'Rooms' },
 *   { id: 2, class_name: 'fridge', properties: ['CAN_OPEN'], states: ['CLOSED'] },
 * ];
 * const edges = [{ from_id: 2, relation_type: 'INSIDE', to_id: 1 }];
 * const house = houseOfGraph(readGraph(JSON.stringify({ nodes, edges }), 'kitchen.json'), 'kitchen');
 * const simulator = new PaperSimulator(house);
 * const walked = ['[WALK] <kitchen> (1)', '[WALK] <fridge> (2)'].map((line) => simulator.step(line).ok);
 * assert.deepEqual(walked, [true, true]);
 * ```
 */
export class PaperSimulator implements Simulator {
  readonly #house: House;
  readonly #initial: HouseholdState;
  readonly #script: PrimitiveScript;
  #state: HouseholdState;

  constructor(house: House) {
    this.#house = house;
    this.#initial = new HouseholdState(houseTables(house, NO_TASK), PAPER_OPTIONS);
    this.#script = new PrimitiveScript(house);
    this.#state = this.#initial.clone();
  }

  reset(): void {
    this.#state = this.#initial.clone();
  }

  step(line: string): SimulatedStep {
    const rulebook = { rules: PAPER_RULES, indexOf: this.#house.indexOf };
    const refusal = carryOut(this.#state, this.#script.action(line), rulebook);
    return {
      ok: refusal === null,
      message: refusal?.message ?? null,
      rh: this.#idOf(this.#state.heldIn('right')),
      lh: this.#idOf(this.#state.heldIn('left')),
      room: this.#idOf(this.#state.robotRoom),
    };
  }

  #idOf(node: number): number | null {
    return this.#house.nodes[node]?.id ?? null;
  }
}
