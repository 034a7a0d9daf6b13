import { Decoder, Encoder } from 'cbor-x';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCbor, Numbered, Real } from './cbor.ts';
import { readCbor } from './read_cbor.ts';

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

describe('readCbor()', () => {
  it.each([
    [encodeCbor([1, new Real(1), 1.5, new Real(-0), -7]), [1, 1, 1.5, -0, -7]],
    [encodeCbor([[], {}, null, true, '']), [[], {}, null, true, '']],
    [encodeCbor([Buffer.from('ab'), { a: { b: [] } }]), ['ab', { a: { b: [] } }]],
    [encodeCbor(new Numbered([[12, 'x']])), { 12: 'x' }],
    // Examples of RFC 8949, appendix A.
    [hex('f93e00'), 1.5],
    [hex('f90001'), 2 ** -24],
    [hex('f97bff'), 65504],
    [hex('fa47c35000'), 100000],
    [hex('fb7ff0000000000000'), Number.POSITIVE_INFINITY],
    [hex('1bffffffffffffffff'), 2 ** 64],
    [hex('f7'), undefined],
  ])('reads what CBOR says: %s', (bytes, value) => {
    expect(readCbor(bytes)).toEqual(value);
    expect(readCbor(bytes)).toEqual(readByCborX(bytes));
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
        expect(readCbor(bytes)).toEqual(readByCborX(bytes));
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
    expect(() => readCbor(hex(bytes))).toThrow(problem);
  });

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          readCbor(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
