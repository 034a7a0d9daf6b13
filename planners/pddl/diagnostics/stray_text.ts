/**
 * What to do about text before the one list that a file is, or behind it.
 *
 * @module
 */

/** Words for the word or the parenthesis with a word, `found`, that the text begins with. */
export function strayText(found: string): string {
  if (found.startsWith('```')) return 'it is a Markdown fence, and a file holds PDDL only';
  if (/^define$/i.test(found)) return 'a "(" is missing before it';
  if (/^\(define$/i.test(found)) return 'domain and problem are two files';
  return /^[(:]/.test(found) ? 'is a ")" too many?' : 'a file holds PDDL only, and comments begin with ";"';
}
