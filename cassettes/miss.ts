/**
 * A request that no tape answers: which, and what comes closest.
 *
 * @module
 */
import type { Address } from './address.ts';
import type { WireRequest } from './wire.ts';

/** Enough to export the request, and to say what to do. */
export class TapeMissError extends Error {
  override readonly name = 'TapeMissError';
  readonly suite: string;
  readonly model: string;
  readonly address: Address;
  readonly request: WireRequest;

  constructor(
    message: string,
    { suite, model, address, request }: { suite: string; model: string; address: Address; request: WireRequest },
  ) {
    super(message);
    this.suite = suite;
    this.model = model;
    this.address = address;
    this.request = request;
  }
}
