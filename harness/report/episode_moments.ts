import { diffArrays } from 'diff';
import type { PlannerNote } from '../../planners/planner.ts';
import type { TakenAction } from '../run/reading/replayed_cell.ts';
import type { Exchange } from '../run/reading/trace_text.ts';
import type { Trace } from '../trace/trace.ts';
import type { EventOf } from '../trace/trace_schema.ts';

type ParsedNote = Extract<PlannerNote, { kind: 'parsed' }>;

export type Thought =
  | Readonly<{ kind: 'call'; number: number; call: EventOf<'call'>; parsed: ParsedNote | null }>
  | Readonly<{ kind: 'parsed'; parsed: ParsedNote }>
  | Readonly<{ kind: 'belief'; belief: unknown; tracking: EventOf<'tracking'> | null }>
  | Readonly<{ kind: 'planned'; planned: Extract<PlannerNote, { kind: 'planned' }> }>
  | { readonly kind: 'sense' }
  | Readonly<{ kind: 'stop'; reason: string }>;

export type Moment = Readonly<{ id: string; thoughts: readonly Thought[]; taken: TakenAction | null }>;

export function episodeMoments({ events }: Pick<Trace, 'events'>): readonly Moment[] {
  const moments: Moment[] = [];
  let thoughts: Thought[] = [];
  let calls = 0;
  for (const event of events) {
    if (event.event === 'prologue' || event.event === 'step') {
      const id = `${event.event === 'step' ? 'step' : 'before'}-${event.number}`;
      moments.push({ id, thoughts, taken: event });
      thoughts = [];
    } else if (event.event === 'call') {
      calls += 1;
      thoughts.push({ kind: 'call', number: calls, call: event, parsed: null });
    } else if (event.event === 'note') addNote(thoughts, event.note);
    else if (event.event === 'tracking') addTracking(thoughts, event);
    else if (event.event === 'stop') thoughts.push({ kind: 'stop', reason: event.reason });
    else thoughts.push({ kind: 'sense' });
  }
  return [...moments, { id: 'end', thoughts, taken: null }];
}

function addNote(thoughts: Thought[], note: PlannerNote): void {
  if (note.kind === 'belief') thoughts.push({ kind: 'belief', belief: note.belief, tracking: null });
  else if (note.kind === 'planned') thoughts.push({ kind: 'planned', planned: note });
  else {
    const at = thoughts.findLastIndex(
      (each) => each.kind === 'call' && each.parsed === null && each.call.purpose === note.purpose,
    );
    const call = thoughts[at];
    if (call?.kind === 'call') thoughts[at] = { ...call, parsed: note };
    else thoughts.push({ kind: 'parsed', parsed: note });
  }
}

function addTracking(thoughts: Thought[], tracking: EventOf<'tracking'>): void {
  const at = thoughts.findLastIndex(({ kind }) => kind === 'belief');
  const belief = thoughts[at];
  if (belief?.kind === 'belief') thoughts[at] = { ...belief, tracking };
}

export type BeliefEntry = Readonly<{ label: string; text: string }>;

export type ComparedEntry = BeliefEntry & { readonly change: 'same' | 'new' | 'gone' };

export function beliefEntries(belief: unknown, label = ''): BeliefEntry[] {
  if (!isComposite(belief)) return [{ label, text: String(belief) }];
  if (Array.isArray(belief)) {
    if (belief.every(isFlat)) return belief.map((item) => ({ label, text: flatText(item) }));
    return belief.flatMap((item, at) => beliefEntries(item, isNamed(item) ? label : joinLabels(label, String(at + 1))));
  }
  if (isNamed(belief)) {
    const { name, ...rest } = belief;
    const values = Object.entries(rest);
    const entries = values.flatMap(([key, value]) =>
      beliefEntries(value, values.length === 1 ? name : joinLabels(name, key)),
    );
    return entries.length === 0 ? [{ label: name, text: '' }] : entries;
  }
  return Object.entries(belief)
    .filter(([, value]) => value !== '')
    .flatMap(([key, value]) => beliefEntries(value, joinLabels(label, key)));
}

export function compareBeliefs(now: unknown, before: unknown): ComparedEntry[] {
  const entries = beliefEntries(now);
  const old = before === undefined ? entries : beliefEntries(before);
  const [oldKeys, newKeys] = [old, entries].map((list) => new Set(list.map(keyOf)));
  const gone = old.filter((entry) => !newKeys!.has(keyOf(entry)));
  return [
    ...entries.map((entry): ComparedEntry => ({ ...entry, change: oldKeys!.has(keyOf(entry)) ? 'same' : 'new' })),
    ...gone.map((entry): ComparedEntry => ({ ...entry, change: 'gone' })),
  ];
}

/** OLP notes sketches, plans and groundings in turn. */
export function beliefKind(belief: unknown): string {
  return isComposite(belief) && !Array.isArray(belief) ? Object.keys(belief).sort().join(' ') : typeof belief;
}

function keyOf({ label, text }: BeliefEntry): string {
  return JSON.stringify([label, text]);
}

function joinLabels(label: string, key: string): string {
  return label === '' ? key : `${label} ${key}`;
}

function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isFlat(item: unknown): boolean {
  return !isComposite(item) || (Array.isArray(item) && item.every((part) => !isComposite(part)));
}

function flatText(item: unknown): string {
  return Array.isArray(item) ? `(${item.join(' ')})` : String(item);
}

function isNamed(value: unknown): value is { readonly name: string } {
  return isComposite(value) && 'name' in value && typeof value.name === 'string';
}

export type PromptLine = Readonly<{ kind: 'same' | 'new' | 'gone' | 'role'; text: string }>;

/** The diff takes quadratic time. */
const CHANGES_MAX = 2_000;

export function promptChanges(messages: Exchange['messages'], before: Exchange['messages'] | null): PromptLine[] {
  const lines = linesOf(messages);
  if (before === null) return lines.map((line) => promptLine(line, 'same'));
  const old = linesOf(before);
  const parts = diffArrays([...old], [...lines], { maxEditLength: CHANGES_MAX });
  if (parts === undefined) return lines.map((line) => promptLine(line, 'new'));
  return parts.flatMap(({ value, added, removed }) => {
    const kind = added === true ? 'new' : removed === true ? 'gone' : 'same';
    // Without its message, a removed heading has no meaning.
    return value.map((line) => promptLine(line, kind)).filter((line) => line.kind !== 'role' || kind !== 'gone');
  });
}

const HEADING = 'role ';

/** Prefixes of equal length distinguish headings from text. */
function linesOf(messages: Exchange['messages']): readonly string[] {
  return messages.flatMap(({ role, content }) => [
    `${HEADING}${role}`,
    ...content.split('\n').map((line) => `text ${line}`),
  ]);
}

function promptLine(line: string, kind: PromptLine['kind']): PromptLine {
  return { kind: line.startsWith(HEADING) ? 'role' : kind, text: line.slice(HEADING.length) };
}
