import type { HouseholdObservation } from '../../envs/household/observation.ts';
import type { PastAction } from '../planner.ts';

export type Knowledge = Readonly<{ observation: HouseholdObservation; history: readonly PastAction[] }>;

export function knownNames({ rooms, objects, containers, surfaces, holding }: HouseholdObservation): string[] {
  const things = [...objects, ...containers, ...surfaces];
  return [...new Set([...rooms, ...things.map(({ name }) => name), ...things.map(({ place }) => place), ...holding])];
}

/** A bare class name means its last found instance, else the held, nearest or lowest one. */
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

function isInRoom(name: string, { objects, containers, surfaces, room }: HouseholdObservation): boolean {
  const places = new Map([...objects, ...containers, ...surfaces].map(({ name, place }) => [name, place]));
  let at: string | undefined = name;
  // Places can form a circle.
  for (let steps = 0; steps < places.size && at !== undefined && at !== room; steps++) at = places.get(at);
  return at === room;
}

/** `mug` of `mug12`; linear. */
function classOf(name: string): string {
  return name.replace(/(?<![0-9])[0-9]+$/, '');
}

function indexOf(name: string): number {
  return Number(name.slice(classOf(name).length));
}
