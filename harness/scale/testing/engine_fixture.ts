import { onTestFinished } from 'vitest';
import { requestKey } from '../../../cassettes/wire/exchange.ts';
import { chatRequest } from '../../../cassettes/wire/wire.ts';
import type { CellEnd, KeptAnswer, QueuedCell, SweepEngine, SweepRecord } from '../sweep_engine.ts';

const PROVIDER = { concurrency: 8, timeoutS: 1, retries: 0 };

export const RECORD: SweepRecord = {
  ...{ format: 2, code: '1', digest: 'd' },
  sweep: {
    name: 'contract',
    suites: [{ suite: 'household', prompts: [{}] }],
    models: ['small', 'large'].map((model) => ({ model, provider: 'p', priority: 0, embeddingPrice: 0 })),
    providers: { p: { ...PROVIDER, requestsPerMinute: 600, tokensPerMinute: 60_000 }, free: PROVIDER },
    ...{ budget: 1, attempts: 2 },
  },
};

export const NOTHING = { promptTokens: 0, completionTokens: 0, nanoUsd: 0 };

export function queued(id: string, { model = 'small', priority = 0 } = {}): QueuedCell {
  return { id, name: `household/house_1/${id}/1 ${model}`, model, priority };
}

export function kept(cell: string, text: string, content = 'Toast?'): KeptAnswer {
  const request = chatRequest('small', [{ role: 'user', content }], { purpose: 'p', temperature: 0 });
  const reply = { text, finishReason: 'stop', usage: null, latencyMs: 1, model: 'small-1' };
  const address = { task: `house_1/${cell}`, trial: 1, key: requestKey(request), occurrence: 1 };
  return { cell, recording: { entry: { ...address, reply, source: 'live' }, request } };
}

export type Open = (options: { again: boolean }) => Promise<SweepEngine>;

export async function opened(open: Open, again = true): Promise<SweepEngine> {
  const engine = await open({ again });
  onTestFinished(() => engine.close());
  return engine;
}

export async function begun(open: Open, cells: readonly QueuedCell[], attempts = 2): Promise<SweepEngine> {
  const engine = await opened(open, false);
  await engine.begin({ ...RECORD, sweep: { ...RECORD.sweep, attempts } }, cells);
  return engine;
}

type End = (cell: string) => CellEnd | Promise<CellEnd>;
export const PLAY = { concurrency: 1, signal: new AbortController().signal, untilIdle: true };

export async function played(engine: SweepEngine, end: End = () => 'done', concurrency = 1): Promise<string[]> {
  const order: string[] = [];
  const play = async (cell: string) => {
    order.push(cell);
    return end(cell);
  };
  await engine.work(play, { ...PLAY, concurrency });
  return order;
}

export async function cellsOf(engine: SweepEngine) {
  return (await engine.status())?.models[0]?.cells;
}
