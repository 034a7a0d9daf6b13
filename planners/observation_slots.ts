/** An observation as the slots of the prompts: the lists of Listing 3, as Python prints them. */
import type { HouseholdObservation, Placed } from '../envs/household/observation.ts';
import { pythonRepr } from './python_repr.ts';

/** The slots that `observationSlots` fills. */
export const OBSERVATION_SLOTS = [
  'object_list',
  'container_list',
  'surface_list',
  'room_list',
  'holding',
  'close_to',
  'current_room',
] as const;

export function observationSlots(
  observation: HouseholdObservation,
): Readonly<Record<(typeof OBSERVATION_SLOTS)[number], string>> {
  return {
    object_list: placedList(observation.objects),
    container_list: placedList(observation.containers),
    surface_list: placedList(observation.surfaces),
    room_list: pythonRepr(observation.rooms),
    holding: pythonRepr(observation.holding),
    close_to: pythonRepr(observation.closeTo),
    current_room: observation.room,
  };
}

function placedList(things: readonly Placed[]): string {
  return pythonRepr(things.map(({ name, relation, place }) => `${name} ${relation} ${place}`));
}
