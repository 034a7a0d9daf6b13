import { Decoder, Encoder } from 'cbor-x';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCbor, Numbered, Real } from './cbor.ts';
import { cborJson, cborValue } from './cbor_json.ts';

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

describe('cborJson()', () => {
  it.each([
    [encodeCbor([1, new Real(1), 1.5, new Real(-0), -7]), [1, { $real: 1 }, 1.5, { $real: '-0' }, -7]],
    [encodeCbor([[], {}, null, true, '']), [[], {}, null, true, '']],
    [encodeCbor([Buffer.of(1, 2), { a: { b: [] } }]), [{ $bytes: 'AQI=' }, { a: { b: [] } }]],
    [encodeCbor(new Numbered([[12, 'x']])), { $map: [[12, 'x']] }],
    [encodeCbor({ $real: 1 }), { $map: [['$real', 1]] }],
    // Examples of RFC 8949, appendix A.
    [hex('f93e00'), 1.5],
    [hex('f90001'), 2 ** -24],
    [hex('f97bff'), { $real: 65504 }],
    [hex('fa47c35000'), { $real: 100000 }],
    [hex('fb7ff0000000000000'), { $real: 'Infinity' }],
    [hex('1bffffffffffffffff'), { $int: '18446744073709551615' }],
    [hex('f7'), { $undefined: true }],
  ])('keeps all that CBOR says: %s', (bytes, json) => {
    expect(cborJson(bytes)).toEqual(json);
    expect(JSON.parse(JSON.stringify(json))).toEqual(json);
    expect(cborValue(json)).toEqual(readByCborX(bytes));
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
        const json = JSON.parse(JSON.stringify(cborJson(bytes)));
        expect(cborValue(json)).toEqual(readByCborX(bytes));
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
    expect(() => cborJson(hex(bytes))).toThrow(problem);
  });

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          cborValue(cborJson(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
