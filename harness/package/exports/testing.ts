/**
 * `tapedeck/testing`: contracts, arbitraries (fast-check) and scripted models to test your own planners, worlds and state
 * trackers, under any test runner that has `describe` and `it`.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { household } from 'tapedeck/household';
 * import { arbitraryHouse } from 'tapedeck/testing';
 *
 * const houses = arbitraryHouse.map((text) => household.readScene(text, 'house.json'));
 * fc.assert(fc.property(houses, (house) => assert.equal(house.name, 'any_house')));
 * ```
 */
export { arbitraryHouse, arbitraryHouseOf, type HouseLimits } from '../../../envs/household/kit/arbitrary_house.ts';
export { arbitraryHouseTask } from '../../../envs/household/kit/arbitrary_house_task.ts';
export { arbitraryHouseActions, arbitraryHouseObservation } from '../../../envs/household/kit/walk_by.ts';
export { type EnvUnderTest, envContract } from '../../../envs/kit/env_contract.ts';
export {
  arbitraryTable,
  arbitraryTableActions,
  arbitraryTableObservation,
  type TableLimits,
} from '../../../envs/tabletop/kit/arbitrary_table.ts';
export { arbitraryTableTask } from '../../../envs/tabletop/kit/arbitrary_table_task.ts';
export { arbitraryReply, HOSTILE_REPLIES } from '../../../planners/kit/arbitrary_reply.ts';
export { type ContractSetup, plannerContract } from '../../../planners/kit/planner_contract.ts';
export { type ScriptedLlm, scriptedLlm } from '../../../planners/kit/scripted_llm.ts';
export {
  type BrokenBelief,
  brokenBeliefs,
  type CounterExample,
  checkTracker,
  type TrackerCheck,
  type TrackerContract,
  type TrackerReport,
  trackerContract,
} from '../kit/check_tracker.ts';
export type { Belief, Floors, HouseCase, HouseOptions, Move, Tracker, WatchedStep } from '../kit/play_tracker.ts';
export { playTracker, type TrackerDemands } from '../kit/play_tracker.ts';
