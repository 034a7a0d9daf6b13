/** One unreadable step makes the plan unusable. */
import type { Action } from '../../envs/env.ts';
import type { Reading, Unusable } from '../ask_until_read.ts';
import type { ParseLog } from '../parse_log.ts';

const VERBS = ['pick', 'place'];
const MARKER =
  /^[\s>*_`#|[-]{0,20}(?:(?:step|action)\s{0,5})?(?:(\d{1,4})(?:(?:\.\d{1,4}){1,3}[.):\]]{0,3}|\s{0,5}[.):\]]+))?[\s*_`"'[-]{0,20}/i;
const CALL = /([\p{L}_][\p{L}\p{N}_-]{0,60})[ \t]{0,5}\(([^()]{0,1000})\)/uy;
const CALL_BEGINS = /^[\p{L}_][\p{L}\p{N}_-]{0,60}[ \t]{0,5}\(/u;
const KNOWN_VERB = /^(?:pick|place)(?![\p{L}_])/iu;
const BETWEEN = /[ \t,;.*`>→|\d)\]"'/-]{0,20}(?:(?:and then|and|then)[ \t]{1,5})?/y;
const HIDDEN_STEP = /\b(?:pick|place)[ \t]{0,5}[([]/i;
const LOOSE_STEP = /^\(?[ \t]{0,5}(?:pick|place)\b/i;
const LABEL = /^[a-z?_]{1,20}\s{0,5}[=:]\s{0,5}/i;
const QUOTES = /^["'`“”‘’<[?]{1,3}|["'`“”‘’>\]]{1,3}$/g;
const NAME_MAX = 200;
const STEPS_MAX = 200;

type Line = Readonly<{ line: number; text: string }>;

export function readSteps(text: string, blocks: readonly string[], log: ParseLog): Reading<readonly Action[]> {
  const spelling = new Map([...blocks, 'table'].map((name) => [name.toLowerCase(), name]));
  const steps: Action[] = [];
  let lastNumber = 0;
  let isSecondPlan = false;
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const where: Line = { line: index + 1, text: written.trim() };
    const { number, rest } = splitMarker(where.text);
    if (!CALL_BEGINS.test(rest) || (number === null && !KNOWN_VERB.test(rest))) {
      if (number !== null && LOOSE_STEP.test(rest)) return unreadable(where, log);
      if (where.text !== '' && !where.text.startsWith('```')) log.discard('prose', where, 'contains no step');
      continue;
    }
    isSecondPlan ||= number !== null && number < lastNumber && number === 1;
    lastNumber = number ?? lastNumber;
    if (isSecondPlan) {
      log.discard('not_asked', where, 'a second plan; only the first one counts');
      continue;
    }
    const read = readLine(rest, where, log);
    if (!read.ok) return read;
    for (const { verb, args } of read.value) {
      if (steps.length < STEPS_MAX)
        steps.push({ verb, args: args.map((name) => spelling.get(name.toLowerCase()) ?? name) });
      else log.discard('too_much', where, `a plan has at most ${STEPS_MAX} steps`);
    }
  }
  if (steps.length > 0) return { ok: true, value: steps, accepted: steps.length };
  return { ok: false, failure: 'parse', problem: 'it holds no step such as "1. pick(OBJECT, SURFACE)"' };
}

function splitMarker(text: string): Readonly<{ number: number | null; rest: string }> {
  const found = MARKER.exec(text);
  const number = found?.[1];
  return { number: number === undefined ? null : Number(number), rest: text.slice(found?.[0].length ?? 0) };
}

function readLine(text: string, where: Line, log: ParseLog): Reading<readonly Action[]> {
  const steps: Action[] = [];
  let position = 0;
  while (position < text.length) {
    CALL.lastIndex = position;
    const call = CALL.exec(text);
    if (call === null) break;
    const verb = call[1]!.toLowerCase();
    if (steps.length > 0 && !VERBS.includes(verb)) break;
    const args = call[2]!.split(',').map((name) => name.trim().replace(LABEL, '').replace(QUOTES, '').trim());
    const mistake = mistakeIn(verb, args);
    if (mistake !== null) return refuse(where, log, mistake);
    steps.push({ verb, args });
    BETWEEN.lastIndex = call.index + call[0].length;
    position = BETWEEN.lastIndex + (BETWEEN.exec(text)?.[0].length ?? 0);
  }
  if (steps.length === 0 || HIDDEN_STEP.test(text.slice(position))) return unreadable(where, log);
  return { ok: true, value: steps, accepted: steps.length };
}

function unreadable(where: Line, log: ParseLog): Unusable {
  return refuse(where, log, ['malformed', 'a step must have the form "1. pick(OBJECT, SURFACE)"']);
}

type Mistake = readonly [kind: 'malformed' | 'unknown_function' | 'argument', problem: string];

function refuse(where: Line, log: ParseLog, [kind, problem]: Mistake): Unusable {
  log.discard(kind, where, problem);
  return { ok: false, failure: kind === 'malformed' ? 'parse' : 'schema', problem: `line ${where.line}: ${problem}` };
}

function mistakeIn(verb: string, args: readonly string[]): Mistake | null {
  if (!VERBS.includes(verb)) return ['unknown_function', `the robot has no skill "${verb}", only "pick" and "place"`];
  const count = args.filter((name) => name !== '').length;
  if (args.length !== 2 || count !== 2) {
    return ['argument', `${verb} takes an object and a surface, found ${count} names`];
  }
  const isLong = args.some((name) => name.length > NAME_MAX);
  return isLong ? ['argument', `${verb}: a name has more than ${NAME_MAX} characters`] : null;
}
