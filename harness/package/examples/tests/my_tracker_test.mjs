// @ts-check
/** Checks the tracker in random houses, and in a house of its own. */
import assert from 'node:assert/strict';
import { playTracker, trackerContract } from 'tapedeck/testing';
import { MyTracker } from './my_tracker.mjs';

// Under Vitest or Node's own runner.
const runner = process.env['VITEST'] === undefined ? 'node:test' : 'vitest';
/** @type {Pick<typeof import('node:test'), 'describe' | 'it'>} */
const { describe, it } = await import(runner);

// 100 houses, the same for the same seed. All claims must be true.
trackerContract('MyTracker', () => new MyTracker(), { describe, it, runs: 100, seed: 1, floors: { precision: 1 } });

describe('MyTracker', () => {
  const house = JSON.stringify({
    house: 'tiny',
    robot: 'kitchen1',
    rooms: [{ is: 'kitchen1', anchor: [0, 0] }],
    things: [
      { is: 'kitchentable1', in: 'kitchen1', at: [0, 0, 0] },
      { is: 'mug1', on: 'kitchentable1', at: [0, 0, 0] },
    ],
  });

  it('knows what was picked up, and where it was put down', () => {
    const moves = [
      { verb: 'pickup', args: ['mug1'] },
      { verb: 'placeon', args: ['mug1', 'kitchentable1'] },
    ];
    const steps = playTracker(() => new MyTracker(), { house, moves });
    const believed = steps.map(({ belief }) => JSON.stringify(belief));
    assert.deepEqual(
      steps.flatMap(({ broken }) => broken),
      [],
    );
    assert.match(believed[1] ?? '', /"mug1","attributes":\["in_hand"\]/);
    assert.match(believed[2] ?? '', /"mug1","attributes":\["on kitchentable1"\]/);
  });
});
