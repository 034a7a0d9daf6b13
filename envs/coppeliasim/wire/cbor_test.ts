import { Decoder, Encoder } from 'cbor-x';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCbor, encodeCbor, Real } from './cbor.ts';

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
    [false, 'f4'],
    [true, 'f5'],
    [null, 'f6'],
    ['', '60'],
    ['ü', '62c3bc'],
    [Uint8Array.of(1, 2, 3, 4), '4401020304'],
    [[1, [2, 3]], '8201820203'],
    [{ a: 1, b: [2, 3] }, 'a26161016162820203'],
    [
      new Map([
        [1, 2],
        [3, 4],
      ]),
      'a201020304',
    ],
  ])('writes %j as RFC 8949 does', (value, hex) => {
    expect(encodeCbor(value).toString('hex')).toBe(hex);
  });

  it('writes whole numbers as doubles where they are said to be real', () => {
    expect(encodeCbor(new Real(1)).toString('hex')).toBe('fb3ff0000000000000');
    expect(encodeCbor(Float64Array.of(0)).toString('hex')).toBe('81fb0000000000000000');
  });

  it('refuses what CBOR has no word for, and what is nested without end', () => {
    const endless: unknown[] = [];
    endless.push(endless);
    expect(() => encodeCbor(endless)).toThrow(TypeError);
    expect(() => encodeCbor(() => {})).toThrow(TypeError);
  });

  it('is read back as it was, by cbor-x, which is not ours, too', () => {
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

describe('decodeCbor()', () => {
  // RFC 8949, appendix A.
  it.each([
    ['f90000', 0],
    ['f98000', -0],
    ['f93c00', 1],
    ['f93e00', 1.5],
    ['f97bff', 65504],
    ['f90001', 2 ** -24],
    ['f9c400', -4],
    ['fa47c35000', 100_000],
    ['fa7f7fffff', 3.4028234663852886e38],
    ['fb3ff199999999999a', 1.1],
    ['fb7e37e43c8800759c', 1e300],
    ['f97c00', Number.POSITIVE_INFINITY],
    ['fb7ff8000000000000', Number.NaN],
    ['faff800000', Number.NEGATIVE_INFINITY],
    ['1bffffffffffffffff', 2 ** 64],
    ['3b7fffffffffffffff', -(2 ** 63)],
    ['62c3bc', 'ü'],
    ['64f0908591', '𐅑'],
    ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
    ['83018202039f0405ff', [1, [2, 3], [4, 5]]],
    ['bf61610161629f0203ffff', { a: 1, b: [2, 3] }],
    ['a201020304', { 1: 2, 3: 4 }],
    ['826161bf61626163ff', ['a', { b: 'c' }]],
  ])('reads %s as RFC 8949 does', (hex, value) => expect(decodeCbor(Buffer.from(hex, 'hex'))).toEqual(value));

  it('reads bytes as text, in lists and maps, too', () => {
    expect(decodeCbor(Buffer.from('a143726574814550616e6461', 'hex'))).toEqual({ ret: ['Panda'] });
  });

  it.each(['', '18', '8201', '9affffffff', 'bbffffffffffffffff', '0000', '1c', '61', '9f01', 'ff', '7f6161ff'])(
    'refuses the bytes "%s"',
    (hex) => {
      expect(() => decodeCbor(Buffer.from(hex, 'hex'))).toThrow();
    },
  );

  it.each([
    ['a date', 'c11a514b67b0'],
    ['a regular expression', 'd81b8266526567457870612e'],
    ['an object of a class', 'd81b82646576616c6131'],
    ['a set', 'd90102820102'],
  ])('refuses %s, which a tag makes of plain values', (_, hex) => {
    expect(() => decodeCbor(Buffer.from(hex, 'hex'))).toThrow('tag');
  });
});

const hex = (text: string) => Buffer.from(text, 'hex');
const cborX = new Encoder({ useRecords: false, variableMapSize: true, tagUint8Array: false });

const cborXDecoder = new Decoder({ useRecords: false, mapsAsObjects: false });

function readByCborX(bytes: Uint8Array): unknown {
  const plain = (value: unknown): unknown => {
    if (typeof value === 'bigint') return Number(value);
    if (Array.isArray(value)) return value.map(plain);
    if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length).toString();
    return value instanceof Map
      ? Object.fromEntries([...value].map(([key, item]) => [String(plain(key)), plain(item)]))
      : value;
  };
  return plain(cborXDecoder.decode(bytes));
}

describe('decodeCbor()', () => {
  it.each([
    [encodeCbor([1, new Real(1), 1.5, new Real(-0), -7]), [1, 1, 1.5, -0, -7]],
    [encodeCbor([[], {}, null, true, '']), [[], {}, null, true, '']],
    [encodeCbor([Buffer.from('ab'), { a: { b: [] } }]), ['ab', { a: { b: [] } }]],
    [encodeCbor(new Map([[12, 'x']])), { 12: 'x' }],
    // Examples of RFC 8949, appendix A.
    [hex('f93e00'), 1.5],
    [hex('f90001'), 2 ** -24],
    [hex('f97bff'), 65504],
    [hex('fa47c35000'), 100000],
    [hex('fb7ff0000000000000'), Number.POSITIVE_INFINITY],
    [hex('1bffffffffffffffff'), 2 ** 64],
    [hex('f7'), undefined],
  ])('reads what CBOR says: %s', (bytes, value) => {
    expect(decodeCbor(bytes)).toEqual(value);
    expect(decodeCbor(bytes)).toEqual(readByCborX(bytes));
  });

  it('gives what cbor-x decodes, for whatever cbor-x encodes', () => {
    const anything = fc.anything({
      values: [
        fc.string(),
        fc.integer(),
        fc.double(),
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.uint8Array(),
      ],
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

  it.each([
    ['c249010000000000000000', 'it holds a tag'],
    ['9f01', 'cut off'],
    ['7f6161ff', 'without a length'],
    ['8201', 'cut off'],
    ['9bffffffffffffffff', 'cut off'],
    ['5affffffff00', 'cut off'],
    ['0101', 'something follows'],
    ['f0', 'simple value 16'],
    [`${'81'.repeat(100)}01`, 'nested more than 64'],
  ])('refuses %s', (bytes, problem) => {
    expect(() => decodeCbor(hex(bytes))).toThrow(problem);
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
