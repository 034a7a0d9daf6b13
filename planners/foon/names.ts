/** The text form has no quoting, so it cannot contain every label. */

const CONTROL = '\\u0000-\\u001f\\u007f';

export const NAME_RULES = {
  label: { words: 'a label', forbidden: new RegExp(`[${CONTROL}]`) },
  object: { words: 'the name of an object, without brackets', forbidden: new RegExp(`[${CONTROL}[\\]]`) },
  ingredient: { words: 'an ingredient, without commas and braces', forbidden: new RegExp(`[${CONTROL}{},]`) },
  time: { words: 'a time, without commas and angle brackets', forbidden: new RegExp(`[${CONTROL}<>,]`) },
};

export type NameUse = keyof typeof NAME_RULES;

export function isName(name: string, use: NameUse): boolean {
  return name !== '' && name === name.trim() && name.isWellFormed() && !NAME_RULES[use].forbidden.test(name);
}

export function nameWords(use: NameUse): string {
  return `${NAME_RULES[use].words} (not empty, no surrounding whitespace, no control characters)`;
}
