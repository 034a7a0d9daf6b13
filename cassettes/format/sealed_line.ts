import { hash } from 'node:crypto';

const DIGEST_LENGTH = 32;
const DIGEST_FIELD = Buffer.from(',"digest":"');
const LINE_END = Buffer.from('"}');
const TAIL_LENGTH = DIGEST_FIELD.length + DIGEST_LENGTH + LINE_END.length;

/** `digest` begins the SHA-256 of the bytes before it. */
export function sealLine(value: object): string {
  const head = JSON.stringify(value).slice(0, -1);
  return `${head}${DIGEST_FIELD}${digestOf(head)}${LINE_END}`;
}

export function isSealed(line: Buffer): boolean {
  const split = line.length - TAIL_LENGTH;
  if (split < 1) return false;
  return (
    line.compare(DIGEST_FIELD, 0, DIGEST_FIELD.length, split, split + DIGEST_FIELD.length) === 0 &&
    line.compare(LINE_END, 0, LINE_END.length, line.length - LINE_END.length) === 0 &&
    line.toString('latin1', split + DIGEST_FIELD.length, line.length - LINE_END.length) ===
      digestOf(line.subarray(0, split))
  );
}

export function parseSealed(line: Buffer): unknown {
  return JSON.parse(`${line.toString('utf8', 0, line.length - TAIL_LENGTH)}}`);
}

function digestOf(head: string | Buffer) {
  return hash('sha256', head, 'hex').slice(0, DIGEST_LENGTH);
}
