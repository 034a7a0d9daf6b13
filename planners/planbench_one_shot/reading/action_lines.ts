export type AnswerLine = Readonly<{
  text: string;
  start: number;
  end: number;
  indent: number;
  /** 0 for a bullet. */
  item: number | null;
  actions: readonly ReadAction[];
  retractsLast: boolean;
}>;

export type ReadAction = Readonly<{ action: string; start: number; end: number; complete: boolean }>;

export function readLines(answer: string, vocabulary: Vocabulary): AnswerLine[] {
  const lines: AnswerLine[] = [];
  let start = 0;
  for (const text of answer.split('\n')) {
    const list = /^(\s*)(?:(?:\*\*|#{1,6} )?(?:step |action )?(\d{1,3})\s?[.):]|[-*•+] )/i.exec(text);
    const item = list === null ? null : Number(list[2] ?? 0);
    const indent = /^\s*/.exec(text)![0].length;
    const actions = COMMENT.test(text) ? [] : cachedActions(text, vocabulary).map((action) => shift(action, start));
    const retractsLast = item !== null && item > 0 && actions.length === 0 && retracts(text.toLowerCase());
    lines.push({ text, start, end: start + text.length, indent, item, actions, retractsLast });
    start += text.length + 1;
  }
  return lines;
}

export function plannedActions(text: string, vocabulary: Vocabulary): string[] {
  return readLines(text, vocabulary).flatMap(({ actions }) => actions.map(({ action }) => action));
}

const CACHES = new WeakMap<Vocabulary, Map<string, readonly ReadAction[]>>();

function cachedActions(text: string, vocabulary: Vocabulary): readonly ReadAction[] {
  const cache = CACHES.get(vocabulary) ?? new Map<string, readonly ReadAction[]>();
  CACHES.set(vocabulary, cache);
  const actions = cache.get(text) ?? actionsOf(text, vocabulary);
  cache.set(text, actions);
  return actions;
}

function shift({ start, end, ...action }: ReadAction, by: number): ReadAction {
  return { ...action, start: start + by, end: end + by };
}

const COMMENT = /^\s*;/;
const MARKUP = /\\[()]|[*`$\\~"“”]|(?<![a-zA-Z0-9])_|_(?![a-zA-Z0-9])/g;
const LEAD_IN = new Set(
  (
    'action actions step steps plan query then next first second third finally lastly and now afterwards i we you ll will the robot ' +
    'to using hand perform use execute apply answer final again begin start by your my so'
  ).split(' '),
);
const NOT_A_STEP =
  /\b(?:goal|goals|note|reason|reasoning|effects?|preconditions?|results?|explanation|states?|conditions?|because|since|after|before|if)\b/;
const RETRACTION =
  /\b(?:(?:is|was|are)(?: not|n't) (?:correct|possible|allowed|valid|right|applicable|needed|necessary)|(?:not|isn't) (?:correct|possible)|oops|wait|actually|scratch that|(?:cannot|can't) be (?:done|performed|executed))\b/;
const INTERJECTIONS: ReadonlySet<string> = new Set(['no', 'but', 'oops', 'wait', 'actually', 'however']);
const RETRACTION_AFTER =
  /^(?:(?:this|that|which|it) (?:action |step |move )?)?(?:(?:is not|was not|isn't|wasn't) (?:correct|possible|allowed|valid|right|applicable)|(?:cannot|can't) be (?:done|performed|executed)|scratch that)\b/;

function actionsOf(text: string, vocabulary: Vocabulary): ReadAction[] {
  const line = text
    .replace(MARKUP, ({ length }) => ' '.repeat(length))
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const verbs = verbsOf(line, vocabulary);
  const found: ReadAction[] = [];
  let clauseStart = 0;
  let last: string | null = null;
  for (const [index, { actions, start, end: bodyStart }] of verbs.entries()) {
    const bodyEnd = verbs[index + 1]?.start ?? line.length;
    const before = line.slice(clauseStart, start);
    if (!leadsIn(before)) continue;
    const read = readArguments(line.slice(bodyStart, bodyEnd), vocabulary, {
      pddl: line[start - 1] === '(',
      arity: Math.max(...actions.map(({ arity }) => arity)),
      last,
    });
    const isBareVerb = read.objects.length === 0 && namesNothing(line.slice(bodyStart));
    const action = isBareVerb ? actions[0]! : chosenAction(actions, read);
    if (action === null) continue;
    const keepsAll = read.call || TOO_MANY.test((read.joins[action.arity] ?? '').replaceAll(/\s+/g, ' '));
    const words = keepsAll ? read.objects : read.objects.slice(0, action.arity);
    if (RETRACTION.test(before)) found.length = 0;
    const end = bodyStart + read.length;
    found.push({ action: [action.name, ...words].join(' '), start, end, complete: words.length >= action.arity });
    last = words[0] ?? last;
    clauseStart = end;
  }
  if (retracts(line.slice(clauseStart))) found.length = 0;
  return found;
}

function retracts(rest: string) {
  const words = rest.match(/[a-z']+/g) ?? [];
  const after = words.slice(words.findIndex((word) => !INTERJECTIONS.has(word)));
  return RETRACTION_AFTER.test(after.slice(0, 9).join(' '));
}

function verbsOf(line: string, vocabulary: Vocabulary): (Verb & Pick<Word, 'start' | 'end'>)[] {
  const words: Word[] = [];
  for (const { 0: text, index: start } of line.matchAll(/[a-z0-9][a-z0-9_-]*/g)) {
    const isAdjacent = line.slice(words.at(-1)?.end ?? 0, start).trim() === '';
    words.push({ text, start, end: start + text.length, isAdjacent });
  }
  return words.flatMap(({ start }, at) => {
    const verb = vocabulary.verbAt(words, at);
    return verb === null ? [] : [{ ...verb, start, end: words[at + verb.words - 1]!.end }];
  });
}

/** "succumb object" is a step, though an impossible one. */
function namesNothing(rest: string) {
  return (rest.match(/[a-z]+/g) ?? []).every((word) => LINKS.has(word) || word === 'another' || word === 'other');
}

/** "put down a on top of b" is not a put-down, so it keeps the extra object. */
const TOO_MANY = /^(?: block| object)? (?:on|onto|from)(?: on)?(?: top of)?(?: the)?(?: object)? $/;

function leadsIn(before: string) {
  const clause = before.slice(
    Math.max(before.lastIndexOf('. '), before.lastIndexOf('; '), before.lastIndexOf('! ')) + 1,
  );
  const label = clause.lastIndexOf(':');
  if (label >= 0 && NOT_A_STEP.test(clause.slice(0, label))) return false;
  const words = clause.slice(label + 1).match(/[a-z']+/g) ?? [];
  return words.every((word) => LEAD_IN.has(word) || word.length === 1) || RETRACTION.test(clause);
}

type Clause = Readonly<{ pddl: boolean; arity: number; last: string | null }>;

function readArguments(body: string, vocabulary: Vocabulary, { pddl, arity, last }: Clause) {
  const [whole, names] =
    (pddl ? /^([\s,\w-]*)\)/ : /^\s*\(([\s,\w-]*)\)(?!\s*(?:from|on|onto|to|into)\b)/).exec(body) ?? [];
  const called = names?.match(/[\w-]+/g)?.filter((word) => !LINKS.has(word) || word.length === 1);
  const call = called !== undefined && called.length <= arity;
  const inside = call ? whole! : body.split(SENTENCE_END, 1)[0]!;
  const objects: string[] = [];
  const joins: string[] = [];
  const words = new Set<string>();
  let length = 0;
  let objectEnd = 0;
  let before = '';
  for (const match of inside.matchAll(/[a-z0-9_-]+/g)) {
    const word = match[0];
    const object = wordObject(word, before, vocabulary, call);
    const join = inside.slice(objectEnd, match.index);
    words.add(word);
    before = word;
    for (const part of word.split(/[_-]|\d+/)) words.add(part);
    if (object !== null) {
      // "the blue block (b)" names one object.
      if (object !== objects.at(-1) || !/[(/=]/.test(join)) {
        objects.push(object);
        joins.push(join);
      }
      length = match.index + word.length;
      objectEnd = length;
    } else if (word === 'it' && objects.length === 0 && last !== null) {
      objects.push(last);
      joins.push(join);
    } else if (call && pddl && !LINKS.has(word)) objects.push(word);
    else if (LINKS.has(word) && objects.length > 0 && inside.slice(length, match.index).trim() === '')
      length = match.index + word.length;
  }
  return { objects, joins, words, length: call ? whole!.length : length, call };
}

const SENTENCE_END = /[.;:!?](?:\s|$)|\s[–—-]\s|->|→|\b(?:since|because|so that|as|which|where|while|leaving|making)\b/;

function wordObject(word: string, before: string, vocabulary: Vocabulary, call: boolean): string | null {
  if (LINKS.has(word) && vocabulary.objectOf(word, '') === null && word.length > 1) return null;
  const object = vocabulary.objectOf(word, before);
  if (object === null || word.length > 1 || call || vocabulary.letters) return object;
  return before === 'block' || before === 'object' || word !== 'a' ? object : null;
}

function chosenAction(
  actions: readonly NamedAction[],
  { objects, words }: ReturnType<typeof readArguments>,
): NamedAction | null {
  const [first, ...others] = actions.filter(({ arity }) => arity === 0 || objects.length > 0);
  if (first === undefined) return null;
  const hintsIn = (action: NamedAction) => action.hints.filter((hint) => words.has(hint)).length;
  return others.reduce((best, action) => (hintsIn(action) > hintsIn(best) ? action : best), first);
}

export type Vocabulary = Readonly<{
  verbAt: (words: readonly Word[], at: number) => Verb | null;
  objectOf: (word: string, before: string) => string | null;
  letters: boolean;
}>;

type Word = Readonly<{ text: string; start: number; end: number; isAdjacent: boolean }>;

type Verb = Readonly<{ actions: readonly NamedAction[]; words: number }>;

type NamedAction = Readonly<{ name: string; arity: number; hints: readonly string[] }>;

/** A `{}` in a word represents a number (`l` for `location_{}_{}`). */
export function vocabularyOf(
  actions: readonly Readonly<{ name: string; arity: number; template: string | null }>[],
  objects: ReadonlyMap<string, string>,
  letters: boolean = [...objects].every(([word, name]) => word.includes(name)),
): Vocabulary {
  const byVerb = new Map<string, NamedAction[]>();
  const firstWords = new Set<string>();
  const particles = new Map<string, readonly [particle: string, action: NamedAction]>();
  for (const { name, arity, template } of actions) {
    const parts = (template ?? '').toLowerCase().split('{}').map(contentWords);
    const hints = [...name.split('-').slice(1), ...parts.slice(1).flat()].filter((word) => !LINKS.has(word));
    const action = { name, arity, hints };
    for (const verb of new Set([joinParts(name), parts[0]!.join('')])) {
      if (verb !== '') byVerb.set(verb, [...(byVerb.get(verb) ?? []), action]);
    }
    const [first, particle, ...more] = parts[0]!;
    for (const word of [joinParts(name), name.split('-')[0]!, parts[0]!.join(''), first ?? '']) firstWords.add(word);
    if (more.length === 0 && (particle === 'up' || particle === 'down')) particles.set(first!, [particle, action]);
  }
  return {
    letters,
    verbAt: (words, at) => {
      if (!firstWords.has(joinParts(words[at]!.text))) return null;
      let text = '';
      let found: Verb | null = null;
      for (const [index, word] of words.slice(at, at + VERB_WORDS_MAX).entries()) {
        if (index > 0 && !word.isAdjacent) break;
        text += joinParts(word.text);
        const named = byVerb.get(text);
        if (named !== undefined) found = { actions: named, words: index + 1 };
      }
      const separable = found === null ? particles.get(words[at]!.text) : undefined;
      return separable !== undefined && isSplitVerb(words.slice(at + 1, at + 7), separable[0])
        ? { actions: [separable[1]], words: 1 }
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

function isSplitVerb(after: readonly Word[], particle: string) {
  const end = after.findIndex(({ isAdjacent }) => !isAdjacent);
  const [, ...words] = after.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
  const on = words.slice(0, 3).findIndex((word) => word === 'on' || word === 'onto' || word === 'from');
  const target = words.slice(on + 1).find((word) => word !== 'the');
  return words.slice(0, 3).includes(particle) || (on >= 0 && target === 'table');
}

export const LINKS: ReadonlySet<string> = new Set(
  'the a an from on top of to at in into onto off with block blocks object objects city airport table and colored its up down'.split(
    ' ',
  ),
);

function contentWords(part: string) {
  return part.split(/\s+/).filter((word) => word !== '' && word !== 'the' && word !== 'object');
}

/** `pick-up`, `pick_up` → `pickup` */
function joinParts(word: string) {
  return word.includes('-') || word.includes('_') ? word.replaceAll(/[_-]/g, '') : word;
}
