import { Decoder, Encoder } from 'cbor-x';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCbor, encodeCbor, Real } from './cbor.ts';

const decoded = (hex: string) => decodeCbor(Buffer.from(hex, 'hex'));

describe('encodeCbor()', () => {
  // RFC 8949, appendix A.
  it.each([
    [0, '00'],
    [23, '17'],
    [24, '1818'],
    [1000, '1903e8'],
    [1_000_000, '1a000f4240'],
    [1_000_000_000_000, '1b000000e8d4a51000'],
    [-1, '20'],
    [-100, '3863'],
    [-1000, '3903e7'],
    [1.1, 'fb3ff199999999999a'],
    [-4.1, 'fbc010666666666666'],
    [new Real(1), 'fb3ff0000000000000'],
    [Float64Array.of(0), '81fb0000000000000000'],
    [[false, true, null], '83f4f5f6'],
    ['', '60'],
    ['ü', '62c3bc'],
    [Uint8Array.of(1, 2, 3, 4), '4401020304'],
    [[1, [2, 3]], '8201820203'],
    [{ a: 1, b: [2, 3] }, 'a26161016162820203'],
    [new Map([1, 3].map((key) => [key, key + 1] as const)), 'a201020304'],
  ])('writes %j as RFC 8949 does', (value, hex) => expect(encodeCbor(value).toString('hex')).toBe(hex));

  it('refuses values without a CBOR form, and endless nesting', () => {
    const endless: unknown[] = [];
    endless.push(endless);
    for (const value of [endless, () => {}]) expect(() => encodeCbor(value)).toThrow(TypeError);
  });

  it('writes values that cbor-x and decodeCbor() read back', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        // cbor-x keeps an object's prototype safe by another name for the key.
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        expect(decodeCbor(encodeCbor(value))).toEqual(value);
        expect(new Decoder({ useRecords: false }).decode(encodeCbor(value))).toEqual(value);
      }),
    );
  });
});

const cborX = new Encoder({ useRecords: false, variableMapSize: true, tagUint8Array: false });
const cborXDecoder = new Decoder({ useRecords: false, mapsAsObjects: false });

function readByCborX(bytes: Uint8Array): unknown {
  const plain = (value: unknown): unknown => {
    if (typeof value === 'bigint') return Number(value);
    if (Array.isArray(value)) return value.map(plain);
    if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length).toString();
    if (!(value instanceof Map)) return value;
    return Object.fromEntries([...value].map(([key, item]) => [String(plain(key)), plain(item)]));
  };
  return plain(cborXDecoder.decode(bytes));
}

describe('decodeCbor()', () => {
  // RFC 8949, appendix A.
  it.each([
    ...Object.entries({ f90000: 0, f98000: -0, f93c00: 1, f93e00: 1.5, f97bff: 65504, f90001: 2 ** -24, f9c400: -4 }),
    ...Object.entries({ fa47c35000: 100_000, fa7f7fffff: 3.4028234663852886e38, fb3ff199999999999a: 1.1 }),
    ...Object.entries({ fb7e37e43c8800759c: 1e300, f97c00: Infinity, fb7ff8000000000000: NaN, faff800000: -Infinity }),
    ...Object.entries({ '1bffffffffffffffff': 2 ** 64, '3b7fffffffffffffff': -(2 ** 63), f7: undefined }),
    ...Object.entries({ '62c3bc': 'ü', '64f0908591': '𐅑' }),
    ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
    ['83018202039f0405ff', [1, [2, 3], [4, 5]]],
    ['bf61610161629f0203ffff', { a: 1, b: [2, 3] }],
    ['a201020304', { 1: 2, 3: 4 }],
    ['826161bf61626163ff', ['a', { b: 'c' }]],
    // Bytes are text, in lists and maps, too.
    ['a143726574814550616e6461', { ret: ['Panda'] }],
  ])('reads %s as RFC 8949 and cbor-x do', (hex, value) => {
    expect(decoded(hex)).toEqual(value);
    expect(readByCborX(Buffer.from(hex, 'hex'))).toEqual(value);
  });

  it.each([
    ['cut off', ['', '18', '61', '8201', '9f01', '9affffffff', 'bbffffffffffffffff', '5affffffff00']],
    ['bytes follow', ['0101']],
    ['without a length', ['1c', '7f6161ff']],
    ['simple value 31', ['ff']],
    ['simple value 16', ['f0']],
    // A big integer, a date, a regular expression and a set.
    ['it has a tag', ['c249010000000000000000', 'c11a514b67b0', 'd81b8266526567457870612e', 'd90102820102']],
    ['more than 64 levels', [`${'81'.repeat(100)}01`]],
  ])('refuses bytes, because: %s', (problem, all) => {
    for (const hex of all) expect(() => decoded(hex), hex).toThrow(problem);
  });

  it('agrees with cbor-x on everything that cbor-x encodes', () => {
    const values = [fc.string(), fc.integer(), fc.double(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null)];
    const anything = fc.anything({
      values: [...values, fc.uint8Array()],
      key: fc.string().filter((key) => key !== '__proto__'),
      withNullPrototype: false,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const bytes = cborX.encode(value);
        expect(decodeCbor(bytes)).toEqual(readByCborX(bytes));
      }),
      { numRuns: 500 },
    );
  });

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          decodeCbor(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
