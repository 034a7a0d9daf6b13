import type { HouseholdObservation } from '../../../envs/household/observation.ts';
import { moveText, type WatchedStep } from './play_tracker.ts';

export function caseText(steps: readonly WatchedStep[]): string {
  return steps.flatMap(stepLines).join('\n');
}

function stepLines({ move, refused, observation, belief, truth, broken }: WatchedStep, at: number): string[] {
  const outcome = refused === null ? '' : `: refused, ${refused}`;
  return [
    move === null ? 'start' : `${at}. ${moveText(move)}${outcome}`,
    line('sees', observationText(observation)),
    ...(belief === undefined ? [] : [line('believes', beliefText(belief))]),
    line('truth', shortList(truth)),
    ...broken.map(({ invariant, text }) => line('breaks', `${invariant}: ${text}`)),
  ];
}

function line(label: string, text: string): string {
  return `   ${label.padEnd(9)} ${text}`;
}

function observationText({ objects, containers, surfaces, holding, room }: HouseholdObservation): string {
  const things = new Set(
    [...objects, ...containers, ...surfaces].map((each) => `${each.name} ${each.relation} ${each.place}`),
  );
  return [shortList([...things]), `holds ${holding.join(', ') || 'nothing'}`, `in ${room}`].join('; ');
}

export function beliefText(belief: unknown): string {
  if (typeof belief !== 'object' || belief === null || !('keyObjects' in belief))
    return JSON.stringify(belief) ?? 'nothing';
  const { keyObjects } = belief as { readonly keyObjects: readonly { name: string; attributes: readonly string[] }[] };
  if (!Array.isArray(keyObjects)) return JSON.stringify(belief);
  const texts = keyObjects.map(({ name, attributes }) => `${name}: ${attributes.join(', ')}`);
  return shortList(texts, '; ');
}

const NAMED_MAX = 12;

function shortList(texts: readonly string[], separator = ', '): string {
  const more = texts.length - NAMED_MAX;
  const shown = texts.slice(0, NAMED_MAX).join(separator);
  if (texts.length === 0) return 'nothing';
  return more > 0 ? `${shown} and ${more} more` : shown;
}
