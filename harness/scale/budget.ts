import type { WireRequest } from '../../cassettes/wire/wire.ts';
import type { QueuedSweep, SweptModel } from './sweep_file.ts';

/** What an answer cost. Money is counted in whole billionths of a US dollar, which add up exactly. */
export type Cost = { readonly promptTokens: number; readonly completionTokens: number; readonly nanoUsd: number };

const FREE = { prompt: 0, completion: 0 };

/** A model without prices costs nothing. A price of one dollar a million tokens is 1,000 billionths a token. */
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

/** Why no more requests are sent, where the budget is spent; null where it is not. */
export function budgetSpent({ budget }: Pick<QueuedSweep, 'budget'>, nanoUsd: number): string | null {
  if (budget === undefined || nanoUsd < budget * 1e9) return null;
  return `the budget of ${budget} USD is spent (${usdText(nanoUsd)}); raise it in the sweep file and start the sweep again`;
}

/** `12.34 USD`, with more digits where it is little. */
export function usdText(nanoUsd: number): string {
  const usd = nanoUsd / 1e9;
  return `${usd >= 1 || usd === 0 ? usd.toFixed(2) : usd.toPrecision(2)} USD`;
}
