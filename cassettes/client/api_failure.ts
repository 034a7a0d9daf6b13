import { LlmCallError } from '../llm.ts';

export class TransientError extends Error {
  override readonly name = 'TransientError';
  readonly retryAfterMs: number | null;

  constructor(message: string, { retryAfterMs = null, cause }: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** Ends the run, unlike an `LlmCallError`. */
export class ApiUnusableError extends Error {
  override readonly name = 'ApiUnusableError';
  /** A wrong key or address, not an outage. */
  readonly isSetupError: boolean;

  constructor(message: string, { isSetupError }: { isSetupError: boolean }) {
    super(message);
    this.isSetupError = isSetupError;
  }
}

export function meaningOf(
  { status, code }: { status: number | null; code: string | null },
  answered: { any: boolean; sameModel: boolean },
) {
  if (status === null) return !answered.any && UNREACHABLE.has(code ?? '') ? 'unreachable' : 'transient';
  if (code === 'context_length_exceeded') return 'too_long';
  if (status === 400 && code === 'content_filter') return 'filtered';
  if (status === 402 || code === 'insufficient_quota') return 'credit';
  if (status === 401 || (status === 403 && !answered.sameModel)) return 'key';
  if ([404, 405].includes(status) && !answered.sameModel) return 'address';
  return [408, 409, 429].includes(status) || status >= 500 ? 'transient' : 'refused';
}

const UNREACHABLE: ReadonlySet<string> = new Set([
  ...['ENOTFOUND', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
]);

const REMEDIES = {
  key: 'check the key (OPENAI_API_KEY)',
  address: 'check the URL, which often ends in /v1, and the model’s name',
  unreachable: 'check the URL, and whether the server is running',
};

/** `message` must not contain a secret. */
export function errorFor(
  meaning: Exclude<ReturnType<typeof meaningOf>, 'filtered'>,
  message: string,
  retryAfterMs: number | null,
): Error {
  if (meaning === 'transient') return new TransientError(message, { retryAfterMs });
  if (meaning === 'too_long') return new LlmCallError('context_length_exceeded', message);
  if (meaning === 'refused') return new LlmCallError('api_error', message);
  if (meaning === 'credit') return new ApiUnusableError(message, { isSetupError: false });
  return new ApiUnusableError(`${message}; ${REMEDIES[meaning]}`, { isSetupError: true });
}
