/**
 * A trace in the order in which it is read: each action with what the planner asked, read and noted before it.
 *
 * @module
 */
import type { PlannerNote } from '../../planners/planner.ts';
import type { Trace } from '../trace/trace.ts';
import type { EventOf } from '../trace/trace_schema.ts';

type ParsedNote = Extract<PlannerNote, { kind: 'parsed' }>;

/** Something that happened between two actions. */
export type Thought =
  /** `number` counts the calls of the episode from 1; `parsed` is how its reply was read, where the planner says so. */
  | {
      readonly kind: 'call';
      readonly number: number;
      readonly call: EventOf<'call'>;
      readonly parsed: ParsedNote | null;
    }
  /** A reading that belongs to no call of its own. */
  | { readonly kind: 'parsed'; readonly parsed: ParsedNote }
  | { readonly kind: 'belief'; readonly belief: unknown; readonly tracking: EventOf<'tracking'> | null }
  | { readonly kind: 'planned'; readonly planned: Extract<PlannerNote, { kind: 'planned' }> }
  | { readonly kind: 'sense' }
  | { readonly kind: 'stop'; readonly reason: string };

export type Taken = EventOf<'prologue'> | EventOf<'step'>;

/** An action with what led to it; `taken` is null for what happened after the last one. */
export type Moment = {
  /** `step-3`, or `before-1` for an action of the task's own past, or `end`. */
  readonly id: string;
  readonly thoughts: readonly Thought[];
  readonly taken: Taken | null;
};

/** The last moment is the end, with or without thoughts. */
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

/** It judges the belief before it. */
function addTracking(thoughts: Thought[], tracking: EventOf<'tracking'>): void {
  const at = thoughts.findLastIndex(({ kind }) => kind === 'belief');
  const belief = thoughts[at];
  if (belief?.kind === 'belief') thoughts[at] = { ...belief, tracking };
}
