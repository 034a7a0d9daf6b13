import type { WireRequest } from '../../cassettes/wire/wire.ts';
import type { QueuedSweep, SweptModel } from './sweep_file.ts';

/** Money is in whole billionths of a US dollar, which add up exactly. */
export type Cost = Readonly<{ promptTokens: number; completionTokens: number; nanoUsd: number }>;

const FREE = { prompt: 0, completion: 0 };

/** 1 USD per million tokens = 1,000 billionths per token. */
export function costOf(
  { url }: Pick<WireRequest, 'url'>,
  usage: Omit<Cost, 'nanoUsd'>,
  { prices = FREE, embeddingPrice }: SweptModel,
): Cost {
  const { prompt, completion } = url === '/v1/embeddings' ? { ...FREE, prompt: embeddingPrice } : prices;
  const usd = usage.promptTokens * prompt + usage.completionTokens * completion;
  return { ...usage, nanoUsd: Math.round(1_000 * usd) };
}

export function budgetSpent({ budget }: Pick<QueuedSweep, 'budget'>, nanoUsd: number): string | null {
  if (budget === undefined || nanoUsd < budget * 1e9) return null;
  return `the budget of ${budget} USD is spent (${usdText(nanoUsd)}); raise it in the sweep file and start the sweep again`;
}

export function usdText(nanoUsd: number): string {
  const usd = nanoUsd / 1e9;
  return `${usd >= 1 || usd === 0 ? usd.toFixed(2) : usd.toPrecision(2)} USD`;
}
