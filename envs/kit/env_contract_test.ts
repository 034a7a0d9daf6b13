/** That the contract catches worlds that break it, under a test runner made of two functions. */
import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { z } from 'zod';
import type { Action, Env, EnvCallOptions, GoalStatus, StepResult } from '../env.ts';
import { envContract } from './env_contract.ts';

type Seen = { readonly world: string; readonly lit: boolean };

/** A lamp that can be lit once. */
class Lamp implements Env<Seen> {
  lit = false;
  isReset = false;

  reset(call?: EnvCallOptions) {
    call?.signal?.throwIfAborted();
    this.lit = false;
    this.isReset = true;
    return { observation: this.seen(), goal: this.goal() };
  }

  step(action: Action, call?: EnvCallOptions): StepResult<Seen> {
    call?.signal?.throwIfAborted();
    if (!this.isReset) throw new Error('The lamp has not been reset');
    const precondition = this.failing(action);
    this.lit ||= precondition === null;
    const result = { observation: this.seen(), goal: this.goal() };
    if (precondition === null) return { ok: true, ...result };
    return { ok: false, ...result, reason: { precondition, message: `It fails: ${precondition}` } };
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

  seen(): Seen {
    return { world: 'lamp', lit: this.lit };
  }

  goal(): GoalStatus {
    return { success: this.lit, share: this.lit ? 1 : 0 };
  }
}

/** The titles of the tests that a kind of lamp fails. */
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

type Like = new () => Lamp;

class Stuck extends Lamp {
  override reset() {
    this.isReset = true;
    return { observation: this.seen(), goal: this.goal() };
  }
}

class Ready extends Lamp {
  override isReset = true;
}

class ClosedOnce extends Lamp {
  isClosed = false;
  override close() {
    if (this.isClosed) throw new Error('It is closed');
    this.isClosed = true;
  }
}

class Throwing extends Lamp {
  override failing(action: Action) {
    if (action.args[0] !== 'red') throw new Error('No such lamp');
    return super.failing(action);
  }
}

class GoingDark extends Lamp {
  override step(action: Action, call?: EnvCallOptions) {
    const result = super.step(action, call);
    if (!result.ok) this.lit = false;
    return { ...result, observation: this.seen() };
  }
}

class Unreasonable extends Lamp {
  override failing(action: Action) {
    return super.failing(action) === null ? null : 'because';
  }
}

class Deaf extends Lamp {
  override observe() {
    return this.seen();
  }
}

let made = 0;
class Another extends Lamp {
  readonly number = made++;
  override goal() {
    return { success: false, share: this.number % 2 === 0 ? 0 : 0.5 };
  }
}

it.each<[string, Like, string]>([
  ['stays as it was at a reset', Stuck, 'reset() gives the same twice'],
  ['can be used before it is reset', Ready, 'fail, before the first reset'],
  ['cannot be closed twice', ClosedOnce, 'close() may be called twice'],
  ['throws at a name that it does not know', Throwing, 'given argument "__proto__"'],
  ['goes dark when it refuses', GoingDark, 'changes nothing observable'],
  ['refuses for a reason that is in no table', Unreasonable, 'given no argument'],
  ['does not give up at a signal', Deaf, 'given a signal that has fired'],
  ['is another lamp each time', Another, 'the same results again'],
])('envContract() catches a world that %s', async (_, Like, title) => {
  expect(String(await failedBy(() => new Like()))).toContain(title);
});
