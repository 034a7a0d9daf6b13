import { TapeMissError } from '../cassette/miss.ts';
import { ApiUnusableError } from '../client/api_failure.ts';
import { LlmCallError } from '../llm.ts';

export class EndpointError extends Error {
  override readonly name = 'EndpointError';
  readonly status: number;
  readonly code: string;
  readonly param: string | null;

  constructor(status: number, code: string, message: string, param: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

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

export function errorBody({ status, code, message, param }: EndpointError): string {
  const type = status < 500 ? 'invalid_request_error' : 'api_error';
  return JSON.stringify({ error: { message, type, param, code } });
}
