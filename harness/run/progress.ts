import type { Messages } from '../io/screen.ts';
import type { Trace } from '../trace/trace.ts';

type ProgressCounts = Readonly<Record<'done' | 'total' | 'elapsedMs' | 'calls' | 'tokens', number>>;

export function progressText({ done, total, elapsedMs, calls, tokens }: ProgressCounts, noun = ''): string {
  const perSecond = elapsedMs > 0 ? (1000 * done) / elapsedMs : 0;
  const parts = [`${done} of ${total} ${noun}`.trimEnd()];
  if (done > 0 && perSecond > 0) parts.push(rateText(perSecond));
  if (calls > 0) parts.push(`${countText(calls)} calls`, `${countText(tokens)} tokens`);
  if (done > 0 && done < total && perSecond > 0) parts.push(`${timeText((total - done) / perSecond)} left`);
  return parts.join(', ');
}

function rateText(perSecond: number): string {
  if (perSecond >= 1) return `${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s`;
  const perMinute = 60 * perSecond;
  return perMinute >= 1 ? `${perMinute.toFixed(1)}/min` : `${(60 * perMinute).toFixed(1)}/h`;
}

function countText(count: number): string {
  if (count < 10_000) return String(count);
  return count < 1_000_000 ? `${Math.round(count / 1000)} k` : `${(count / 1_000_000).toFixed(1)} M`;
}

function timeText(seconds: number): string {
  if (seconds < 99.5) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export class Progress {
  readonly #messages: Messages;
  readonly #total: number;
  readonly #began: number;
  readonly #counts = { done: 0, calls: 0, tokens: 0 };

  constructor(messages: Messages, total: number) {
    this.#messages = messages;
    this.#total = total;
    this.#began = messages.clock?.() ?? 0;
  }

  done(name: string, trace?: Trace): void {
    const counts = this.#counts;
    counts.done += 1;
    counts.calls += trace?.summary.calls ?? 0;
    for (const { promptTokens, completionTokens } of Object.values(trace?.summary.counts.roles ?? {})) {
      counts.tokens += (promptTokens ?? 0) + (completionTokens ?? 0);
    }
    const elapsedMs = (this.#messages.clock?.() ?? 0) - this.#began;
    this.#messages.progress(`${progressText({ ...counts, total: this.#total, elapsedMs })}: ${name}`);
  }
}
