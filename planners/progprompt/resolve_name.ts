/** Names in programs: what the robot knows by name, and which instance is meant by the bare name of a class. */
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import type { PastAction } from '../planner.ts';

/** What the robot itself knows: what it sees now and has seen, and what it has done since step 0. */
export type Knowledge = {
  readonly observation: HouseholdObservation;
  readonly history: readonly PastAction[];
};

/** The rooms, everything seen so far, and what is held; each once, in the order of the observation. */
export function knownNames({ rooms, objects, containers, surfaces, holding }: HouseholdObservation): string[] {
  const listed = [...objects, ...containers, ...surfaces];
  return [...new Set([...rooms, ...listed.map(({ name }) => name), ...listed.map(({ place }) => place), ...holding])];
}

/**
 * The instance that a name means. A name that is known means itself. The bare name of a class means its instance that was
 * last found, else the one held, the nearest (within reach, else in the robot's room), the one of the lowest index. Any
 * other name stays as it stands.
 */
export function resolveName(name: string, { observation, history }: Knowledge): string {
  const known = knownNames(observation);
  if (known.includes(name)) return name;
  const instances = new Set(known.filter((candidate) => classOf(candidate) === name));
  const isInstance = (candidate: string | undefined) => candidate !== undefined && instances.has(candidate);
  const lastFound = history.findLast(({ action, ok }) => ok && action.verb === 'move' && isInstance(action.args[0]));
  const lowest = [...instances].sort((a, b) => indexOf(a) - indexOf(b));
  return (
    lastFound?.action.args[0] ??
    observation.holding.find(isInstance) ??
    observation.closeTo.find(isInstance) ??
    lowest.find((candidate) => isInRoom(candidate, observation)) ??
    lowest[0] ??
    name
  );
}

/** Whether the last-known place of a thing, or the place of that, and so on, is the robot's room. */
function isInRoom(name: string, { objects, containers, surfaces, room }: HouseholdObservation): boolean {
  const places = new Map([...objects, ...containers, ...surfaces].map(({ name, place }) => [name, place]));
  let at: string | undefined = name;
  // Places in a circle must not keep us here.
  for (let steps = 0; steps < places.size && at !== undefined && at !== room; steps++) at = places.get(at);
  return at === room;
}

/** `mug` of `mug12`; a loop, since a pattern would take quadratic time over digits. */
function classOf(name: string): string {
  let end = name.length;
  while (end > 0 && isDigit(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

function indexOf(name: string): number {
  return Number(name.slice(classOf(name).length));
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}
