/**
 * The tests that every world passes, symbolic and live alike: a world's own test file calls `envContract`.
 *
 * @module
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, Env, Observation, ResetResult, StepResult } from '../env.ts';
import type { World } from '../world.ts';

export type EnvUnderTest<O extends Observation> = {
  readonly title: string;
  /** What the world says of itself. */
  readonly world: Pick<World, 'preconditions'> & { readonly schemas: Pick<World['schemas'], 'observation'> };
  /** A fresh world for one and the same task. */
  readonly make: () => Env<O> | Promise<Env<O>>;
  /** Runs of actions, of which some are carried out and some refused. */
  readonly walks: fc.Arbitrary<readonly Action[]>;
  /** An action with at least one argument that is carried out right after a reset. */
  readonly accepted: Action;
  /** What of an observation a refusal that is reported as a success leaves as it was; without this, all of it. */
  readonly keptThrough?: (observation: O, action: Action) => unknown;
  /** Random walks per property; live worlds take few. */
  readonly runs?: number;
};

/** Names that come from outside and must harm nothing. */
const HOSTILE_NAMES = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '"',
  "'; drop",
  'a\nb',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  'ü'.repeat(1000),
  'x'.repeat(10_000_000),
];

/** Registers the tests of the contract in `env.ts`. */
export function envContract<O extends Observation>(subject: EnvUnderTest<O>): void {
  describe(`${subject.title} keeps the contract of Env`, () => {
    resetTests(subject);
    refusalTests(subject);
    abortTests(subject);
    walkTests(subject);
  });
}

function resetTests<O extends Observation>(subject: EnvUnderTest<O>): void {
  it('reset() gives the same twice, whatever happened between', async () => {
    await withEnv(subject, async (env) => {
      const first = await env.reset();
      await env.step(subject.accepted);
      expect(await env.reset()).toEqual(first);
      expect(await env.observe()).toEqual(first.observation);
      expectGoal(first);
      expectForm(subject, first);
    });
  });

  it('step() and observe() fail, before the first reset', async () => {
    await withEnv(subject, async (env) => {
      await expect(async () => env.step(subject.accepted)).rejects.toThrow(Error);
      await expect(async () => env.observe()).rejects.toThrow(Error);
    });
  });

  it('close() may be called twice', async () => {
    const env = await subject.make();
    await env.reset();
    await env.close();
    await env.close();
  });
}

function refusalTests<O extends Observation>(subject: EnvUnderTest<O>): void {
  const { verb, args } = subject.accepted;
  const refused: readonly (readonly [string, Action])[] = [
    ...HOSTILE_NAMES.map((name) => [`verb ${clip(name)}`, { verb: name, args }] as const),
    ...HOSTILE_NAMES.map((name) => [`argument ${clip(name)}`, { verb, args: args.map(() => name) }] as const),
    ['no argument', { verb, args: [] }],
    ['an argument too many', { verb, args: [...args, ...args] }],
    ['a thousand arguments', { verb, args: Array<string>(1000).fill(args[0]!) }],
  ];

  it('step() carries out the accepted action of this subject, right after a reset', async () => {
    await withEnv(subject, async (env) => {
      await env.reset();
      expect(await env.step(subject.accepted)).toMatchObject({ ok: true });
    });
  });

  it.each(refused)('step() refuses and changes nothing, given %s', async (_, action) => {
    await withEnv(subject, async (env) => {
      const start = await env.reset();
      const result = await env.step(action);
      expect(result.ok).toBe(false);
      expectRefusal(subject, result);
      expect(result.observation).toEqual(start.observation);
      expect(result.goal).toEqual(start.goal);
      expect(await env.step(subject.accepted)).toMatchObject({ ok: true });
    });
  });
}

function abortTests<O extends Observation>(subject: EnvUnderTest<O>): void {
  it('every method throws the reason, given a signal that has fired', async () => {
    const reason = new Error('enough');
    const call = { signal: AbortSignal.abort(reason) };
    await withEnv(subject, async (env) => {
      await expect(async () => env.reset(call)).rejects.toBe(reason);
      const start = await env.reset();
      await expect(async () => env.step(subject.accepted, call)).rejects.toBe(reason);
      await expect(async () => env.observe(call)).rejects.toBe(reason);
      expect(await env.observe()).toEqual(start.observation);
    });
  });
}

function walkTests<O extends Observation>(subject: EnvUnderTest<O>): void {
  const parameters = { numRuns: subject.runs ?? 50 };
  const { keptThrough = (observation: O) => observation } = subject;

  it('step() changes nothing observable and names a precondition, when it refuses', async () => {
    await fc.assert(
      fc.asyncProperty(subject.walks, (walk) =>
        withEnv(subject, async (env) => {
          let before: ResetResult<O> = await env.reset();
          for (const action of walk) {
            const result = await env.step(action);
            expectGoal(result);
            expectForm(subject, result);
            if (!result.ok || result.concealed !== undefined) {
              expectRefusal(subject, result);
              const kept = result.ok ? keptThrough : (observation: O) => observation;
              expect(kept(result.observation, action)).toEqual(kept(before.observation, action));
              expect(result.goal).toEqual(before.goal);
            }
            before = { observation: result.observation, goal: result.goal };
            expect(await env.observe()).toEqual(result.observation);
          }
        }),
      ),
      parameters,
    );
  });

  it('step() gives the same results again, when the same actions are replayed, whole or in part', async () => {
    await fc.assert(
      fc.asyncProperty(subject.walks, fc.nat(), (walk, cut) =>
        withEnv(subject, async (env) => {
          const whole = await results(env, walk);
          const prefix = walk.slice(0, cut % (walk.length + 1));
          expect(await results(env, prefix)).toEqual(whole.slice(0, prefix.length + 1));
          await withEnv(subject, async (other) => expect(await results(other, walk)).toEqual(whole));
        }),
      ),
      parameters,
    );
  });
}

/** What a walk gives, from the reset on. */
async function results<O extends Observation>(
  env: Env<O>,
  walk: readonly Action[],
): Promise<(ResetResult<O> | StepResult<O>)[]> {
  const all: (ResetResult<O> | StepResult<O>)[] = [await env.reset()];
  for (const action of walk) all.push(await env.step(action));
  return all;
}

async function withEnv<O extends Observation>(
  subject: EnvUnderTest<O>,
  test: (env: Env<O>) => Promise<void>,
): Promise<void> {
  const env = await subject.make();
  try {
    await test(env);
  } finally {
    await env.close();
  }
}

function expectForm<O extends Observation>({ world }: EnvUnderTest<O>, { observation }: ResetResult<O>): void {
  expect(world.schemas.observation.parse(observation)).toEqual(observation);
}

function expectRefusal<O extends Observation>({ world }: EnvUnderTest<O>, result: StepResult<O>): void {
  const reason = result.ok ? result.concealed : result.reason;
  if (reason === undefined) throw new Error('Expected a refusal, but the world carried the action out');
  expect(reason.precondition).toMatch(/^[a-z][a-z0-9_]*$/);
  expect(Object.keys(world.preconditions)).toContain(reason.precondition);
  expect(reason.message).not.toBe('');
  expect(reason.message.length).toBeLessThan(2000);
}

function expectGoal({ goal }: ResetResult<Observation>): void {
  expect(goal.share).toBeGreaterThanOrEqual(0);
  expect(goal.share).toBeLessThanOrEqual(1);
  expect(goal.success).toBe(goal.share === 1);
}

function clip(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);
}
