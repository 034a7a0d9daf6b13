import type { Address } from '../format/entry.ts';
import type { TapedRequest } from '../wire/exchange.ts';

type Missed = {
  readonly suite: string;
  readonly model: string;
  readonly address: Address;
  readonly request: TapedRequest;
  readonly purpose: string;
};

export class TapeMissError extends Error {
  override readonly name = 'TapeMissError';
  readonly missed: Missed;

  constructor(message: string, missed: Missed) {
    super(message);
    this.missed = missed;
  }
}
