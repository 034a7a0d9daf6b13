import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Action, Env, Observation, ResetResult, StepResult } from '../env.ts';
import { quoted } from '../quoted.ts';
import type { World } from '../world.ts';

export type EnvUnderTest<O extends Observation> = Readonly<{
  describe: (title: string, body: () => void) => unknown;
  it: (title: string, body: () => Promise<void>) => unknown;
  title: string;
  world: Pick<World, 'preconditions'> & { readonly schemas: Pick<World['schemas'], 'observation'> };
  make: () => Env<O> | Promise<Env<O>>;
  walks: fc.Arbitrary<readonly Action[]>;
  /** Has an argument, and succeeds right after a reset. */
  accepted: Action;
  /** What stays when a refusal is reported as a success; by default the whole observation. */
  keptThrough?: (observation: O, action: Action) => unknown;
  runs?: number;
}>;

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

/**
 * Tests that an env resets, refuses bad actions with a reason and without a change, obeys its signal and is deterministic.
 *
 * ```ts
 * import { describe, it } from 'node:test';
 * import { bindTask } from 'tapedeck/env';
 * import { household } from 'tapedeck/household';
 * import { arbitraryHouse, arbitraryHouseActions, envContract } from 'tapedeck/testing';
 *
 * const { newEnv } = bindTask(household, { scene: 'house_1', tasks: 'table_1', task: 'open_fridge' });
 * const walks = arbitraryHouse.chain((text) => arbitraryHouseActions(household.readScene(text, 'house.json')));
 * const accepted = { verb: 'move', args: ['kitchen1'] };
 * envContract({ describe, it, title: 'a household', world: household, make: () => newEnv(0), walks, accepted, runs: 5 });
 * ```
 */
export function envContract<O extends Observation>(given: EnvUnderTest<O>) {
  const subject = given as unknown as Subject;
  subject.describe(`${subject.title} keeps the contract of Env`, () => {
    resetTests(subject);
    refusalTests(subject);
    abortTests(subject);
    walkTests(subject);
  });
}

type Subject = EnvUnderTest<Observation>;
type Result = ResetResult<Observation>;

function resetTests(subject: Subject) {
  const { it } = subject;
  it('reset() gives the same result, whatever happened before', async () => {
    await withEnv(subject, async (env) => {
      const first = await env.reset();
      await env.step(subject.accepted);
      assert.deepEqual(await env.reset(), first);
      assert.deepEqual(await env.observe(), first.observation);
      checkGoal(first);
      checkForm(subject, first);
    });
  });

  it('step() and observe() fail, before the first reset', async () => {
    await withEnv(subject, async (env) => {
      await assert.rejects(async () => env.step(subject.accepted), Error);
      await assert.rejects(async () => env.observe(), Error);
    });
  });

  it('close() may be called twice', async () => {
    const env = await subject.make();
    await env.reset();
    await env.close();
    await env.close();
  });
}

function refusalTests(subject: Subject) {
  const { accepted, it } = subject;
  const { verb, args } = accepted;
  const clip = (name: string) => quoted(name, { charactersMax: 40 });
  const refused: readonly (readonly [string, Action])[] = [
    ...HOSTILE_NAMES.map((name) => [`verb ${clip(name)}`, { verb: name, args }] as const),
    ...HOSTILE_NAMES.map((name) => [`argument ${clip(name)}`, { verb, args: args.map(() => name) }] as const),
    ['no argument', { verb, args: [] }],
    ['too many arguments', { verb, args: [...args, ...args] }],
    ['a thousand arguments', { verb, args: Array<string>(1000).fill(args[0]!) }],
  ];

  it('step() carries out the action `accepted`, right after a reset', async () => {
    await withEnv(subject, async (env) => {
      await env.reset();
      assert.equal((await env.step(accepted)).ok, true);
    });
  });

  for (const [words, action] of refused) {
    it(`step() refuses and changes nothing, given ${words}`, async () => {
      await withEnv(subject, async (env) => {
        const start = await env.reset();
        const result = await env.step(action);
        assert.equal(result.ok, false);
        checkRefusal(subject, result);
        assert.deepEqual(result.observation, start.observation);
        assert.deepEqual(result.goal, start.goal);
        assert.equal((await env.step(accepted)).ok, true);
      });
    });
  }
}

