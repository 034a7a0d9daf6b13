/**
 * The tests that every planner passes: `plannerContract(planner, { … })` in the planner's own test file.
 *
 * The planner plays against a tiny world that answers by a script, and a language model that says well-formed things,
 * nonsense, nothing, or megabytes. What is checked is the contract of `planner.ts`, not whether the planning is any good. The tests
 * run under any test runner that has `describe` and `it`, such as Vitest and node:test.
 *
 * @module
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { z } from 'zod';
import { LlmCallError } from '../../cassettes/llm.ts';
import type { Observation } from '../../envs/env.ts';
import type { Planner, Start } from '../planner.ts';
import { type PromptFile, promptSet } from '../prompts.ts';
import { arbitraryReply, HOSTILE_REPLIES } from './arbitrary_reply.ts';
import { type Played, play, type Say } from './play.ts';

export type ContractSetup<O extends Observation, T> = {
  /** Of the test runner that is used. */
  readonly describe: (title: string, body: () => void) => unknown;
  readonly it: (title: string, body: () => Promise<void>) => unknown;
  readonly observation: O;
  /**
   * Purpose → well-formed replies, of which at least one makes the planner act. Given in turn, again and again. Without them it is
   * not tested that the planner acts.
   */
  readonly replies?: Readonly<Record<string, readonly string[]>>;
  /** Purpose → replies that are well-formed but hold too much, be it long names or many calls. */
  readonly hugeReplies?: Readonly<Record<string, readonly string[]>>;
  /** What else the planner is given: skills, memory, past, a model of the world. */
  readonly start?: Partial<Omit<Start<O>, 'llm' | 'note' | 'observation' | 'prompts'>>;
  /** Its prompts, where it has any. */
  readonly promptFiles?: readonly PromptFile[];
  /** Options to play with besides the defaults: one set for each ablation. */
  readonly variants?: readonly Partial<T>[];
  /** Most model calls in a row without an action; the planner must have stopped by then. */
  readonly callsMax?: number;
  /** How many times it is given hostile replies; 200 unless told otherwise. */
  readonly runs?: number;
  /** Makes these the same each time; an integer. */
  readonly seed?: number;
};

/**
 * Registers the tests of the contract of a planner: it says what it is and what its options are, acts on well-formed replies, survives
 * any other, stops where the model says nothing of use, does the same again, and ends when it is told to.
 *
 * ```ts
 * import { describe, it } from 'node:test';
 * import { z } from 'zod';
 * import type { HouseholdObservation, Planner } from 'tapedeck/planner';
 * import { plannerContract } from 'tapedeck/testing';
 *
 * const observation: HouseholdObservation = {
 *   world: 'household',
 *   objects: [{ name: 'mug1', relation: 'IN', place: 'kitchen1' }],
 *   containers: [],
 *   surfaces: [],
 *   rooms: ['kitchen1'],
 *   holding: [],
 *   closeTo: ['mug1'],
 *   room: 'kitchen1',
 * };
 * const planner: Planner<HouseholdObservation> = {
 *   name: 'fetcher',
 *   title: 'Fetcher',
 *   summary: 'Picks up whatever the model names',
 *   worlds: ['household'],
 *   privileged: () => false,
 *   options: z.strictObject({}),
 *   promptSlots: {},
 *   async *plan({ llm, observation: { closeTo } }) {
 *     const messages = [{ role: 'user', content: `Which of ${closeTo.join(', ')}?` }] as const;
 *     const { text } = await llm.chat(messages, { purpose: 'thing', temperature: 0 });
 *     if (closeTo.includes(text)) yield { kind: 'act', action: { verb: 'pickup', args: [text] } };
 *   },
 * };
 * plannerContract(planner, { describe, it, observation, replies: { thing: ['mug1'] } });
 * ```
 */
