import type { Action } from '../../env.ts';
import type { HouseholdObservation, Placed } from '../observation.ts';
import { PAPER_RULES } from '../rules/rules.ts';

const SOURCES = {
  move: ['rooms', 'objects', 'containers', 'surfaces'],
  pickup: ['objects', 'objects', 'closeTo'],
  placein: ['containers', 'closeTo'],
  placeon: ['surfaces', 'closeTo'],
  open: ['containers'],
  close: ['containers'],
  switchon: ['objects'],
  switchoff: ['objects'],
} as const;
const CHOICES = Object.entries(SOURCES).flatMap(([verb, sources]) => sources.map((source) => ({ verb, source })));

/** `choice` is a non-negative integer below 2^31. */
export function pickAction(observation: HouseholdObservation, names: readonly string[], choice: number): Action {
  const chosen = CHOICES[choice % 17];
  const rest = Math.floor(choice / 17);
  if (chosen === undefined) return anyAction(names, rest);
  const { verb, source } = chosen;
  const near = new Set(observation.closeTo);
  const isHere = ({ name }: Placed) => verb === 'move' || near.has(name);
  const candidates =
    source === 'rooms' || source === 'closeTo'
      ? observation[source]
      : observation[source].filter(isHere).map(({ name }) => name);
  const target = pick(candidates, rest) ?? pick(names, rest) ?? '';
  if (PAPER_RULES.get(verb)!.arity === 1) return { verb, args: [target] };
  return { verb, args: [pick(observation.holding, rest) ?? pick(names, rest) ?? '', target] };
}

function anyAction(names: readonly string[], choice: number): Action {
  const { verb, arity } = [...PAPER_RULES.values()][choice % PAPER_RULES.size]!;
  const first = Math.floor(choice / PAPER_RULES.size);
  return { verb, args: [pick(names, first) ?? '', pick(names, Math.floor(first / 7)) ?? ''].slice(0, arity) };
}

function pick(list: readonly string[], choice: number): string | undefined {
  return list[choice % list.length];
}
