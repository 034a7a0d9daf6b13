/**
 * The tests that every planner passes: `plannerContract(planner, { … })` in the planner's own test file.
 *
 * The planner plays against a tiny world that answers by a script, and a language model that says well-formed things,
 * nonsense, nothing, or megabytes. What is checked is the contract of `planner.ts`, not whether the planning is any good.
 *
 * @module
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LlmCallError } from '../../cassettes/llm.ts';
import type { Observation } from '../../envs/env.ts';
import type { Planner, Start } from '../planner.ts';
import { type Played, play, type Say } from './play.ts';
import { shippedPromptFiles, shippedPrompts } from './shipped_prompts.ts';

export type ContractSetup<O extends Observation, T> = {
  readonly observation: O;
  /** Purpose → well-formed replies, of which at least one makes the planner act. Given in turn, again and again. */
  readonly replies: Readonly<Record<string, readonly string[]>>;
  /** Purpose → replies that are well-formed but hold too much, be it long names or many calls. */
  readonly hugeReplies?: Readonly<Record<string, readonly string[]>>;
  /** What else the planner is given: skills, memory, past, a model of the world. */
  readonly start?: Partial<Omit<Start<O>, 'llm' | 'note' | 'observation'>>;
  /** Options to play with besides the defaults: one set for each ablation. */
  readonly variants?: readonly Partial<T>[];
  /** Most model calls in a row without an action; the planner must have stopped by then. */
  readonly callsMax?: number;
};

/** What a model may say that no planner hoped for. */
const HOSTILE = [
  '',
  ' ',
  '\0',
  '\uFEFF',
  '\uD800',
  '```',
  '()',
  '(((((',
  '"',
  "'",
  '{"a":',
  '__proto__',
  '[[[',
  '\r\n\t',
];

export function plannerContract<O extends Observation, T>(planner: Planner<O, T>, setup: ContractSetup<O, T>): void {
  const { observation, replies, hugeReplies = {}, callsMax = 50 } = setup;
  const prompts = setup.start?.prompts ?? shippedPrompts(planner);
  deepFreeze([observation, setup.start?.past, setup.start?.memory]);
  const game: Game<T> = {
    variants: [{}, ...(setup.variants ?? [])].map((given) => deepFreeze(planner.options.parse(given))),
    replies,
    hugeReplies,
    sayWellFormed(purpose, count) {
      const known = replies[purpose] ?? [''];
      return known[count % known.length] ?? '';
    },
    playWith(say, options, decisionsMax = 12) {
      const start = { instruction: 'do it', past: [], seed: 1, ...setup.start, prompts, observation };
      return play(planner, options, { start, say, decisionsMax, callsMax });
    },
  };
  describe(`planner contract: ${planner.name}`, () => {
    describeFrontMatter(planner);
    describeReplies(game);
    describeManners(game);
  });
}

/** What the tests play with. All that a planner is given is frozen, so that one that changes it fails every test. */
type Game<T> = {
  readonly variants: readonly T[];
  readonly replies: Readonly<Record<string, readonly string[]>>;
  readonly hugeReplies: Readonly<Record<string, readonly string[]>>;
  readonly sayWellFormed: Say;
  playWith(say: Say, options: T, decisionsMax?: number): Promise<Played>;
};

