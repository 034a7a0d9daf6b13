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
 * for (const [verb, name] of [['move', 'kitchen1'], ['move', 'fridge1'], ['open', 'fridge1']] as const) {
 *   const { ok, goal } = await env.step({ verb, args: [name] });
 *   assert.ok(ok);
 *   if (verb === 'open') assert.ok(goal.success);
 * }
 * ```
 */
export type { Condition, Domain, Goal } from '../../../envs/household/goals/goal.ts';
export type { HouseholdObservation, Placed } from '../../../envs/household/observation.ts';
export type { House, HouseNode, Place } from '../../../envs/household/scene/house.ts';
export type { HouseholdTask } from '../../../envs/household/tasks.ts';
export { household } from '../../../envs/household/world.ts';
