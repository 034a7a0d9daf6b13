/** CBOR (RFC 8949). Our own, because cbor-x writes 1.0 as 1. */

export class ApiError extends Error {
  override readonly name = 'ApiError';
}

export class Real {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

const DEPTH_MAX = 64;
const ITEMS_MAX = 1_000_000;

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
const SIMPLE = 7;
const FALSE = Buffer.of(0xf4);
const TRUE = Buffer.of(0xf5);
const NULL = Buffer.of(0xf6);

function write(value: unknown, parts: Buffer[], depth: number) {
  if (depth > DEPTH_MAX) throw new TypeError(`Cannot write CBOR with more than ${DEPTH_MAX} levels of nesting`);
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
    const all: Iterable<[unknown, unknown]> = value instanceof Map ? value : Object.entries(value);
    const entries = [...all].filter(([, item]) => item !== undefined);
    parts.push(head(MAP, entries.length));
    for (const [key, item] of entries) {
      write(key, parts, depth + 1);
      write(item, parts, depth + 1);
    }
  } else throw new TypeError(`Cannot write a ${typeof value} as CBOR`);
}

function writeNumber(value: number, parts: Buffer[]) {
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
  const short = 24 + [2 ** 8, 2 ** 16, 2 ** 32].filter((end) => argument >= end).length;
  const size = 2 ** (short - 24);
  const bytes = Buffer.allocUnsafe(1 + size);
  bytes[0] = type | short;
  if (size === 8) bytes.writeBigUInt64BE(BigInt(argument), 1);
  else bytes.writeUIntBE(argument, 1, size);
  return bytes;
}

/** Bytes are text too: Lua has one type for both. */
export function decodeCbor(bytes: Uint8Array): unknown {
  return new Reader(bytes).read();
}

const SIMPLE_VALUES: Readonly<Record<number, unknown>> = { 20: false, 21: true, 22: null, 23: undefined };

const UNTIL_BREAK = 31;
const BREAK = 0xff;

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(): unknown {
    const value = this.#value(0);
    if (this.#at < this.#bytes.length) throw new Error('bytes follow the value');
    return value;
  }

  #value(depth: number): unknown {
    if (depth > DEPTH_MAX) throw new Error(`it has more than ${DEPTH_MAX} levels of nesting`);
    const first = this.#bytes[this.#move(1)]!;
    const [major, short] = [first >> 5, first & 31];
    if (major === SIMPLE) return this.#simple(short);
    if (major === LIST) return this.#items(short, () => this.#value(depth + 1));
    if (major === MAP) {
      const entry = () => [String(this.#value(depth + 1)), this.#value(depth + 1)] as const;
      return Object.fromEntries(this.#items(short, entry));
    }
    const argument = this.#argument(short);
    if (major === UNSIGNED) return Number(argument);
    if (major === NEGATIVE) return Number(-1n - argument);
    if (major !== BYTES && major !== TEXT) throw new Error('it has a tag');
    const from = this.#move(Number(argument));
    return this.#bytes.toString('utf8', from, this.#at);
  }

  #simple(short: number): unknown {
    if (short === 25) return halfFloat(this.#bytes.readUInt16BE(this.#move(2)));
    if (short === 26) return this.#bytes.readFloatBE(this.#move(4));
    if (short === 27) return this.#bytes.readDoubleBE(this.#move(8));
    if (!(short in SIMPLE_VALUES)) throw new Error(`it has the simple value ${short}`);
    return SIMPLE_VALUES[short];
  }

  #argument(short: number): bigint {
    if (short < 24) return BigInt(short);
    if (short > 27) throw new Error('it has a value without a length');
    const size = 2 ** (short - 24);
    const from = this.#move(size);
    return size === 8 ? this.#bytes.readBigUInt64BE(from) : BigInt(this.#bytes.readUIntBE(from, size));
  }

  #items<T>(short: number, next: () => T): T[] {
    const length = short === UNTIL_BREAK ? Infinity : Number(this.#argument(short));
    const items: T[] = [];
    while (items.length < length) {
      if (short === UNTIL_BREAK && this.#bytes[this.#at] === BREAK) {
        this.#at++;
        break;
      }
      if (items.length === ITEMS_MAX) throw new Error(`a list or a map has more than ${ITEMS_MAX} items`);
      items.push(next());
    }
    return items;
  }

  #move(length: number): number {
    const from = this.#at;
    if (length > this.#bytes.length - from) throw new Error('it is cut off');
    this.#at += length;
    return from;
  }
}

function halfFloat(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const sign = bits >> 15 === 0 ? 1 : -1;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (fraction + 1024) * 2 ** (exponent - 25);
}
