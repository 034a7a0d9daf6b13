/** A reply continues the prompt's `def task():` or repeats it. */
import type { Action } from '../../envs/env.ts';
import type { ParseLog } from '../parse_log.ts';
import type { DiscardKind } from '../planner.ts';
import { LENGTHS_MAX } from '../read_arguments.ts';
import type { Condition, Program, Statement } from './program.ts';
import { type Piece, readLine } from './read_line.ts';

const STATEMENTS_MAX = 1000; // our choice, above the step limit of any task
const TAB_WIDTH = 4;

export function readProgram(reply: string, log: ParseLog, { assertsMax }: { assertsMax: number }): Program {
  const reader = new ProgramReader(log, assertsMax);
  for (const [index, text] of reply.split('\n').entries()) {
    const indent = indentOf(text);
    if (indent === null) continue;
    if (FENCE.test(text)) {
      reader.fences++;
      continue;
    }
    const place: Place = { line: index + 1, text, indent, isFirst: true };
    const skip = reader.reasonToSkip(indent);
    if (skip !== null) {
      log.discard(skip.kind, place, skip.reason);
      continue;
    }
    for (const piece of readLine(text)) {
      reader.read(piece, { ...place });
      place.isFirst = false;
    }
  }
  return reader.program;
}

type Place = { line: number; text: string; indent: number; isFirst: boolean };
type Block = Readonly<{ what: string; line: number; indent: number; hasBody: boolean; takesElse: boolean }>;
type Skip = Readonly<{ kind: DiscardKind; reason: string }>;

/** An else may follow even a body without indentation. */
const TAKES_ELSE = new Set(['if', 'elif', 'for', 'while', 'try', 'except', 'finally']);
const FENCE = /^\s*(?:```|~~~)/;

function indentOf(line: string): number | null {
  const end = line.search(/\S/);
  if (end === -1) return null;
  const tabs = line.slice(0, end).split('\t').length - 1;
  return end + tabs * (TAB_WIDTH - 1);
}

type OpenAssert = {
  readonly orElse: Action[] | null;
  elseLine: number | null;
  isElseFirst: boolean;
  elseIndent: number | null;
};

function opened(orElse: Action[] | null): OpenAssert {
  return { orElse, elseLine: null, isElseFirst: false, elseIndent: null };
}

function partOf({ what }: Block): Skip {
  return { kind: 'not_asked', reason: `belongs to "${what}"` };
}

class ProgramReader {
  readonly program: Statement[] = [];
  fences = 0;
  readonly #log: ParseLog;
  readonly #assertsMax: number;
  #size = 0;
  #asserts = 0;
  #hasBegun = false;
  #hasEnded = false;
  #open: OpenAssert | null = null;
  #block: Block | null = null;

  constructor(log: ParseLog, assertsMax: number) {
    this.#log = log;
    this.#assertsMax = assertsMax;
  }

  reasonToSkip(indent: number): Skip | null {
    if (this.#hasEnded) return { kind: 'not_asked', reason: 'follows a second def' };
    const isAfterCode = this.#hasBegun && this.fences > 0 && this.fences % 2 === 0;
    if (isAfterCode) return { kind: 'prose', reason: 'outside the code' };
    return this.#block?.hasBody && indent > this.#block.indent ? partOf(this.#block) : null;
  }

  read(piece: Piece, place: Place): void {
    if (this.#hasEnded || this.#block?.line === place.line) return;
    if (piece.kind === 'else' && place.isFirst && this.#block?.takesElse && place.indent >= this.#block.indent) {
      const { kind, reason } = partOf(this.#block);
      this.#log.discard(kind, place, reason);
      this.#block = { ...this.#block, line: place.line, indent: place.indent, hasBody: true };
      return;
    }
    if (piece.kind !== 'comment') this.#block = null;
    if (piece.kind === 'call') this.#readCall(piece.action, place);
    else if (piece.kind === 'assert') this.#readAssert(piece.condition, place);
    else if (piece.kind === 'else') this.#readElse(place);
    else if (piece.kind === 'comment') this.#add({ ...piece, text: piece.text.slice(0, LENGTHS_MAX.line) }, place);
    else if (piece.kind !== 'def') this.#discard(piece, place);
    else if (this.#hasBegun) {
      this.#hasEnded = true;
      this.#log.discard('not_asked', place, 'a second def; only the first counts');
    } else this.#hasBegun = true;
  }

  #discard(piece: Extract<Piece, { kind: 'python' | 'dropped' | 'wrong' }>, place: Place): void {
    if (piece.kind === 'python') {
      const { what, opensBlock: hasBody } = piece;
      // The next else belongs to the assert again.
      const takesElse = TAKES_ELSE.has(what) && this.#open?.elseLine !== place.line;
      if (!this.#isElse(place)) this.#open = null;
      this.#block = { what, line: place.line, indent: place.indent, hasBody, takesElse };
      this.#log.discard('not_asked', place, `"${what}": a program contains only calls, asserts and comments`);
    } else if (piece.kind === 'dropped') {
      this.#log.discard('malformed', place, piece.reason);
    } else {
      if (piece.isAssert) this.#discardAssert(place);
      else if (piece.discard !== 'prose' && !this.#isElse(place)) this.#open = null;
      this.#log.discard(piece.discard, place, piece.reason);
    }
  }

  #readCall(action: Action, place: Place): void {
    this.#hasBegun = true;
    if (!this.#isElse(place)) this.#open = null;
    if (this.#open === null) return void this.#add({ kind: 'call', action }, place);
    // `assert(…) else: call` opens no block: replies lose the indentation of their first line.
    if (this.#open.elseLine === place.line && !this.#open.isElseFirst) this.#open.elseIndent = null;
    if (this.#open.orElse === null) this.#log.discard('not_asked', place, 'belongs to no accepted assert');
    else if (this.#hasRoom(place)) this.#open.orElse.push(action);
  }

  #readAssert(condition: Condition, place: Place): void {
    this.#hasBegun = true;
    const isNested = this.#isElse(place);
    this.#discardAssert(place);
    const orElse: Action[] = [];
    if (isNested) {
      this.#log.discard('not_asked', place, 'an assert under an else');
    } else if (this.#asserts === this.#assertsMax) {
      this.#log.discard('too_much', place, `more than ${this.#assertsMax} asserts`);
    } else if (this.#add({ kind: 'assert', condition, orElse }, place)) {
      this.#asserts++;
      this.#open = opened(orElse);
    }
  }

  #discardAssert(place: Place): void {
    this.#open = this.#open !== null && this.#isElse(place) ? { ...this.#open, orElse: null } : opened(null);
  }

  #readElse(place: Place): void {
    if (this.#open === null) {
      this.#open = opened(null);
      this.#log.discard('malformed', place, 'an else without an assert');
    }
    if (!this.#isElse(place)) this.#open.elseIndent = place.indent;
    this.#open.elseLine = place.line;
    this.#open.isElseFirst = place.isFirst;
  }

  #isElse({ line, indent }: Place): boolean {
    if (this.#open === null) return false;
    const { elseLine, elseIndent } = this.#open;
    return elseLine === line || (elseIndent !== null && indent > elseIndent);
  }

  #add(statement: Statement, place: Place): boolean {
    const hasRoom = this.#hasRoom(place);
    if (hasRoom) this.program.push(statement);
    return hasRoom;
  }

  #hasRoom(place: Place): boolean {
    const hasRoom = this.#size < STATEMENTS_MAX;
    if (hasRoom) this.#size++;
    else this.#log.discard('too_much', place, `more than ${STATEMENTS_MAX} statements`);
    return hasRoom;
  }
}
