import { carryOut, PAPER_RULES } from '../rules/rules.ts';
import { type House, houseTables } from '../scene/house.ts';
import { HouseholdState, PAPER_OPTIONS } from '../state/household_state.ts';
import { PrimitiveScript } from './scripts/primitives.ts';
import type { SimulatedStep, Simulator } from './scripts/simulator.ts';

const NO_TASK = '';

/**
 * Profile `paper`: VirtualHome's scripts with LLM-State's primitives and rules.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { houseOfGraph, PaperSimulator, readGraph } from 'tapedeck/virtualhome';
 *
 * const nodes = [{ id: 1, class_name: 'kitchen', category: 'Rooms' }];
 * const house = houseOfGraph(readGraph(JSON.stringify({ nodes, edges: [] }), 'kitchen.json'), 'kitchen');
 * assert.equal(new PaperSimulator(house).step('[WALK] <kitchen> (1)').ok, true);
 * ```
 */
export class PaperSimulator implements Simulator {
  readonly #house: House;
  readonly #script: PrimitiveScript;
  #state: HouseholdState;

  constructor(house: House) {
    this.#house = house;
    this.#script = new PrimitiveScript(house);
    this.#state = initialState(house);
  }

  reset(): void {
    this.#state = initialState(this.#house);
  }

  step(line: string): SimulatedStep {
    const { indexOf, nodes } = this.#house;
    const refusal = carryOut(this.#state, this.#script.action(line), { rules: PAPER_RULES, indexOf });
    const idOf = (node: number) => nodes[node]?.id ?? null;
    return {
      ok: refusal === null,
      message: refusal?.message ?? null,
      rh: idOf(this.#state.heldIn('right')),
      lh: idOf(this.#state.heldIn('left')),
      room: idOf(this.#state.robotRoom),
    };
  }
}

function initialState(house: House): HouseholdState {
  return new HouseholdState(houseTables(house, NO_TASK), PAPER_OPTIONS);
}
