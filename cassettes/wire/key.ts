/**
 * The key of a request: hex SHA-256 of its canonical JSON (RFC 8785).
 *
 * A change of a single byte in a prompt changes it; the order of fields does not.
 */
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { TapedRequest } from './taped_request.ts';

/** 64 hexadecimal digits. */
export function requestKey(request: TapedRequest): string {
  const canonical = canonicalize(request);
  if (canonical === undefined) throw new Error('A wire request has a canonical form');
  return hash('sha256', canonical, 'hex');
}