function abortTests(subject: Subject) {
  subject.it('every method throws the reason, given a signal that has fired', async () => {
    const reason = new Error('enough');
    const isReason = (error: unknown) => error === reason;
    const call = { signal: AbortSignal.abort(reason) };
    await withEnv(subject, async (env) => {
      await assert.rejects(async () => env.reset(call), isReason);
      const start = await env.reset();
      await assert.rejects(async () => env.step(subject.accepted, call), isReason);
      await assert.rejects(async () => env.observe(call), isReason);
      assert.deepEqual(await env.observe(), start.observation);
    });
  });
}

function walkTests(subject: Subject) {
  const parameters = { numRuns: subject.runs ?? 50 };
  const { it, keptThrough = (observation: Observation) => observation } = subject;

  it('step() changes nothing observable and names a precondition, when it refuses an action', async () => {
    await fc.assert(
      fc.asyncProperty(subject.walks, (walk) =>
        withEnv(subject, async (env) => {
          let before: Result = await env.reset();
          for (const action of walk) {
            const result = await env.step(action);
            checkGoal(result);
            checkForm(subject, result);
            if (!result.ok || result.concealed !== undefined) {
              checkRefusal(subject, result);
              const unchanged = result.ok ? keptThrough : (observation: Observation) => observation;
              assert.deepEqual(unchanged(result.observation, action), unchanged(before.observation, action));
              assert.deepEqual(result.goal, before.goal);
            }
            before = { observation: result.observation, goal: result.goal };
            assert.deepEqual(await env.observe(), result.observation);
          }
        }),
      ),
      parameters,
    );
  });

  it('step() gives the same results again, when all or the first of the actions are repeated', async () => {
    await fc.assert(
      fc.asyncProperty(subject.walks, fc.nat(), (walk, cut) =>
        withEnv(subject, async (env) => {
          const whole = await results(env, walk);
          const prefix = walk.slice(0, cut % (walk.length + 1));
          assert.deepEqual(await results(env, prefix), whole.slice(0, prefix.length + 1));
          await withEnv(subject, async (other) => assert.deepEqual(await results(other, walk), whole));
        }),
      ),
      parameters,
    );
  });
}

async function results(env: Env, walk: readonly Action[]): Promise<Result[]> {
  const all: Result[] = [await env.reset()];
  for (const action of walk) all.push(await env.step(action));
  return all;
}

async function withEnv(subject: Subject, test: (env: Env) => Promise<void>): Promise<void> {
  const env = await subject.make();
  try {
    await test(env);
  } finally {
    await env.close();
  }
}

function checkForm({ world }: Subject, { observation }: Result): void {
  assert.deepEqual(world.schemas.observation.parse(observation), observation);
}

function checkRefusal({ world }: Subject, result: StepResult<Observation>): void {
  const reason = result.ok ? result.concealed : result.reason;
  if (reason === undefined) throw new Error('Expected a refusal, but the world carried the action out');
  assert.match(reason.precondition, /^[a-z][a-z0-9_]*$/);
  assert.ok(
    Object.hasOwn(world.preconditions, reason.precondition),
    `The world's table of preconditions has no "${reason.precondition}"`,
  );
  assert.notEqual(reason.message, '');
  assert.ok(reason.message.length < 2000, `The message of a refusal has ${reason.message.length} characters`);
}

function checkGoal({ goal }: ResetResult<Observation>): void {
  assert.ok(goal.share >= 0 && goal.share <= 1, `The share of a goal is ${goal.share}`);
  assert.equal(goal.success, goal.share === 1);
}
