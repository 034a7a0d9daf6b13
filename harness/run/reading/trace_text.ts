import type { Action } from '../../../envs/env.ts';
import type { Tracking } from '../../../envs/world.ts';
import type { PlannerNote } from '../../../planners/planner.ts';
import { are, counted } from '../../io/errors/counted.ts';
import { failureKind } from '../../trace/metrics/mistakes.ts';
import { episodeId, type Trace } from '../../trace/trace.ts';
import type { TraceEvent } from '../../trace/trace_schema.ts';
import type { Exchange } from './exchange_reader.ts';

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
