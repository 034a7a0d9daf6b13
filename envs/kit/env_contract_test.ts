import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { z } from 'zod';
import type { Action, Env, EnvCallOptions, GoalStatus, StepResult } from '../env.ts';
import { envContract } from './env_contract.ts';

type Seen = Readonly<{ world: string; lit: boolean }>;

class Lamp implements Env<Seen> {
  lit = false;
  isReset = false;
  share = 1;

  reset(call?: EnvCallOptions) {
    call?.signal?.throwIfAborted();
    this.lit = false;
    this.isReset = true;
    return this.result();
  }

  step(action: Action, call?: EnvCallOptions): StepResult<Seen> {
    call?.signal?.throwIfAborted();
    if (!this.isReset) throw new Error('The lamp has not been reset');
    const precondition = this.failing(action);
    this.lit ||= precondition === null;
    if (precondition === null) return { ok: true, ...this.result() };
    return { ok: false, ...this.result(), reason: { precondition, message: `It fails: ${precondition}` } };
  }

  observe(call?: EnvCallOptions) {
    call?.signal?.throwIfAborted();
    if (!this.isReset) throw new Error('The lamp has not been reset');
    return this.seen();
  }

  close() {}

  failing({ verb, args: [lamp, ...more] }: Action): string | null {
    if (verb !== 'light' || lamp !== 'red' || more.length > 0) return 'unknown';
    return this.lit ? 'dark' : null;
  }

  result() {
    return { observation: this.seen(), goal: this.goal() };
  }

  seen(): Seen {
    return { world: 'lamp', lit: this.lit };
  }

  goal(): GoalStatus {
    return { success: this.lit && this.share === 1, share: this.lit ? this.share : 0 };
  }
}

async function failedBy(make: () => Lamp): Promise<string[]> {
  const tests: [title: string, body: () => Promise<void>][] = [];
  envContract({
    describe: (_, body) => body(),
    it: (title, body) => tests.push([title, body]),
    title: 'a lamp',
    world: {
      preconditions: { unknown: 'parse', dark: 'timing' },
      schemas: { observation: z.object({ world: z.literal('lamp'), lit: z.boolean() }) as z.ZodType<Seen> },
    },
    make,
    walks: fc.array(fc.constantFrom({ verb: 'light', args: ['red'] }, { verb: 'light', args: ['pink'] })),
    accepted: { verb: 'light', args: ['red'] },
  });
  const failed: string[] = [];
  for (const [title, body] of tests) await body().catch(() => failed.push(title));
  return failed;
}

test('envContract() passes a world that keeps it', async () => {
  expect(await failedBy(() => new Lamp())).toEqual([]);
});

const { failing, step } = Lamp.prototype;
let made = 0;

function fail(message: string): never {
  throw new Error(message);
}

it.each<[string, (lamp: Lamp) => Partial<Lamp>, string]>([
  [
    'keeps its state',
    (lamp) => ({ reset: () => Object.assign(lamp, { isReset: true }).result() }),
    'reset() gives the same result',
  ],
  ['can be used before it is reset', () => ({ isReset: true }), 'fail, before the first reset'],
  [
    'cannot be closed twice',
    (lamp) => ({ close: () => void Object.assign(lamp, { close: () => fail('It is closed') }) }),
    'close() may be called twice',
  ],
  [
    'throws at a name that it does not know',
    (lamp) => ({ failing: (action) => (action.args[0] === 'red' ? failing.call(lamp, action) : fail('No such lamp')) }),
    'given argument "__proto__"',
  ],
  [
    'goes dark when it refuses',
    (lamp) => ({
      step(action, call) {
        const result = step.call(lamp, action, call);
        if (!result.ok) lamp.lit = false;
        return { ...result, observation: lamp.seen() };
      },
    }),
    'changes nothing observable',
  ],
  [
    'invents a reason',
    (lamp) => ({ failing: (action) => failing.call(lamp, action) && 'because' }),
    'given no argument',
  ],
  ['does not give up at a signal', (lamp) => ({ observe: () => lamp.seen() }), 'given a signal that has fired'],
  ['is another each time', () => ({ share: made++ % 2 === 0 ? 0 : 0.5 }), 'the same results again'],
])('envContract() catches a world that %s', async (_, change, title) => {
  const broken = () => {
    const lamp = new Lamp();
    return Object.assign(lamp, change(lamp));
  };
  expect(String(await failedBy(broken))).toContain(title);
});
