import { LayeredTape } from '../../../cassettes/reading/layered_tape.ts';
import { replyText, type TapedRequest } from '../../../cassettes/wire/exchange.ts';
import type { Action } from '../../../envs/env.ts';
import type { Tracking } from '../../../envs/world.ts';
import type { PlannerNote } from '../../../planners/planner.ts';
import { are, counted } from '../../io/errors/counted.ts';
import { failureKind } from '../../trace/metrics/mistakes.ts';
import { episodeId, type Trace } from '../../trace/trace.ts';
import type { TraceEvent } from '../../trace/trace_schema.ts';
import { inCassette } from '../tapes/tape_layers.ts';

export type Exchange = Readonly<{ messages: readonly Readonly<{ role: string; content: string }>[]; reply: string }>;

export class ExchangeReader {
  readonly #tapes = new Map<string, Promise<LayeredTape>>();
  #requests: Readonly<{ of: string; byKey: ReadonlyMap<string, TapedRequest> }> | null = null;

  static async once(trace: Trace, layers: readonly string[]): Promise<(Exchange | null)[]> {
    const reader = new ExchangeReader();
    return reader.read(trace, layers).finally(() => reader.close());
  }

  async read({ header, events }: Trace, layers: readonly string[]): Promise<(Exchange | null)[]> {
    const { suite, model, trial } = header;
    const calls = events.filter((event) => event.event === 'call');
    if (model === null || calls.length === 0) return [];
    const id = JSON.stringify([layers, suite, model]);
    const opened = this.#tapes.get(id) ?? LayeredTape.open({ ...inCassette(layers), suite, model });
    this.#tapes.set(id, opened);
    const tape = await opened;
    const task = `${header.scene}/${header.task}`;
    const requests = await this.#requestsOf(tape, task, id);
    const exchanges: (Exchange | null)[] = [];
    for (const { key, occurrence } of calls) {
      const entry = await tape.find({ task, trial, key, occurrence });
      const body = requests.get(key)?.body;
      const isComplete = entry !== null && body !== undefined;
      const messages = isComplete && 'messages' in body ? body.messages : [];
      exchanges.push(isComplete ? { messages, reply: replyText(entry.reply) } : null);
    }
    return exchanges;
  }

  async #requestsOf(tape: LayeredTape, task: string, id: string): Promise<ReadonlyMap<string, TapedRequest>> {
    const of = `${id} ${task}`;
    if (this.#requests?.of === of) return this.#requests.byKey;
    const byKey = new Map<string, TapedRequest>();
    for await (const { key, request } of tape.requests(task)) byKey.set(key, request);
    this.#requests = { of, byKey };
    return byKey;
  }