export function plannerContract<O extends Observation, T>(planner: Planner<O, T>, setup: ContractSetup<O, T>): void {
  const {
    describe,
    it,
    observation,
    replies,
    hugeReplies = {},
    callsMax = 50,
    runs = 200,
    seed,
    promptFiles: files = [],
  } = setup;
  deepFreeze([observation, setup.start?.past, setup.start?.memory]);
  const game: Game<T> = {
    it,
    variants: () => [{}, ...(setup.variants ?? [])].map((given) => deepFreeze(planner.options.parse(given))),
    replies: replies ?? null,
    hugeReplies,
    attempts: { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
    sayWellFormed(purpose, count) {
      const known = replies?.[purpose] ?? [''];
      return known[count % known.length] ?? '';
    },
    playWith(say, options, decisionsMax = 12) {
      const prompts = promptSet('contract', files, planner.promptSlots);
      const start = { instruction: 'do it', past: [], seed: 1, ...setup.start, prompts, observation };
      return play(planner, options, { start, say, decisionsMax, callsMax });
    },
  };
  describe(`planner contract: ${planner.name}`, () => {
    testFrontMatter(planner, files, it);
    testReplies(game);
    testManners(game);
  });
}

/** What the tests play with. All that a planner is given is frozen, so that one that changes it fails every test. */
type Game<T> = {
  readonly it: ContractSetup<Observation, T>['it'];
  /** The options to play with. Throws where the planner takes no default. */
  readonly variants: () => readonly T[];
  /** Null where nobody has said any. */
  readonly replies: Readonly<Record<string, readonly string[]>> | null;
  readonly hugeReplies: Readonly<Record<string, readonly string[]>>;
  readonly attempts: fc.Parameters<unknown>;
  readonly sayWellFormed: Say;
  playWith(say: Say, options: T, decisionsMax?: number): Promise<Played>;
};

/** What `tapedeck list planners` shows, the options, and the prompts. */
function testFrontMatter<O extends Observation, T>(
  planner: Planner<O, T>,
  files: readonly PromptFile[],
  it: Game<T>['it'],
): void {
  it('name, title and summary can be printed in a table', async () => {
    assert.match(planner.name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    assert.match(planner.title, /\S/);
    assert.match(planner.summary, /^[^\n]{10,120}$/);
  });

  it('options: each has a default and a description, and unknown ones are refused', async () => {
    const schema = z.toJSONSchema(planner.options, { io: 'input' });
    for (const [key, option] of Object.entries(schema.properties ?? {})) {
      assert.ok(typeof option === 'object', `option "${key}" takes anything`);
      assert.notEqual(option.default, undefined, `option "${key}" has no default`);
      assert.equal(typeof option.description, 'string', `option "${key}" has no description`);
    }
    assert.ok(planner.options.safeParse({}).success, 'The options have no defaults');
    assert.ok(!planner.options.safeParse({ no_such_option: true }).success, 'The options take one that there is not');
  });

  it('prompts: the set loads and uses every slot', async () => {
    promptSet('contract', files, planner.promptSlots);
    const used = files.map(({ prompt, text }) => {
      const tags = Array.from(text.matchAll(/\{\{([^{}]*)\}\}/g), ([, tag = '']) => tag.trim());
      const slots = tags.filter((tag) => !tag.startsWith('/')).map((tag) => tag.replace(/^[#^&]/, '').trim());
      return [prompt, new Set(slots)];
    });
    const declared = Object.entries(planner.promptSlots).map(([prompt, slots]) => [prompt, new Set(slots)]);
    assert.deepEqual(Object.fromEntries(used), Object.fromEntries(declared));
  });
}

function testReplies<T>({ it, variants, replies, hugeReplies, attempts, sayWellFormed, playWith }: Game<T>): void {
  if (replies !== null) {
    it('plan() acts on well-formed replies, with valid decisions and notes', async () => {
      for (const options of variants()) {
        const { decisions, notes } = await playWith(sayWellFormed, options);
        assertActs(decisions);
        assert.deepEqual(JSON.parse(JSON.stringify(notes)), notes);
      }
    });
  }

  const known = Object.values(replies ?? {}).flat();
  it('plan() survives any reply', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryReply(known), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...variants()),
        async (replies, options) => {
          await playWith((_, count) => replies[count % replies.length] ?? '', options);
        },
      ),
      attempts as fc.Parameters<[string[], T]>,
    );
  });

  it('plan() survives megabytes', async () => {
    const parts = [...HOSTILE_REPLIES, 'a', `${known.join('\n')}\n`, known.join(' ').replaceAll('\n', ' ')];
    for (const part of parts.filter((text) => text !== '')) {
      const reply = part.repeat(Math.ceil(1_000_000 / part.length));
      await playWith(() => reply, variants()[0]!, 2);
    }
  });

  it('plan() discards and counts what is too much in a well-formed reply, and goes on', async () => {
    for (const [purpose, replies] of Object.entries(hugeReplies)) {
      for (const reply of replies) {
        const say: Say = (asked, count) => (asked === purpose ? reply : sayWellFormed(asked, count));
        const { decisions, notes, requests } = await playWith(say, variants()[0]!);
        assertActs(decisions);
        for (const note of notes) {
          if (note.kind === 'parsed' && note.purpose === purpose)
            assert.notDeepEqual(note.discardedCounts, {}, `Nothing was discarded in a reply to "${purpose}"`);
        }
        for (const said of [...notes, ...requests]) {
          assert.ok(JSON.stringify(said).length < 50_000, 'A note or request holds what was too much');
        }
      }
    }
  });

  it('plan() stops when the model says nothing of use', async () => {
    for (const options of variants()) {
      for (const reply of HOSTILE_REPLIES) {
        const { decisions, ended } = await playWith(() => reply, options, 1000);
        assert.ok(ended || acts(decisions), `The planner goes on though the model says only ${JSON.stringify(reply)}`);
      }
    }
  });
}

function testManners<T>({ it, variants, sayWellFormed, playWith }: Game<T>): void {
  it('plan() does the same again, given the same', async () => {
    for (const options of variants()) {
      const once = await playWith(sayWellFormed, options);
      assert.deepEqual(await playWith(sayWellFormed, options), once);
    }
  });

  it('plan() ends on return(), wherever it is', async () => {
    for (const options of variants()) {
      for (const decisionsMax of [0, 1, 2, 3]) await playWith(sayWellFormed, options, decisionsMax);
    }
  });

  it('plan() passes on the failure of a call', async () => {
    const failure = new LlmCallError('context_length_exceeded', 'The request is too long');
    for (const options of variants()) {
      for (const failsAt of [0, 1, 2, 3]) {
        let calls = 0;
        const playing = playWith((purpose, count) => {
          if (calls++ >= failsAt) throw failure;
          return sayWellFormed(purpose, count);
        }, options);
        const thrown: unknown = await playing.then(
          () => null,
          (error: unknown) => error,
        );
        if (calls > failsAt) assert.equal(thrown, failure);
      }
    }
  });
}

function acts(decisions: Played['decisions']): boolean {
  return decisions.some(({ kind }) => kind === 'act');
}

function assertActs(decisions: Played['decisions']): void {
  const did = decisions.map((decision) => (decision.kind === 'stop' ? `stop: ${decision.reason}` : decision.kind));
  assert.ok(
    acts(decisions),
    `The planner does not act on well-formed replies; it decides: ${did.join(', ') || 'nothing'}`,
  );
}

function deepFreeze<V>(value: V): V {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
