import { expect, test } from 'vitest';
import { randomNumbers } from '../../../envs/random_numbers.ts';
import { DAMAGE } from './damage.ts';

const REPLY = '1. move(fridge1)\n2. open(fridge1)\n3. pickup("milk2")';

test('DAMAGE: each way changes a reply, the same for the same seed, and takes an empty one', () => {
  for (const [at, way] of DAMAGE.entries()) {
    const said = (text: string, seed: number) =>
      way(text, { random: randomNumbers(seed), prompt: 'You see sink1, cup3.', other: 'move(sofa1)\n' });
    expect(said(REPLY, 7), `way ${at}`).toBe(said(REPLY, 7));
    const replies = Array.from({ length: 20 }, (_, seed) => said(REPLY, seed));
    expect(new Set(replies), `way ${at}`).not.toEqual(new Set([REPLY]));
    expect(said('', 1).length, `way ${at}`).toBeLessThan(2_000_000);
  }
});
