/** Reads CBOR (RFC 8949) as far as the ZMQ remote API uses it. */

const ITEMS_MAX = 1_000_000;
const DEPTH_MAX = 64;

/**
 * Reads bytes and map keys as text, since Lua, CoppeliaSim's language, has one type for both.
 * Throws on anything but one value, and on tags, chunked text and other simple values.
 */
export function readCbor(bytes: Uint8Array): unknown {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (!reader.isAtEnd) throw new Error('something follows the value');
  return value;
}

const SIMPLE: ReadonlyMap<number, unknown> = new Map<number, unknown>([
  [20, false],
  [21, true],
  [22, null],
  [23, undefined],
]);

const UNTIL_BREAK = 31;
const BREAK = 0xff;

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(depth: number): unknown {
    if (depth > DEPTH_MAX) throw new Error(`it is nested more than ${DEPTH_MAX} deep`);
    const first = this.#view.getUint8(this.#move(1));
    const [major, short] = [first >> 5, first & 31];
    if (major === 7) return this.#simple(short);
    if (major === 4) return this.#items(short, () => this.value(depth + 1));
    if (major === 5) {
      const entry = () => [String(this.value(depth + 1)), this.value(depth + 1)] as const;
      return Object.fromEntries(this.#items(short, entry));
    }
    const argument = this.#argument(short);
    switch (major) {
      case 0:
        return Number(argument);
      case 1:
        return Number(-1n - argument);
      case 2:
      case 3:
        return Buffer.from(this.#take(argument)).toString();
      default:
        throw new Error('it holds a tag');
    }
  }

  #simple(short: number): unknown {
    if (short === 25) return half(this.#view.getUint16(this.#move(2)));
    if (short === 26) return this.#view.getFloat32(this.#move(4));
    if (short === 27) return this.#view.getFloat64(this.#move(8));
    if (!SIMPLE.has(short)) throw new Error(`it holds the simple value ${short}`);
    return SIMPLE.get(short);
  }

  #argument(short: number): bigint {
    if (short < 24) return BigInt(short);
    if (short === 24) return BigInt(this.#view.getUint8(this.#move(1)));
    if (short === 25) return BigInt(this.#view.getUint16(this.#move(2)));
    if (short === 26) return BigInt(this.#view.getUint32(this.#move(4)));
    if (short === 27) return this.#view.getBigUint64(this.#move(8));
    throw new Error('it holds a value without a length');
  }

  #items<T>(short: number, next: () => T): T[] {
    const length = short === UNTIL_BREAK ? Number.POSITIVE_INFINITY : Number(this.#argument(short));
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

  #take(length: bigint): Uint8Array {
    const from = this.#move(Number(length));
    return this.#bytes.subarray(from, this.#at);
  }

  #move(length: number): number {
    const from = this.#at;
    if (length > this.#bytes.length - from) throw new Error('it is cut off');
    this.#at += length;
    return from;
  }
}

/** A 16-bit float (RFC 8949, appendix D). */
function half(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const sign = bits >> 15 === 0 ? 1 : -1;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (fraction + 1024) * 2 ** (exponent - 25);
}
