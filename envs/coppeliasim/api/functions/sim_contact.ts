import { z } from 'zod';
import { clearance } from '../../../tabletop/motion/clearance.ts';
import type { Box } from '../../../tabletop/table/table.ts';
import { boundsOf, motionWorld } from '../../scene/simulation.ts';
import { Real } from '../../wire/cbor.ts';
import { type ApiContext, apiFunction, type Functions, handleArgument as handle } from './api_function.ts';
import { SIM_CONSTANTS as SIM } from './constants.ts';

export function touchableOf(entity: number, { objects, collections }: ApiContext) {
  const collected = collections.find(entity);
  let members = objects.all();
  if (collected !== undefined) members = members.filter((object) => collected.has(object.handle));
  else if (entity !== SIM.handle_all) members = [objects.get(entity)];
  return {
    hasRobot: members.some(({ isRobot }) => isRobot === true),
    boxes: members.filter(({ size }) => size !== undefined),
  };
}

function findNearest(first: number, second: number | null | undefined, context: ApiContext) {
  const { simulation, panda } = context;
  const [a, b] = [touchableOf(first, context), touchableOf(second ?? SIM.handle_all, context)];
  let nearest = { distance: Infinity, pair: [-1, -1] as readonly number[] };
  const held = new Set(simulation.held);
  const obstacles = [...(a.hasRobot ? b.boxes : []), ...(b.hasRobot ? a.boxes : [])].filter((box) => !held.has(box));
  for (const boxes of [...obstacles.map((box) => [box]), ...(a.hasRobot && b.hasRobot ? [[]] : [])]) {
    const { distance } = clearance(motionWorld(simulation, boxes), simulation.configuration);
    if (distance < nearest.distance) nearest = { distance, pair: [panda, boxes[0]?.handle ?? panda] };
  }
  for (const box of a.boxes) {
    for (const other of b.boxes) {
      if (box === other) continue;
      const distance = boxDistance(boundsOf(simulation, box), boundsOf(simulation, other));
      if (distance < nearest.distance) nearest = { distance, pair: [box.handle, other.handle] };
    }
  }
  return nearest;
}

const OVERLAP_MAX_M = 1e-6;

function boxDistance(a: Box, b: Box): number {
  const gaps = [0, 1, 2].map((axis) => Math.max(a.min[axis]! - b.max[axis]!, b.min[axis]! - a.max[axis]!));
  if (gaps.every((gap) => gap < -OVERLAP_MAX_M)) return Math.max(...gaps);
  return Math.max(OVERLAP_MAX_M, Math.hypot(...gaps.map((gap) => Math.max(0, gap))));
}

export const SIM_CONTACT: Functions = {
  createCollection: apiFunction([z.int().nullish()], (_, { collections }) => [collections.add(new Set())]),
  destroyCollection: apiFunction([handle], ([collection], { collections }) => void collections.remove(collection)),
  addItemToCollection: apiFunction(
    [handle, z.int(), z.int(), z.int().nullish()],
    ([collection, what, object, options], { collections, objects }) => {
      const items = collections.get(collection);
      let members = objects.all();
      if (what === SIM.handle_tree) members = objects.treeOf(object);
      else if (what !== SIM.handle_all) members = [objects.get(object)];
      const isRemoval = ((options ?? 0) & 1) !== 0;
      for (const item of members) {
        if (isRemoval) items.delete(item.handle);
        else items.add(item.handle);
      }
    },
  ),
  checkCollision: apiFunction([handle, handle.nullish()], ([first, second], context) => {
    const { distance, pair } = findNearest(first, second, context);
    return distance <= 0 ? [1, pair] : [0, [-1, -1]];
  }),
  checkDistance: apiFunction(
    [handle, handle.nullish(), z.number().nullish()],
    ([first, second, threshold], context) => {
      const { distance, pair } = findNearest(first, second, context);
      const max = threshold != null && threshold > 0 ? threshold : Number.MAX_VALUE;
      return distance <= max
        ? [1, [0, 0, 0, 0, 0, 0, Math.max(0, distance)].map((value) => new Real(value)), pair]
        : [0, [], []];
    },
  ),
};
