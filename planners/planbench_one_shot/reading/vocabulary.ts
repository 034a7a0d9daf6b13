/**
 * How prompts and answers name actions and objects: in words, in PDDL, or both.
 *
 * @module
 */
export type Vocabulary = {
  /** The verb that begins at a word of a line; null where none does. */
  readonly verbAt: (words: readonly Word[], at: number) => Verb | null;
  /** The object that a word names, known by the word before it, too. */
  readonly objectOf: (word: string, before: string) => string | null;
  /** Single letters name objects in running text, too. */
  readonly letters: boolean;
};

/** A word in lower case. */
export type Word = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Nothing but spaces stands between it and the word before. */
  readonly follows: boolean;
};

export type Verb = { readonly actions: readonly NamedAction[]; readonly words: number };

export type NamedAction = {
  readonly name: string;
  readonly arity: number;
  /** Words that tell this action from others with its verb: `truck` in `load-truck`. */
  readonly hints: readonly string[];
};

export type ActionWords = { readonly name: string; readonly arity: number; readonly template: string | null };

/** `objects`: word → PDDL name; a word may hold `{}` for a number, and then the name is a prefix (`l` for `location_{}_{}`). */
export function vocabularyOf(
  actions: readonly ActionWords[],
  objects: ReadonlyMap<string, string>,
  letters: boolean = [...objects].every(([word, name]) => word.includes(name)),
): Vocabulary {
  const byVerb = new Map<string, NamedAction[]>();
  const firstWords = new Set<string>();
  /** `put` → `down` */
  const particles = new Map<string, readonly [particle: string, action: NamedAction]>();
  for (const { name, arity, template } of actions) {
    const parts = (template ?? '').toLowerCase().split('{}').map(contentWords);
    const hints = [...name.split('-').slice(1), ...parts.slice(1).flat()].filter((word) => !LINKS.has(word));
    const action = { name, arity, hints };
    for (const verb of new Set([joined(name), parts[0]!.join('')])) {
      if (verb !== '') byVerb.set(verb, [...(byVerb.get(verb) ?? []), action]);
    }
    const [first, particle, ...more] = parts[0]!;
    for (const word of [joined(name), name.split('-')[0]!, parts[0]!.join(''), first ?? '']) firstWords.add(word);
    if (more.length === 0 && (particle === 'up' || particle === 'down')) particles.set(first!, [particle, action]);
  }
  return {
    letters,
    verbAt: (words, at) => {
      if (!firstWords.has(joined(words[at]!.text))) return null;
      let text = '';
      let found: Verb | null = null;
      for (const [index, word] of words.slice(at, at + VERB_WORDS_MAX).entries()) {
        if (index > 0 && !word.follows) break;
        text += joined(word.text);
        const named = byVerb.get(text);
        if (named !== undefined) found = { actions: named, words: index + 1 };
      }
      const apart = found === null ? particles.get(words[at]!.text) : undefined;
      return apart !== undefined && takesApart(words.slice(at + 1, at + 7), apart[0])
        ? { actions: [apart[1]], words: 1 }
        : found;
    },
    objectOf: (word, before) => {
      const plain = objects.get(word) ?? objects.get(`${before} ${word}`);
      if (plain !== undefined) return plain;
      const numbers = word.match(/\d+/g);
      const prefix = numbers === null ? undefined : objects.get(word.replaceAll(/\d+/g, '{}'));
      return prefix === undefined ? null : `${prefix}${numbers!.join('-')}`;
    },
  };
}

const VERB_WORDS_MAX = 3;

/** "put it down", "pick the red block up", "put the red block on the table" */
function takesApart(after: readonly Word[], particle: string): boolean {
  const end = after.findIndex(({ follows }) => !follows);
  const [, ...words] = after.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
  const on = words.slice(0, 3).findIndex((word) => word === 'on' || word === 'onto' || word === 'from');
  const where = words.slice(on + 1).find((word) => word !== 'the');
  return words.slice(0, 3).includes(particle) || (on >= 0 && where === 'table');
}

/** Words that join an action to its objects. */
export const LINKS: ReadonlySet<string> = new Set(
  'the a an from on top of to at in into onto off with block blocks object objects city airport table and colored its up down'.split(
    ' ',
  ),
);

function contentWords(part: string): string[] {
  return part.split(/\s+/).filter((word) => word !== '' && word !== 'the' && word !== 'object');
}

/** `pick-up`, `pick_up` and `pickup` are one verb. */
function joined(word: string): string {
  return word.includes('-') || word.includes('_') ? word.replaceAll(/[_-]/g, '') : word;
}
