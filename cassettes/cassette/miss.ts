import type { Address } from '../format/entry.ts';
import type { TapedRequest } from '../wire/taped_request.ts';

export class TapeMissError extends Error {
  override readonly name = 'TapeMissError';
  readonly suite: string;
  readonly model: string;
  readonly address: Address;
  readonly request: TapedRequest;
  readonly purpose: string;

  constructor(message: string, missed: Omit<TapeMissError, keyof Error>) {
    super(message);
    this.suite = missed.suite;
    this.model = missed.model;
    this.address = missed.address;
    this.request = missed.request;
    this.purpose = missed.purpose;
  }
}
