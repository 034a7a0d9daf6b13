/**
 * Which words the text form can carry, and where.
 *
 * The form has no way of quoting, so a label with a TAB or an ingredient with a comma cannot be written at all. Words have no
 * blanks around them: in a file these are layout.
 */

type NameRule = { readonly words: string; readonly forbidden: RegExp };

const CONTROL = '\\u0000-\\u001f\\u007f';

/** What a name is for → what must not be in it. */
export const NAME_RULES = {
  label: { words: 'a label', forbidden: new RegExp(`[${CONTROL}]`) },
  object: { words: 'the name of an object, without brackets', forbidden: new RegExp(`[${CONTROL}[\\]]`) },
  ingredient: { words: 'an ingredient, without commas and braces', forbidden: new RegExp(`[${CONTROL}{},]`) },
  time: { words: 'a time, without commas and angle brackets', forbidden: new RegExp(`[${CONTROL}<>,]`) },
} as const satisfies Record<string, NameRule>;

export type NameUse = keyof typeof NAME_RULES;

export function isName(name: string, use: NameUse): boolean {
  return name !== '' && name === name.trim() && name.isWellFormed() && !NAME_RULES[use].forbidden.test(name);
}

/** What `isName` accepts, for an error. */
export function nameWords(use: NameUse): string {
  return `${NAME_RULES[use].words} (not empty, no blanks around it, no control characters)`;
}