/** What `tapedeck list planners` shows, the options, and the shipped prompts. */
function describeFrontMatter<O extends Observation, T>(planner: Planner<O, T>): void {
  test('name, title and summary can be printed in a table', () => {
    expect(planner.name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    expect(planner.title).toMatch(/\S/);
    expect(planner.summary).toMatch(/^[^\n]{10,120}$/);
  });

  test('options: each has a default and a description, and unknown ones are refused', () => {
    const schema = z.toJSONSchema(planner.options, { io: 'input' });
    for (const [key, option] of Object.entries(schema.properties ?? {})) {
      expect(option, `option "${key}"`).toMatchObject({ default: expect.anything(), description: expect.any(String) });
    }
    expect(planner.options.safeParse({}).success).toBe(true);
    expect(planner.options.safeParse({ no_such_option: true }).success).toBe(false);
  });

  test('prompts: the shipped set loads and uses every slot', () => {
    shippedPrompts(planner);
    const used = shippedPromptFiles(planner).map(({ prompt, text }) => {
      const tags = text.matchAll(/\{\{\s*[#^&]?\s*([^\s}]+)\s*\}\}/g);
      return [prompt, new Set(Array.from(tags, ([, slot = '']) => slot).filter((slot) => !slot.startsWith('/')))];
    });
    const declared = Object.entries(planner.promptSlots).map(([prompt, slots]) => [prompt, new Set(slots)]);
    expect(Object.fromEntries(used)).toEqual(Object.fromEntries(declared));
  });
}

function describeReplies<T>({ variants, replies, hugeReplies, sayWellFormed, playWith }: Game<T>): void {
  test('plan() acts on well-formed replies, with valid decisions and notes', async () => {
    for (const options of variants) {
      const { decisions, notes } = await playWith(sayWellFormed, options);
      expect(decisions.map(({ kind }) => kind)).toContain('act');
      expect(JSON.parse(JSON.stringify(notes))).toEqual(notes);
    }
  });

  test('plan() survives any reply', async () => {
    const known = Object.values(replies).flat();
    const reply = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }), damaged(known));
    await fc.assert(
      fc.asyncProperty(
        fc.array(reply, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...variants),
        async (replies, options) => {
          await playWith((_, count) => replies[count % replies.length] ?? '', options);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('plan() survives megabytes', async () => {
    const wellFormed = Object.values(replies).flat().join('\n');
    const parts = [...HOSTILE, 'a', `${wellFormed}\n`, wellFormed.replaceAll('\n', ' ')];
    for (const part of parts.filter((text) => text !== '')) {
      const reply = part.repeat(Math.ceil(1_000_000 / part.length));
      await playWith(() => reply, variants[0]!, 2);
    }
  });

  test('plan() discards and counts what is too much in a well-formed reply, and goes on', async () => {
    for (const [purpose, replies] of Object.entries(hugeReplies)) {
      for (const reply of replies) {
        const say: Say = (asked, count) => (asked === purpose ? reply : sayWellFormed(asked, count));
        const { decisions, notes, requests } = await playWith(say, variants[0]!);
        expect(decisions.map(({ kind }) => kind)).toContain('act');
        for (const note of notes) {
          if (note.kind === 'parsed' && note.purpose === purpose)
            expect(Object.keys(note.discardedCounts)).not.toEqual([]);
        }
        for (const said of [...notes, ...requests]) expect(JSON.stringify(said).length).toBeLessThan(50_000);
      }
    }
  });

  test('plan() stops when the model says nothing of use', async () => {
    for (const options of variants) {
      for (const reply of HOSTILE) {
        const { decisions, ended } = await playWith(() => reply, options, 1000);
        if (!decisions.some(({ kind }) => kind === 'act')) expect(ended).toBe(true);
      }
    }
  });
}

function describeManners<T>({ variants, sayWellFormed, playWith }: Game<T>): void {
  test('plan() does the same again, given the same', async () => {
    for (const options of variants) {
      const once = await playWith(sayWellFormed, options);
      expect(await playWith(sayWellFormed, options)).toEqual(once);
    }
  });

  test('plan() ends on return(), wherever it is', async () => {
    for (const options of variants) {
      for (const decisionsMax of [0, 1, 2, 3]) await playWith(sayWellFormed, options, decisionsMax);
    }
  });

  test('plan() passes on the failure of a call', async () => {
    const failure = new LlmCallError('context_length_exceeded', 'The request is too long');
    for (const options of variants) {
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
        if (calls > failsAt) expect(thrown).toBe(failure);
      }
    }
  });
}

/** A well-formed reply cut, spliced and stuttered. */
function damaged(replies: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom('', ...replies),
      fc.nat(400),
      fc.nat(400),
      fc.oneof(fc.constantFrom(...HOSTILE), fc.string()),
    )
    .map(([reply, from, to, text]) => reply.slice(0, from) + text + reply.slice(to));
}

function deepFreeze<V>(value: V): V {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
