/** Reads subgoals such as `2. Put K on L`, above facts such as `2.1 (on L K)`. */
import type { Reading } from '../ask_until_read.ts';
import type { ParseLog } from '../parse_log.ts';

export type Subgoal = Readonly<{ text: string; conditions: readonly string[]; isBroken: boolean }>;

const SUBGOALS_MAX = 50;
const CONDITIONS_MAX = 50;
const TEXT_MAX = 200;
const FACT = /^[\s>*_`#-]{0,20}(?:(\d{1,4})\.\d{1,4}(?:\.\d{1,4}){0,5}[.):]?)?[\s*_`:-]{0,20}(?=\()/;
const NUMBERED_AS_FACT = /^[\s>*_`#-]{0,20}(\d{1,4})\.\d{1,4}/;
const HEADING = /^[\s>*_`#-]{0,20}(?:(?:sub-?goal|step)\s{0,5})?(\d{1,4})[.):](?!\d)[\s*_`]{0,20}/i;

type Line = Readonly<{ line: number; text: string }>;

export function readSubgoals(text: string, log: ParseLog): Reading<readonly Subgoal[]> {
  const list = new SubgoalList(log);
  for (const [index, written] of text.split('\n').entries()) {
    const where = { line: index + 1, text: written.trim() };
    const fact = FACT.exec(where.text);
    const numbered = NUMBERED_AS_FACT.exec(where.text);
    const heading = HEADING.exec(where.text);
    if (fact !== null) list.addFact(where, fact[1], where.text.slice(fact[0].length));
    else if (numbered !== null) list.markBroken(where, numbered[1]!);
    else if (heading !== null) list.open(where, heading[1]!, where.text.slice(heading[0].length));
    else if (where.text !== '' && !where.text.startsWith('```'))
      log.discard('prose', where, 'neither a subgoal nor a fact');
  }
  const read = list.subgoalsWithFacts();
  if (read.length > 0) return { ok: true, value: read, accepted: read.length };
  return { ok: false, failure: 'parse', problem: 'it contains no subgoal followed by a fact such as "1.1 (on A B)"' };
}

class SubgoalList {
  readonly #log: ParseLog;
  readonly #subgoals: { number: string; text: string; conditions: string[]; isBroken: boolean }[] = [];
  #isFull = false;

  constructor(log: ParseLog) {
    this.#log = log;
  }

  open(where: Line, number: string, text: string): void {
    this.#isFull ||= this.#subgoals.length === SUBGOALS_MAX;
    if (this.#isFull) {
      this.#log.discard('too_much', where, `a reply has at most ${SUBGOALS_MAX} subgoals`);
      return;
    }
    this.#subgoals.push({ number, text: text.slice(0, TEXT_MAX), conditions: [], isBroken: false });
    if (text.startsWith('(')) this.addFact(where, number, text);
  }

  addFact(where: Line, number: string | undefined, text: string): void {
    const last = this.#subgoals.at(-1);
    if (!this.#isFull && number !== undefined && number !== last?.number) {
      this.open(where, number, '');
      this.addFact(where, number, text);
    } else if (last === undefined) this.#log.discard('malformed', where, 'a fact before the first subgoal');
    else if (this.#isFull || last.conditions.length >= CONDITIONS_MAX)
      this.#log.discard('too_much', where, `a subgoal has at most ${CONDITIONS_MAX} facts`);
    else {
      const conditions = conditionsIn(text);
      if (conditions === null) this.#log.discard('malformed', where, 'the parentheses do not match');
      last.conditions.push(...(conditions ?? []));
      last.isBroken ||= conditions === null;
    }
  }

  markBroken(where: Line, number: string): void {
    this.#log.discard('malformed', where, 'a fact without parentheses');
    if (number !== this.#subgoals.at(-1)?.number) this.open(where, number, '');
    const last = this.#subgoals.at(-1);
    if (last !== undefined && !this.#isFull) last.isBroken = true;
  }

  subgoalsWithFacts(): Subgoal[] {
    const isEmpty = ({ conditions, isBroken }: Subgoal) => conditions.length === 0 && !isBroken;
    const empty = this.#subgoals.filter(isEmpty).map(({ text }) => text);
    this.#log.remarkNames('subgoals without facts', empty);
    return this.#subgoals
      .filter((subgoal) => !isEmpty(subgoal))
      .map(({ text, conditions, isBroken }) => ({ text, conditions: conditions.slice(0, CONDITIONS_MAX), isBroken }));
  }
}

function conditionsIn(line: string): string[] | null {
  const conditions: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < line.length; index++) {
    const c = line[index]!;
    if (c === ';') break;
    if (c === '(') {
      if (depth++ === 0) start = index;
    } else if (c === ')') {
      if (--depth < 0) return null;
      if (depth === 0 && conditions.length < CONDITIONS_MAX) conditions.push(line.slice(start, index + 1));
    } else if (depth === 0 && !/[\s,&]/.test(c)) break;
  }
  return depth === 0 ? conditions : null;
}
