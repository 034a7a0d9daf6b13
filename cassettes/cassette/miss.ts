import type { Address } from '../format/address.ts';
import type { TapedRequest } from '../wire/taped_request.ts';

export class TapeMissError extends Error {
  override readonly name = 'TapeMissError';
  readonly suite: string;
  readonly model: string;
  readonly address: Address;
  readonly request: TapedRequest;
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
