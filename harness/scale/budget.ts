import type { WireRequest } from '../../cassettes/wire/wire.ts';
import type { QueuedSweep, SweptModel } from './sweep_file.ts';

/** Money is in whole billionths of a US dollar, which add up exactly. */
export type Cost = Readonly<{ promptTokens: number; completionTokens: number; nanoUsd: number }>;

const FREE = { prompt: 0, completion: 0 };

/** Without prices no cost. 1 USD per million tokens = 1,000 billionths per token. */
export function costOf(
  request: Pick<WireRequest, 'url'>,
  usage: Omit<Cost, 'nanoUsd'>,
  { prices, embeddingPrice }: SweptModel,
): Cost {
  const isChat = request.url === '/v1/chat/completions';
  const { prompt, completion } = isChat ? (prices ?? FREE) : { prompt: embeddingPrice, completion: 0 };
  const { promptTokens, completionTokens } = usage;
  return { ...usage, nanoUsd: Math.round(1_000 * (promptTokens * prompt + completionTokens * completion)) };
}

export function budgetSpent({ budget }: Pick<QueuedSweep, 'budget'>, nanoUsd: number): string | null {
  if (budget === undefined || nanoUsd < budget * 1e9) return null;
  return `the budget of ${budget} USD is spent (${usdText(nanoUsd)}); raise it in the sweep file and start the sweep again`;
}

export function usdText(nanoUsd: number): string {
  const usd = nanoUsd / 1e9;
  return `${usd >= 1 || usd === 0 ? usd.toFixed(2) : usd.toPrecision(2)} USD`;
}
