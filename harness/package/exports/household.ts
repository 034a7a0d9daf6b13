/**
 * `tapedeck/household`: a symbolic household modelled on VirtualHome.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { bindTask } from 'tapedeck/env';
 * import { household } from 'tapedeck/household';
 *
 * const env = bindTask(household, { scene: 'house_1', tasks: 'table_1', task: 'open_fridge' }).newEnv(0);
 * const { observation } = await env.reset();
 * assert.ok(household.schemas.observation.parse(observation).rooms.includes('kitchen1'));
 * assert.ok((await env.step({ verb: 'move', args: ['kitchen1'] })).ok);
 * ```
 */
export type { Condition, Domain, Goal } from '../../../envs/household/goals/goal.ts';
export type { HouseholdObservation, Placed } from '../../../envs/household/observation.ts';
export type { House, HouseNode, Place } from '../../../envs/household/scene/house.ts';
export type { HouseholdTask } from '../../../envs/household/tasks.ts';
export { household } from '../../../envs/household/world.ts';
