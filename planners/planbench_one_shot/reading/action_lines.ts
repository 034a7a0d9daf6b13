/**
 * Finds the actions that the lines of an answer state.
 *
 * @module
 */
import { LINKS, type NamedAction, type Vocabulary } from './vocabulary.ts';

/** A line of an answer, and the actions that it states. */
export type AnswerLine = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  /** Its number in a list; 0 behind a bullet, null where the line is in no list. */
  readonly item: number | null;
  readonly actions: readonly ReadAction[];
};

export type ReadAction = { readonly action: string; readonly start: number; readonly end: number };

export function readLines(answer: string, vocabulary: Vocabulary): AnswerLine[] {
  const lines: AnswerLine[] = [];
  let start = 0;
  for (const text of answer.split('\n')) {
    const list = /^(\s*)(?:(?:\*\*|#{1,6} )?(?:step |action )?(\d{1,3})\s?[.):]|[-*•+] )/i.exec(text);
    const item = list === null ? null : Number(list[2] ?? 0);
    const indent = /^\s*/.exec(text)![0].length;
    lines.push({ text, start, end: start + text.length, indent, item, actions: actionsOf(text, start, vocabulary) });
    start += text.length + 1;
  }
  return lines;
}

const MARKUP = /[*`$\\~"“”]/g;
/** What may stand before an action in its clause. */
const LEAD_IN = new Set(
  (
    'action actions step steps plan query then next first second third finally lastly and now afterwards i we you ll will the robot ' +
    'to using hand perform execute apply answer final again begin start by your my so'
  ).split(' '),
);
const NOT_A_STEP =
  /\b(?:goal|goals|note|reason|reasoning|effects?|preconditions?|results?|explanation|states?|conditions?|because|since|after|before|if)\b/;
const TAKEN_BACK =
  /\b(?:(?:is|was|are)(?: not|n't) (?:correct|possible|allowed|valid|right|applicable|needed|necessary)|(?:not|isn't) (?:correct|possible)|oops|wait|actually|scratch that|cannot be (?:done|performed|executed)|can't be (?:done|performed|executed))\b/;

function actionsOf(text: string, offset: number, vocabulary: Vocabulary): ReadAction[] {
  const line = text.replace(MARKUP, ' ').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const verbs = [...line.matchAll(vocabulary.verb)];
  const found: ReadAction[] = [];
  let clauseStart = 0;
  let last: string | null = null;
  for (const [at, verb] of verbs.entries()) {
    const begin = verb.index;
    const bodyStart = begin + verb[0].length;
    const bodyEnd = verbs[at + 1]?.index ?? line.length;
    if (!leadsIn(line.slice(clauseStart, begin))) continue;
    const brackets = /^\s*\(/.test(line.slice(bodyStart)) || line[begin - 1] === '(';
    const read = readArguments(line.slice(bodyStart, bodyEnd), vocabulary, {
      brackets,
      pddl: line[begin - 1] === '(',
      last,
    });
    const action = chosenAction(vocabulary.actionsOf(verb[0]), read);
    if (action === null) continue;
    const words = brackets && !read.prose ? read.objects : read.objects.slice(0, action.arity);
    const gone = TAKEN_BACK.exec(line.slice(clauseStart, begin));
    if (gone !== null) found.length = 0;
    const stated = [action.name, ...words].join(' ');
    // "**Put down b**: Put down b on the table" states it once.
    if (stated !== found.at(-1)?.action)
      found.push({ action: stated, start: offset + begin, end: offset + bodyStart + read.length });
    last = words[0] ?? last;
    clauseStart = bodyStart + read.length;
  }
  if (found.length > 0 && TAKEN_BACK.test(line.slice(clauseStart))) {
    const rest = TAKEN_BACK.exec(line.slice(clauseStart))!;
    if (/^[\s.,:)–—-]*(?:this |that |which |it |but )?$/.test(line.slice(clauseStart, clauseStart + rest.index)))
      found.length = 0;
  }
  return found;
}

/** A clause begins with its action, but for list markers, labels, and words such as "then". */
function leadsIn(before: string): boolean {
  const clause = before.slice(
    Math.max(before.lastIndexOf('. '), before.lastIndexOf('; '), before.lastIndexOf('! ')) + 1,
  );
  const label = clause.lastIndexOf(':');
  if (label >= 0 && NOT_A_STEP.test(clause.slice(0, label))) return false;
  const words = clause.slice(label + 1).match(/[a-z']+/g) ?? [];
  return words.every((word) => LEAD_IN.has(word) || word.length === 1) || TAKEN_BACK.test(clause);
}

type Arguments = {
  readonly objects: readonly string[];
  readonly words: ReadonlySet<string>;
  /** Characters up to the last object. */
  readonly length: number;
  readonly prose: boolean;
};

/** The objects of one clause: up to the bracket that closes, or the end of a sentence. */
function readArguments(
  body: string,
  vocabulary: Vocabulary,
  { brackets, pddl, last }: { readonly brackets: boolean; readonly pddl: boolean; readonly last: string | null },
): Arguments {
  const close = brackets ? body.indexOf(')') : -1;
  const inside =
    close >= 0
      ? body.slice(0, close)
      : body.split(
          /[.;:!?](?:\s|$)|\s[–—-]\s|->|→|\b(?:since|because|so that|as|which|where|while|leaving|making)\b/,
          1,
        )[0]!;
  const objects: string[] = [];
  const words = new Set<string>();
  let length = 0;
  let before = '';
  let prose = false;
  for (const match of inside.matchAll(/[a-z0-9_-]+/g)) {
    const word = match[0];
    const object = wordObject(word, before, vocabulary, brackets);
    words.add(word);
    before = word;
    for (const part of word.split(/[_-]|\d+/)) words.add(part);
    const follows = /^\s*$/.test(inside.slice(length, match.index));
    if (object !== null) {
      // "the blue block (b)" names one object.
      const restated = object === objects.at(-1) && /[(/=]/.test(inside.slice(length, match.index));
      if (!restated) objects.push(object);
      length = match.index + word.length;
    } else if (word === 'it' && objects.length === 0 && last !== null) objects.push(last);
    else if (LINKS.has(word)) {
      if (follows && objects.length > 0) length = match.index + word.length;
    } else if (pddl) objects.push(word);
    else prose = true;
  }
  return { objects, words, length: close >= 0 ? close + 1 : length, prose };
}

function wordObject(word: string, before: string, vocabulary: Vocabulary, brackets: boolean): string | null {
  if (LINKS.has(word) && vocabulary.objectOf(word, '') === null && word.length > 1) return null;
  const object = vocabulary.objectOf(word, before);
  if (object === null || word.length > 1 || brackets || vocabulary.letters) return object;
  return before === 'block' || before === 'object' || word !== 'a' ? object : null;
}

function chosenAction(actions: readonly NamedAction[], { objects, words }: Arguments): NamedAction | null {
  const [first, ...others] = actions.filter(({ arity }) => arity === 0 || objects.length > 0);
  if (first === undefined) return null;
  const hintsIn = (action: NamedAction) => action.hints.filter((hint) => words.has(hint)).length;
  return others.reduce((best, action) => (hintsIn(action) > hintsIn(best) ? action : best), first);
}
