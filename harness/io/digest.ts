import { createHash } from 'node:crypto';

export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

export function seedOf(name: string): number {
  return Number.parseInt(sha256(name).slice(0, 8), 16);
}
