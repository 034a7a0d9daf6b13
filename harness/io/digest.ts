import { createHash } from 'node:crypto';

/** Hex SHA-256 of a text's UTF-8 bytes. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** A seed from a name: the first 32 bits of its SHA-256. */
export function seedOf(name: string): number {
  return Number.parseInt(sha256(name).slice(0, 8), 16);
}
