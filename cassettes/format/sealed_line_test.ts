import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSealed, parseSealed, sealLine } from './sealed_line.ts';

test('sealLine() ends a line with the digest of its bytes', () => {
  expect(sealLine({ a: 1 })).toBe('{"a":1,"digest":"8b0f0d75aabe01bbfba9341752c2cf76"}');
});

test('parseSealed() gives back what was sealed', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ stringUnit: 'binary' }), { minKeys: 1 }), (value) => {
      const plain = JSON.parse(JSON.stringify(value));
      fc.pre(!('digest' in plain) && Object.keys(plain).length > 0);
      const line = Buffer.from(sealLine(plain));
      expect(isSealed(line)).toBe(true);
      expect(line.includes('\n')).toBe(false);
      expect(parseSealed(line)).toEqual(plain);
    }),
  );
});

test('isSealed() refuses a line in which any byte was changed to any other, or that was cut anywhere', () => {
  const line = Buffer.from(sealLine({ text: 'find(bread)', é: 1 }));
  for (const [position, byte] of line.entries()) {
    expect(isSealed(line.subarray(0, position))).toBe(false);
    for (const other of [byte ^ 1, byte ^ 0x20, byte ^ 0x80, 0, 0x0a, 0x22]) {
      const damaged = Buffer.from(line.with(position, other));
      expect(isSealed(damaged), `byte ${position} as ${other}`).toBe(other === byte);
    }
  }
});
