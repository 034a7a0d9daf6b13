/** The lists of LLM-State's Listing 3, as Python prints them. */
import type { HouseholdObservation, Placed } from '../envs/household/observation.ts';
import { option, type PastAction } from './planner.ts';
import { pythonRepr } from './python_repr.ts';

export const handsOption = option.choice(
  [1, 2],
  2,
  'Number of hands in the prompts: two as in Listing 5, or one as in Table III',
);

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

/** Listing 4: `["['move', 'lightswitch1'](Success)", "['wait'](Fail)"]`. */
export function historyText(history: readonly PastAction[]): string {
  return pythonRepr(
    history.map(({ action, ok }) => `${pythonRepr([action.verb, ...action.args])}(${ok ? 'Success' : 'Fail'})`),
  );
}
