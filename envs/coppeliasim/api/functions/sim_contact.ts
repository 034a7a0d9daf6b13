/** The arm is capsules; other objects are boxes. */

import { z } from 'zod';
import { clearance } from '../../../tabletop/motion/clearance.ts';
import type { Box } from '../../../tabletop/table/table.ts';
import type { SceneObject } from '../../scene/scene_objects.ts';
import { boundsOf, motionWorld } from '../../scene/simulation.ts';
import { Real } from '../../wire/cbor.ts';
import { type ApiContext, apiFunction, type Functions, handleArgument as handle } from './api_function.ts';
import { SIM_CONSTANTS as SIM } from './constants.ts';

export type Touchable = Readonly<{ hasRobot: boolean; boxes: readonly SceneObject[] }>;

export function touchableOf(entity: number, { simulation, collections }: ApiContext): Touchable {
  const { objects } = simulation.scene;
  const collected = collections.find(entity);
  let chosen = objects.all();
  if (collected !== undefined) chosen = chosen.filter((object) => collected.has(object.handle));
  else if (entity !== SIM.handle_all) chosen = [objects.get(entity)];
  return {
    hasRobot: chosen.some(({ isRobot }) => isRobot === true),
    boxes: chosen.filter(({ size }) => size !== undefined),
  };
}

/** Metres, at most 0 on contact; `second` defaults to everything. */
function nearest(first: number, second: number | null | undefined, context: ApiContext) {
  const { simulation } = context;
  const [a, b] = [touchableOf(first, context), touchableOf(second ?? SIM.handle_all, context)];
  let least = { distance: Number.POSITIVE_INFINITY, pair: [-1, -1] as readonly number[] };
  const held = new Set(simulation.held);
  const { panda } = simulation.scene;
  for (const [arm, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (!arm.hasRobot) continue;
    // Null for the arm itself.
    for (const box of [...other.boxes.filter((one) => !held.has(one)), ...(other.hasRobot ? [null] : [])]) {
      const { distance } = clearance(motionWorld(simulation, box === null ? [] : [box]), simulation.configuration);
      if (distance < least.distance) least = { distance, pair: [panda, box?.handle ?? panda] };
    }
  }
  for (const one of a.boxes) {
    for (const other of b.boxes) {
      if (one === other) continue;
      const distance = boxDistance(boundsOf(simulation, one), boundsOf(simulation, other));
      if (distance < least.distance) least = { distance, pair: [one.handle, other.handle] };
    }
  }
  return least;
}

/** Metres of overlap without a collision. */
const TOUCH = 1e-6;

function boxDistance(a: Box, b: Box): number {
  const gaps = [0, 1, 2].map((axis) => Math.max(a.min[axis]! - b.max[axis]!, b.min[axis]! - a.max[axis]!));
  if (gaps.every((gap) => gap < -TOUCH)) return Math.max(...gaps);
  return Math.max(TOUCH, Math.hypot(...gaps.map((gap) => Math.max(0, gap))));
}

export const SIM_CONTACT: Functions = {
  createCollection: apiFunction([z.int().nullish()], (_, { collections }) => [collections.add(new Set())]),
  destroyCollection: apiFunction([handle], ([collection], { collections }) => void collections.remove(collection)),
  addItemToCollection: apiFunction(
    [handle, z.int(), z.int(), z.int().nullish()],
    ([collection, what, object, options], { collections, simulation }) => {
      const { objects } = simulation.scene;
      const items = collections.get(collection);
      let chosen = objects.all();
      if (what === SIM.handle_tree) chosen = objects.treeOf(object);
      else if (what !== SIM.handle_all) chosen = [objects.get(object)];
      const isRemoval = ((options ?? 0) & 1) !== 0;
      for (const item of chosen) {
        if (isRemoval) items.delete(item.handle);
        else items.add(item.handle);
      }
    },
  ),
  checkCollision: apiFunction([handle, handle.nullish()], ([first, second], context) => {
    const { distance, pair } = nearest(first, second, context);
    return distance <= 0 ? [1, pair] : [0, [-1, -1]];
  }),
  /** Zeros stand for CoppeliaSim's two points. */
  checkDistance: apiFunction([handle, handle.nullish(), z.number().nullish()], ([first, second, most], context) => {
    const { distance, pair } = nearest(first, second, context);
    const isNear = Number.isFinite(distance) && !((most ?? 0) > 0 && distance > (most ?? 0));
    return isNear ? [1, [0, 0, 0, 0, 0, 0, Math.max(0, distance)].map((value) => new Real(value)), pair] : [0, [], []];
  }),
};
