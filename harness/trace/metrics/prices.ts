import { invalid } from '../../io/errors/failure.ts';
import type { Compared, Fields } from './metric.ts';
import { sixDigits } from './numbers.ts';

/** Per million tokens, in the user's currency. */
export type Prices = Readonly<{ prompt: number; completion: number }>;

export const PRICES_OPTION = {
  type: 'string',
  describe: 'Add a money column; give the prices of a million tokens in any currency, such as prompt=2.5,completion=10',
} as const;

const TOKENS = 1_000_000;
const KINDS = ['prompt', 'completion'] as const;
const PRICE = /^(?:\d+(?:\.\d+)?|\.\d+)$/;

export function pricesOf({ prices: text }: { readonly prices: string | undefined }): Prices | null {
  if (text === undefined) return null;
  const found = new Map<string, number>();
  for (const part of text.split(',')) {
    const [kind = '', price = '', ...more] = part.split('=').map((word) => word.trim());
    if (!KINDS.some((each) => each === kind)) throw pricesFailure(text, `"${kind}" is neither prompt nor completion`);
    if (found.has(kind)) throw pricesFailure(text, `"${kind}" has two prices`);
    if (more.length > 0 || !PRICE.test(price))
      throw pricesFailure(text, `the price of "${kind}" is not a number of at least 0`);
    found.set(kind, Number(price));
  }
  const [prompt, completion] = KINDS.map((kind) => found.get(kind));
  if (prompt === undefined || completion === undefined) {
    throw pricesFailure(text, `"${prompt === undefined ? 'prompt' : 'completion'}" has no price`);
  }
  return { prompt, completion };
}

function pricesFailure(text: string, why: string) {
  return invalid(
    `--prices must be the prices of a million tokens, such as prompt=2.5,completion=10; found "${text}": ${why}`,
  );
}

export function moneyOf({ promptTokens, completionTokens }: Fields, { prompt, completion }: Prices): number | null {
  if (typeof promptTokens !== 'number' || typeof completionTokens !== 'number') return null;
  return sixDigits((promptTokens * prompt + completionTokens * completion) / TOKENS);
}

export function moneyText(money: number): string {
  return DIGITS.format(money);
}

const DIGITS = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, useGrouping: false });

export function moneyCompared(prices: Prices): Compared {
  return { better: 'less', unit: 'money', of: (row) => moneyOf(row, prices) };
}
