/**
 * A counter-example as a trace for a person: step by step what was done, seen and believed, and what was true.
 *
 * @module
 */
import type { HouseholdObservation } from '../../../envs/household/observation.ts';
import { beliefText } from './belief_text.ts';
import { moveText } from './house_case.ts';
import { listed } from './listed.ts';
import type { WatchedStep } from './watched_house.ts';

export function caseText(steps: readonly WatchedStep[]): string {
  return steps.flatMap(stepLines).join('\n');
}

function stepLines({ move, refused, observation, belief, truth, broken }: WatchedStep, at: number): string[] {
  const outcome = refused === null ? '' : `: refused, ${refused}`;
  return [
    move === null ? 'start' : `${at}. ${moveText(move)}${outcome}`,
    line('sees', seenText(observation)),
    ...(belief === undefined ? [] : [line('believes', beliefText(belief))]),
    line('truth', listed(truth)),
    ...broken.map(({ invariant, text }) => line('breaks', `${invariant}: ${text}`)),
  ];
}

function line(label: string, text: string): string {
  return `   ${label.padEnd(9)} ${text}`;
}

function seenText({ objects, containers, surfaces, holding, room }: HouseholdObservation): string {
  const things = new Set(
    [...objects, ...containers, ...surfaces].map((each) => `${each.name} ${each.relation} ${each.place}`),
  );
  return [listed([...things]), `holds ${holding.join(', ') || 'nothing'}`, `in ${room}`].join('; ');
}
