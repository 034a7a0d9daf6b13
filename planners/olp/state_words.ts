import type { ObjectState } from '../foon/foon.ts';

export function stateText(state: ObjectState): string {
  if (state.kind === 'related') return `${state.label} ${state.object}`;
  if (state.kind === 'contents') return `${state.label} ${state.ingredients.join(', ')}`.trimEnd();
  return state.label;
}

/** Longer spellings first. */
const RELATIONS = [
  ['on', /^(?:(?:is|stacked|placed|lies|rests)\s+)?(?:on\s+top\s+of|on|upon)\s+(?:the\s+)?(\S.*)$/i],
  ['in', /^(?:(?:is|held)\s+)?(?:inside\s+of|inside|in)\s+(?:the\s+)?(\S.*)$/i],
  ['under', /^(?:is\s+)?(?:underneath|under|beneath|below)\s+(?:the\s+)?(\S.*)$/i],
] as const;

const CONTENTS = /^(?:contains|containing)\s+(\S.*)$/i;

export function readState(text: string): ObjectState {
  const words = text.trim().replace(/(?<!\s)\s*\.$/, '');
  for (const [label, pattern] of RELATIONS) {
    const object = pattern.exec(words)?.[1];
    if (object !== undefined) return { kind: 'related', label, object };
  }
  const contents = CONTENTS.exec(words)?.[1];
  if (contents === undefined) return { kind: 'plain', label: words };
  const names = contents
    .replaceAll(/[{}]/g, '')
    .split(/,|\band\b/)
    .map((name) => name.trim());
  return { kind: 'contents', label: 'contains', ingredients: names.filter((name) => name !== '') };
}
