import { hash } from 'node:crypto';

const DIGEST_LENGTH = 32;
const BEFORE = Buffer.from(',"digest":"');
const AFTER = Buffer.from('"}');
const TAIL_LENGTH = BEFORE.length + DIGEST_LENGTH + AFTER.length;

/** Appends `digest`, the first 32 hex digits of the SHA-256 of the bytes before it. `value` is not empty. */
export function sealLine(value: object): string {
  const head = JSON.stringify(value).slice(0, -1);
  return `${head}${BEFORE}${digestOf(head)}${AFTER}`;
}

export function isSealed(line: Buffer): boolean {
  const split = line.length - TAIL_LENGTH;
  if (split < 1) return false;
  return (
    line.compare(BEFORE, 0, BEFORE.length, split, split + BEFORE.length) === 0 &&
    line.compare(AFTER, 0, AFTER.length, line.length - AFTER.length) === 0 &&
    line.toString('latin1', split + BEFORE.length, line.length - AFTER.length) === digestOf(line.subarray(0, split))
  );
}

export function parseSealed(line: Buffer): unknown {
  return JSON.parse(`${line.toString('utf8', 0, line.length - TAIL_LENGTH)}}`);
}

function digestOf(head: string | Buffer) {
  return hash('sha256', head, 'hex').slice(0, DIGEST_LENGTH);
}
