/** Hex SHA-256 of canonical JSON (RFC 8785). */
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { TapedRequest } from './taped_request.ts';

/** 64 hexadecimal digits. */
export function requestKey(request: TapedRequest): string {
  const canonical = canonicalize(request);
  if (canonical === undefined) throw new Error('A wire request has a canonical form');
  return hash('sha256', canonical, 'hex');
}
