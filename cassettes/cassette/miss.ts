import type { Address } from '../format/entry.ts';
import type { TapedRequest } from '../wire/exchange.ts';

type Missed = Readonly<{ suite: string; model: string; address: Address; request: TapedRequest; purpose: string }>;

export class TapeMissError extends Error {
  override readonly name = 'TapeMissError';
  readonly missed: Missed;

  constructor(message: string, missed: Missed) {
    super(message);
    this.missed = missed;
  }
}
