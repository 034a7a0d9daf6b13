/**
 * How prompts and answers name actions and objects.
 *
 * @module
 */
/** How a prompt names actions and objects: in the words of a domain's config, in PDDL, or both. */
export type Vocabulary = {
  /** Finds the verb of an action; the text is in lower case. */
  readonly verb: RegExp;
  readonly actionsOf: (verb: string) => readonly NamedAction[];
  /** Finds what names an object, or any other word. */
  readonly objectOf: (word: string, before: string) => string | null;
  /** Single letters name objects in running text, too. */
  readonly letters: boolean;
};

export type NamedAction = {
  readonly name: string;
  readonly arity: number;
  /** Words that tell this action from others with its verb: `truck` in `load-truck`. */
  readonly hints: readonly string[];
};

export type ActionWords = { readonly name: string; readonly arity: number; readonly template: string | null };

/** `objects`: word → PDDL name; a word may hold `{}` for a number, and then its key is a prefix (`l` for `location_{}_{}`). */
export function vocabularyOf(
  actions: readonly ActionWords[],
  objects: ReadonlyMap<string, string>,
  { letters }: Pick<Vocabulary, 'letters'>,
): Vocabulary {
  const byVerb = new Map<string, NamedAction[]>();
  const patterns = new Set<string>();
  for (const { name, arity, template } of actions) {
    const parts = (template ?? '').toLowerCase().split('{}').map(contentWords);
    const hints = [...name.split('-').slice(1), ...parts.slice(1).flat()].filter((word) => !LINKS.has(word));
    for (const verb of new Set([name, ...(parts[0]!.length === 0 ? [] : [parts[0]!.join(' ')])])) {
      const key = verbKey(verb);
      byVerb.set(key, [...(byVerb.get(key) ?? []), { name, arity, hints }]);
      const words = verb.split(/[\s_-]+/).map(escaped);
      patterns.add(words.join('[ _-]?'));
      if (words.length !== 2 || !PARTICLES.has(words[1]!)) continue;
      // "put it down", "pick the red block up", "put the red block on the table"
      patterns.add(`${words[0]}(?=(?:\\s+[a-z]+){1,3}\\s+(?:${words[1]}|(?:on|onto|from)\\s+(?:the\\s+)?table)\\b)`);
      byVerb.set(verbKey(words[0]!), [{ name, arity, hints }]);
    }
  }
  const longestFirst = [...patterns].sort((a, b) => b.length - a.length);
  const numbered = [...objects].filter(([word]) => word.includes('{}'));
  const forms = numbered.map(([word, prefix]) => ({
    form: new RegExp(`^${word.split('{}').map(escaped).join('(\\d+)')}$`),
    prefix,
  }));
  return {
    verb: new RegExp(`(?<![\\w-])(?:${longestFirst.join('|')})(?![\\w-])`, 'g'),
    actionsOf: (verb) => byVerb.get(verbKey(verb)) ?? [],
    letters,
    objectOf: (word, before) => {
      const plain = objects.get(word) ?? objects.get(`${before} ${word}`);
      if (plain !== undefined) return plain;
      for (const { form, prefix } of forms) {
        const numbers = form.exec(word)?.slice(1);
        if (numbers !== undefined) return `${prefix}${numbers.join('-')}`;
      }
      return null;
    },
  };
}

const PARTICLES: ReadonlySet<string> = new Set(['up', 'down']);

/** Words that join an action to its objects. */
export const LINKS: ReadonlySet<string> = new Set(
  'the a an from on top of to at in into onto off with block blocks object objects city airport table and colored its up down'.split(
    ' ',
  ),
);

function contentWords(part: string): string[] {
  return part.split(/\s+/).filter((word) => word !== '' && word !== 'the' && word !== 'object');
}

function verbKey(verb: string): string {
  return verb.toLowerCase().replace(/[\s_-]+/g, '');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
