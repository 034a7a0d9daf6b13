/** An unfenced file extends over sections and stray parentheses on the next lines. */
import type { ParseLog } from './parse_log.ts';
import type { PddlFile } from './pddl/diagnostics/diagnostics.ts';

const FENCE = /```|~~~/g;
const LANGUAGE = /^[\w+.-]{0,40}[ \t]*(?=\n|\(|;|$)/;
const FENCE_LINE = /^[ \t]*(?:```|~~~)[\w+.-]{0,40}[ \t]*$/;
const DEFINE = /\(\s*define/gi;
const LAYOUT = /\s*(?:;[^\n]*(?:\n\s*|$))*/y;
const KEYWORD = /\(\s*(\w*)/y;
const CONTINUATION = /^[ \t]*(?:\)|\([ \t]*:)/;

type Segment = Readonly<{ start: number; end: number }>;
type FoundFile = Segment & { readonly keyword: string };

export function readPddlReply(text: string, file: PddlFile, log: ParseLog): string | null {
  const { fenced, unfenced } = splitAtFences(text);
  const inside = fenced.flatMap((segment) => filesIn(text, segment, true));
  const outside = unfenced.flatMap((segment) => filesIn(text, segment, false));
  const isRequested = ({ keyword }: FoundFile) => keyword === file;
  const found = [inside, outside].find((files) => files.some(isRequested)) ?? (inside.length > 0 ? inside : outside);
  const chosen = found.find(isRequested) ?? found[0];
  discardRest(text, found, chosen, log);
  return chosen === undefined ? null : text.slice(chosen.start, chosen.end).trim();
}

function splitAtFences(text: string): Readonly<{ fenced: readonly Segment[]; unfenced: readonly Segment[] }> {
  const fenced: Segment[] = [];
  const unfenced: Segment[] = [];
  let start = 0;
  let isFenced = false;
  for (const { index } of text.matchAll(FENCE)) {
    (isFenced ? fenced : unfenced).push({ start, end: index });
    start = index + 3;
    isFenced = !isFenced;
    if (isFenced) start += LANGUAGE.exec(text.slice(start, start + 60))?.[0].length ?? 0;
  }
  (isFenced ? fenced : unfenced).push({ start, end: text.length });
  return { fenced, unfenced };
}

function filesIn(text: string, { start, end }: Segment, isFenced: boolean): FoundFile[] {
  const part = text.slice(start, end);
  return headsIn(part).map(({ at, keyword }, number, heads) => {
    const next = heads[number + 1]?.at ?? part.length;
    return { start: start + at, end: start + (isFenced ? next : fileEnd(part, at, next)), keyword };
  });
}

function headsIn(text: string): Readonly<{ at: number; keyword: string }>[] {
  const heads: { at: number; keyword: string }[] = [];
  DEFINE.lastIndex = 0;
  for (let found = DEFINE.exec(text); found !== null; found = DEFINE.exec(text)) {
    LAYOUT.lastIndex = DEFINE.lastIndex;
    LAYOUT.test(text);
    KEYWORD.lastIndex = LAYOUT.lastIndex;
    const keyword = KEYWORD.exec(text)?.[1];
    if (keyword !== undefined) heads.push({ at: found.index, keyword: keyword.toLowerCase() });
    DEFINE.lastIndex = Math.max(LAYOUT.lastIndex, KEYWORD.lastIndex);
  }
  return heads;
}

function fileEnd(text: string, start: number, stop: number): number {
  let depth = 0;
  let at = start;
  for (; at < stop; at++) {
    const c = text[at];
    if (c === ';') at = lineEnd(text, at, stop) - 1;
    else if (c === '(') depth++;
    else if (c === ')' && --depth === 0) break;
  }
  if (at >= stop) return stop;
  let end = at + 1;
  while (text[end] === ')' && end < stop) end++;
  for (let line = lineEnd(text, end, stop) + 1; line < stop; line = lineEnd(text, line, stop) + 1) {
    const written = text.slice(line, lineEnd(text, line, stop));
    if (CONTINUATION.test(written)) end = line + written.length;
    else if (written.trim() !== '') break;
  }
  return end;
}

function lineEnd(text: string, at: number, stop: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 || end > stop ? stop : end;
}

function discardRest(text: string, found: readonly FoundFile[], chosen: FoundFile | undefined, log: ParseLog): void {
  const why = chosen === undefined ? 'holds no PDDL file' : 'outside of the PDDL file';
  let line = 1;
  let at = 0;
  for (const file of [...found, { start: text.length, end: text.length }]) {
    for (const [index, written] of text.slice(at, file.start).split('\n').entries()) {
      if (index > 0) line++;
      if (written.trim() !== '' && !FENCE_LINE.test(written)) log.discard('prose', { line, text: written.trim() }, why);
    }
    const fileText = text.slice(file.start, file.end);
    if (fileText !== '' && file !== chosen) log.discard('not_asked', { line, text: fileText }, 'one file is asked for');
    line += fileText.split('\n').length - 1;
    at = file.end;
  }
}
