/**
 * CBOR (RFC 8949), as far as the ZMQ remote API uses it.
 * Ours because cbor-x writes 1.0 as 1: the position [0, 0, 1] would become an array of integers.
 */
import { readCbor } from './read_cbor.ts';

/** Encodes as a double, whole or not. */
export class Real {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

const DEPTH_MAX = 64;

export const decodeCbor = readCbor;

/** Throws a TypeError on anything but null, booleans, numbers, text, bytes, lists and plain objects. */
export function encodeCbor(value: unknown): Buffer {
  const parts: Buffer[] = [];
  write(value, parts, 0);
  return Buffer.concat(parts);
}

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const LIST = 4;
const MAP = 5;
const FALSE = Buffer.of(0xf4);
const TRUE = Buffer.of(0xf5);
const NULL = Buffer.of(0xf6);

function write(value: unknown, parts: Buffer[], depth: number): void {
  if (depth > DEPTH_MAX) throw new TypeError(`Cannot write CBOR that is nested more than ${DEPTH_MAX} deep`);
  if (value === null || value === undefined) parts.push(NULL);
  else if (typeof value === 'boolean') parts.push(value ? TRUE : FALSE);
  else if (typeof value === 'number') writeNumber(value, parts);
  else if (value instanceof Real) parts.push(double(value.value));
  else if (typeof value === 'string') {
    const text = Buffer.from(value);
    parts.push(head(TEXT, text.length), text);
  } else if (value instanceof Float64Array) {
    parts.push(head(LIST, value.length));
    for (const item of value) parts.push(double(item));
  } else if (value instanceof Uint8Array) {
    parts.push(head(BYTES, value.length), Buffer.from(value));
  } else if (Array.isArray(value)) {
    parts.push(head(LIST, value.length));
    for (const item of value) write(item, parts, depth + 1);
  } else if (typeof value === 'object') {
    // As in Lua, where a nil field is absent.
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    parts.push(head(MAP, entries.length));
    for (const [key, item] of entries) {
      write(/^-?\d+$/.test(key) && value instanceof Numbered ? Number(key) : key, parts, depth + 1);
      write(item, parts, depth + 1);
    }
  } else throw new TypeError(`Cannot write a ${typeof value} as CBOR`);
}

export class Numbered {
  readonly [key: number]: unknown;

  constructor(entries: Iterable<readonly [number, unknown]>) {
    Object.assign(this, Object.fromEntries(entries));
  }
}

function writeNumber(value: number, parts: Buffer[]): void {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) parts.push(double(value));
  else parts.push(value >= 0 ? head(UNSIGNED, value) : head(NEGATIVE, -1 - value));
}

function double(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(9);
  bytes[0] = 0xfb;
  bytes.writeDoubleBE(value, 1);
  return bytes;
}

function head(major: number, argument: number): Buffer {
  const type = major << 5;
  if (argument < 24) return Buffer.of(type | argument);
  if (argument < 2 ** 8) return Buffer.of(type | 24, argument);
  if (argument < 2 ** 16) return Buffer.of(type | 25, argument >> 8, argument & 0xff);
  const bytes = Buffer.allocUnsafe(argument < 2 ** 32 ? 5 : 9);
  bytes[0] = type | (argument < 2 ** 32 ? 26 : 27);
  if (argument < 2 ** 32) bytes.writeUInt32BE(argument, 1);
  else bytes.writeBigUInt64BE(BigInt(argument), 1);
  return bytes;
}
