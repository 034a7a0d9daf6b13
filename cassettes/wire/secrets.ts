import { LlmCallError } from '../llm.ts';
import { type TapedRequest, tapedTexts } from './exchange.ts';

const CREDENTIALS: readonly (readonly [string, RegExp])[] = [
  ['an API key', /\bsk-[A-Za-z0-9_-]{16}/],
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a Google API key', /\bAIza[0-9A-Za-z_-]{35}/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{22})/],
  ['a Hugging Face token', /\bhf_[A-Za-z0-9]{30}/],
  ['a Slack token', /\bxox[abprs]-[A-Za-z0-9-]{10}/],
  ['a JSON Web Token', /\beyJ(?:(?!\beyJ)[A-Za-z0-9_-]){8,512}\.eyJ[A-Za-z0-9_-]{8}/],
  ['a private key', /-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----/],
  ['a bearer token', /\bbearer [A-Za-z0-9._~+/-]{20}/i],
  [
    'a key in an assignment',
    /\b(?:api[_-]?key|secret[_-]?key|access[_-]?token)["']?\s{0,4}[:=]\s{0,4}["']?[A-Za-z0-9_-]{12}/i,
  ],
];

export function refuseSecrets(request: TapedRequest): void {
  const secret = findSecret(request);
  if (secret !== null) {
    throw new LlmCallError(
      'refused_secret',
      `${secret}; the request is neither sent nor recorded, because tapes are shared`,
    );
  }
}

/** Names the place, without the credential. */
export function findSecret(request: TapedRequest): string | null {
  const unit = request.url === '/v1/embeddings' ? 'text' : 'message';
  for (const [index, text] of tapedTexts(request).entries()) {
    for (const [credential, pattern] of CREDENTIALS) {
      const at = text.search(pattern);
      if (at === -1) continue;
      const line = text.slice(0, at).split('\n').length;
      return `line ${line} of ${unit} ${index + 1} looks like it contains ${credential}`;
    }
  }
  return null;
}
