/** A request that no tape answers: which, and what comes closest. */
import type { Address } from '../format/address.ts';
import type { TapedRequest } from '../wire/taped_request.ts';

/** Enough to export the request, and to say what to do. */
export class TapeMissError extends Error {
  override readonly name = 'TapeMissError';
  readonly suite: string;
  readonly model: string;
  readonly address: Address;
  readonly request: TapedRequest;
  /** Which part of the method asked. */
  readonly purpose: string;

  constructor(
    message: string,
    {
      suite,
      model,
      address,
      request,
      purpose,
    }: Pick<TapeMissError, 'suite' | 'model' | 'address' | 'request' | 'purpose'>,
  ) {
    super(message);
    this.suite = suite;
    this.model = model;
    this.address = address;
    this.request = request;
    this.purpose = purpose;
  }
}
