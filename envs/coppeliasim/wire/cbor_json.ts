/**
 * CBOR as JSON, so that what a simulator said can be recorded, and read in a diff.
 *
 * Nothing is lost that the ZMQ remote API can say: a number that is whole is an integer, and `{"$real": 1}` a float that is; bytes,
 * numbers beyond JSON's, undefined and maps with other keys than text have forms of their own, all under a key that begins with `$`.
 *
 * @module
 */

export type CborJson = string | number | boolean | null | readonly CborJson[] | { readonly [key: string]: CborJson };

/** Items that a list or a map may have. */
const ITEMS_MAX = 1_000_000;
const DEPTH_MAX = 64;

/** Throws on bytes that are not one value, and on what the remote API does not say: tags, text in pieces, other simple values. */
export function cborJson(bytes: Uint8Array): CborJson {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (!reader.isAtEnd) throw new Error('something follows the value');
  return value;
}

/** What a program works with: numbers, and bytes as text. */
export function cborValue(json: CborJson): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(cborValue);
  const entries = Object.entries(json);
  const [[key, inner] = ['', null]] = entries;
  switch (entries.length === 1 ? key : '') {
    case '$real':
    case '$int':
      return Number(inner);
    case '$bytes':
      return Buffer.from(String(inner), 'base64').toString();
    case '$undefined':
      return undefined;
    case '$map':
      return Object.fromEntries(
        (inner as CborJson[][]).map(([name, item]) => [String(cborValue(name ?? null)), cborValue(item ?? null)]),
      );
    default:
      return Object.fromEntries(entries.map(([name, item]) => [name, cborValue(item)]));
  }
}

const SIMPLE: ReadonlyMap<number, CborJson> = new Map<number, CborJson>([
  [20, false],
  [21, true],
  [22, null],
  [23, { $undefined: true }],
]);

/** Stands for the length of what a mark of the end ends. */
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

  value(depth: number): CborJson {
    if (depth > DEPTH_MAX) throw new Error(`it is nested more than ${DEPTH_MAX} deep`);
    const first = this.#view.getUint8(this.#move(1));
    const [major, short] = [first >> 5, first & 31];
    if (major === 7) return this.#simple(short);
    if (major === 4) return this.#items(short, () => this.value(depth + 1));
    if (major === 5) return map(this.#items(short, () => [this.value(depth + 1), this.value(depth + 1)] as const));
    const argument = this.#argument(short);
    switch (major) {
      case 0:
        return integer(argument);
      case 1:
        return integer(-1n - argument);
      case 2:
        return { $bytes: Buffer.from(this.#take(argument)).toString('base64') };
      case 3:
        return Buffer.from(this.#take(argument)).toString();
      default:
        throw new Error('it holds a tag');
    }
  }

  #simple(short: number): CborJson {
    if (short === 25) return real(half(this.#view.getUint16(this.#move(2))));
    if (short === 26) return real(this.#view.getFloat32(this.#move(4)));
    if (short === 27) return real(this.#view.getFloat64(this.#move(8)));
    const value = SIMPLE.get(short);
    if (value === undefined) throw new Error(`it holds the simple value ${short}`);
    return value;
  }

  #argument(short: number): bigint {
    if (short < 24) return BigInt(short);
    if (short === 24) return BigInt(this.#view.getUint8(this.#move(1)));
    if (short === 25) return BigInt(this.#view.getUint16(this.#move(2)));
    if (short === 26) return BigInt(this.#view.getUint32(this.#move(4)));
    if (short === 27) return this.#view.getBigUint64(this.#move(8));
    throw new Error('it holds a value without a length');
  }

  /** As many as are announced, or until a mark of the end. */
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

  /** Where the next bytes begin. */
  #move(length: number): number {
    const from = this.#at;
    if (length > this.#bytes.length - from) throw new Error('it is cut off');
    this.#at += length;
    return from;
  }
}

function integer(value: bigint): CborJson {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : { $int: String(value) };
}

function real(value: number): CborJson {
  if (Object.is(value, -0)) return { $real: '-0' };
  if (!Number.isFinite(value)) return { $real: String(value) };
  return Number.isInteger(value) ? { $real: value } : value;
}

function map(entries: readonly (readonly [CborJson, CborJson])[]): CborJson {
  const names = entries.map(([name]) => name);
  const isPlain =
    new Set(names).size === names.length && names.every((name) => typeof name === 'string' && !/^[$]/.test(name));
  return isPlain ? Object.fromEntries(entries) : { $map: entries.map(([name, item]) => [name, item]) };
}

/** A float of 16 bits (RFC 8949, appendix D). */
function half(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const sign = bits >> 15 === 0 ? 1 : -1;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (fraction + 1024) * 2 ** (exponent - 25);
}