  async close(): Promise<void> {
    for (const opened of this.#tapes.values()) await opened.then((tape) => tape.close()).catch(() => {});
  }
}

export function traceText(trace: Trace, exchanges: readonly (Exchange | null)[] | null): string {
  const { header, summary } = trace;
  const remaining = [...(exchanges ?? [])];
  const events = trace.events.flatMap((event) => {
    const exchange = (event.event === 'call' ? remaining.shift() : null) ?? null;
    return [...eventLines(event), ...(exchange === null ? [] : exchangeLines(exchange))];
  });
  return [
    episodeId(header),
    `  "${header.instruction}"`,
    `  ${header.model === null ? 'no model' : `model ${header.model}`}, prompts ${header.prompts}, world ${header.env}, at most ${counted(header.stepsMax, 'step')}`,
    '',
    ...events,
    '',
    endText(trace),
    `  ${counted(summary.steps, 'step')}${referenceText(header.reference)}, ${summary.counts.failedSteps} refused, ${counted(summary.calls, 'call')}, goal-condition recall ${summary.share.toFixed(2)}`,
    '',
  ].join('\n');
}

function endText(trace: Trace): string {
  const { end, detail, success } = trace.summary;
  const failure = failureKind(trace);
  const isNews = failure !== null && failure !== end && failure !== detail;
  return `${success ? 'Success' : 'No success'}: ${end}${detail === null ? '' : ` (${detail})`}${isNews ? `, failure: ${failure}` : ''}`;
}

export function referenceText(reference: Trace['header']['reference']): string {
  if (reference === null) return '';
  return ` (${reference.optimal ? 'shortest possible' : 'shortest known'}: ${reference.steps})`;
}

export function eventLines(event: TraceEvent): string[] {
  switch (event.event) {
    case 'prologue':
    case 'step': {
      const number = event.event === 'step' ? String(event.number).padStart(4) : '   –';
      const kind = event.error === undefined ? '' : `${event.error}, `;
      const refusal = event.reason ?? event.concealed;
      const concealed = event.concealed === undefined ? '' : 'not told, ';
      const why = refusal === undefined ? '' : `   ${concealed}${kind}${refusal.precondition}: ${refusal.message}`;
      const level = refusal?.level === undefined ? '' : ` [${refusal.level}]`;
      return [`${number} ${event.ok ? '✓' : '✗'} ${actionText(event.action)}${why}${level}`];
    }
    case 'call': {
      const { purpose, promptTokens, completionTokens, transcriptTokens, key, flaw } = event;
      const newTokens = transcriptTokens === undefined ? '' : `, ${transcriptTokens} of them new`;
      const tokens = `${promptTokens ?? '?'} + ${completionTokens ?? '?'} tokens${newTokens}`;
      return [`     ▸ ${purpose} (${tokens}, ${key.slice(0, 8)})${flaw === undefined ? '' : ` ${flaw}`}`];
    }
    case 'note':
      return noteLines(event.note);
    case 'tracking':
      return trackingLines(event);
    case 'sense':
      return ['     looks again'];
    case 'stop':
      return [`     stops: ${event.reason}`];
  }
}

function trackingLines(tracking: Tracking): string[] {
  const { wrong, missing, broken = [] } = tracking;
  return [
    `       ${trackingText(tracking)}`,
    ...wrong.map((claim) => `       wrong: ${claim}`),
    ...missing.map((fact) => `       not known: ${fact}`),
    ...broken.map(({ invariant, text }) => `       breaks ${invariant}: ${text}`),
  ];
}

export function trackingText({ claims, covered, correct, facts, recalled }: Tracking): string {
  return `of ${counted(claims, 'attribute')} ${covered} can be judged, ${correct} ${are(correct)} true; of ${counted(facts, 'change')} ${recalled} ${are(recalled)} known`;
}

function noteLines(note: PlannerNote): string[] {
  if (note.kind === 'belief') return [`       belief: ${JSON.stringify(note.belief)}`];
  if (note.kind === 'planned') {
    const { purpose, status, message } = note;
    return [`       planned ${purpose}: ${status}${effortText(note)}${message === null ? '' : `: ${message}`}`];
  }
  return [
    ...note.discarded.map(
      ({ line, text, reason }) => `       discarded line ${line}: ${JSON.stringify(text)} (${reason})`,
    ),
    ...note.remarks.map((remark) => `       remark: ${remark}`),
  ];
}

export function effortText({ cost, expanded }: Extract<PlannerNote, { kind: 'planned' }>): string {
  const found = cost === null ? '' : `, cost ${cost}`;
  return `${found}${expanded === null ? '' : `, ${counted(expanded, 'state')} expanded`}`;
}

function exchangeLines(exchange: Exchange): string[] {
  const lines = exchange.messages.flatMap(({ role, content }) => [`${role}:`, ...content.split('\n')]);
  return [
    ...lines.map((line) => `       │ ${line}`),
    '       ├ reply:',
    ...exchange.reply.split('\n').map((line) => `       │ ${line}`),
  ];
}

export function actionText(action: Action): string {
  return `${action.verb}(${action.args.join(', ')})`;
}
