/** What an OpenAI-compatible endpoint says when it has no answer: a status, and the error JSON that OpenAI's clients read. */
import { TapeMissError } from '../cassette/miss.ts';
import { ApiUnusableError } from '../client/api_unusable_error.ts';
import { LlmCallError } from '../llm.ts';

/** A request that cannot be answered, with what is wrong and what to do. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';
  readonly status: number;
  /** Stable, for programs. */
  readonly code: string;
  /** Which field of the request is meant, where one is. */
  readonly param: string | null;

  constructor(status: number, code: string, message: string, param: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

/** Anything that was thrown, as what is answered. A defect of our own shows its message, and no stack. */
export function endpointError(error: unknown): EndpointError {
  if (error instanceof EndpointError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof TapeMissError) return new EndpointError(404, 'tape_miss', message);
  if (error instanceof LlmCallError)
    return new EndpointError(error.code === 'api_error' ? 502 : 400, error.code, message);
  if (error instanceof ApiUnusableError) return new EndpointError(502, 'api_error', message);
  if (error instanceof Error && (error.name === 'TapeError' || error.name === 'TapeNameError')) {
    return new EndpointError(error.name === 'TapeError' ? 500 : 400, 'tape_error', message);
  }
  return new EndpointError(500, 'internal_error', message);
}

/** The body of a response that is an error. */
export function errorBody({ status, code, message, param }: EndpointError): string {
  const type = status < 500 ? 'invalid_request_error' : 'api_error';
  return JSON.stringify({ error: { message, type, param, code } });
}
