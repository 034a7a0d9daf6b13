import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import * as fc from 'fast-check';
import { z } from 'zod';
import { LlmCallError } from '../../cassettes/llm.ts';
import type { Observation } from '../../envs/env.ts';
import type { Planner, Start } from '../planner.ts';
import { type PromptFile, promptSet } from '../prompts.ts';
import { arbitraryReply, HOSTILE_REPLIES } from './arbitrary_reply.ts';
import { decisionText, deepFreeze, PlannerFault, type Played, play, type Say } from './play.ts';

type PlannerCheck = { readonly title: string } & ({ readonly run: () => Promise<void> } | { readonly skipped: string });

export function plannerChecks<O extends Observation, T>(
  planner: Planner<O, T>,
  setup: CheckSetup<O, T>,
): readonly PlannerCheck[] {
  const game = plannerGame(planner, setup);
  const checks = {
    ...definitionChecks(planner, setup.promptFiles ?? []),
    ...replyChecks(game),
    ...behaviorChecks(game),
  };
  return Object.entries(checks).map(([title, run]) => {
    return typeof run === 'string' ? { title, skipped: run } : { title, run: () => withStory(run, game) };
  });
}

/** A string is the reason to skip. */
type Checks = Readonly<Record<string, (() => Promise<void>) | string>>;

async function withStory<T>(run: () => Promise<void>, game: Game<T>): Promise<void> {
  const before = game.story();
  try {
    await run();
  } catch (error) {
    if (error instanceof PlannerFault) throw error;
    throw new PlannerFault(error, game.story() === before ? [] : game.story());
  }
}

function replyChecks<T>(game: Game<T>): Checks {
  const { variants, replies, hugeReplies, playWith } = game;
  return {
    'plan() acts on well-formed replies, with valid decisions and notes':
      replies === undefined ? 'no well-formed replies are known' : () => actsOnReplies(game),
    'plan() survives any reply': () => survivesAny(game),
    'plan() survives megabytes': () => survivesMegabytes(game),
    'plan() discards and counts the excess of a well-formed reply, and continues':
      hugeReplies === undefined ? 'no excessive well-formed replies are known' : () => discardsTooMuch(game),
    'plan() stops when the model is useless': async () => {
      for (const options of variants()) {
        for (const reply of HOSTILE_REPLIES) {
          const { decisions, ended } = await playWith(() => reply, options, 1000);
          assert.ok(
            ended || hasAction(decisions),
            `The planner continues although the model only replies ${JSON.stringify(reply)}`,
          );
        }
      }
    },
  };
}

async function actsOnReplies<T>({ variants, sayWellFormed, playWith }: Game<T>): Promise<void> {
  for (const options of variants()) {
    const { decisions, notes } = await playWith(sayWellFormed, options);
    assertActs(decisions);
    assert.deepEqual(JSON.parse(JSON.stringify(notes)), notes, 'A note is not JSON');
  }
}

async function survivesAny<T>({ variants, replies, attempts, playWith, story }: Game<T>): Promise<void> {
  const known = Object.values(replies ?? {}).flat();
  const found: { fault: PlannerFault | null } = { fault: null };
  const property = fc.asyncProperty(
    fc.array(arbitraryReply(known), { minLength: 1, maxLength: 6 }),
    fc.constantFrom(...variants()),
    async (texts, options) => {
      try {
        await playWith((_, count) => texts[count % texts.length] ?? '', options);
      } catch (error) {
        found.fault = new PlannerFault(error, story());
        throw error;
      }
    },
  );
  try {
    await fc.assert(property, attempts as fc.Parameters<[string[], T]>);
  } catch (error) {
    throw found.fault ?? error;
  }
}

async function survivesMegabytes<T>({ variants, replies, playWith }: Game<T>): Promise<void> {
  const known = Object.values(replies ?? {}).flat();
  const parts = [...HOSTILE_REPLIES, 'a', `${known.join('\n')}\n`, known.join(' ').replaceAll('\n', ' ')];
  for (const part of parts.filter((text) => text !== '')) {
    const reply = part.repeat(Math.ceil(1_000_000 / part.length));
    await playWith(() => reply, variants()[0]!, 2);
  }
}

async function discardsTooMuch<T>({ variants, hugeReplies, sayWellFormed, playWith }: Game<T>): Promise<void> {
  for (const [purpose, replies] of Object.entries(hugeReplies ?? {})) {
    for (const reply of replies) {
      const say: Say = (about, count) => (about === purpose ? reply : sayWellFormed(about, count));
      const { decisions, notes, requests } = await playWith(say, variants()[0]!);
      assertActs(decisions);
      for (const note of notes) {
        if (note.kind === 'parsed' && note.purpose === purpose)
          assert.notDeepEqual(note.discardedCounts, {}, `The planner discards nothing of a reply to "${purpose}"`);
      }
      for (const each of [...notes, ...requests]) {
        assert.ok(JSON.stringify(each).length < 50_000, 'A note or request contains the excess');
      }
    }
  }
}

function behaviorChecks<T>(game: Game<T>): Checks {
  const { variants, sayWellFormed, playWith } = game;
  return {
    'plan() repeats itself when its input does': async () => {
      for (const options of variants()) {
        const once = await playWith(sayWellFormed, options);
        assert.deepEqual(await playWith(sayWellFormed, options), once, 'The planner acts differently the second time');
      }
    },
    'plan() ends on return() at any point': async () => {
      for (const options of variants())
        for (const decisionsMax of [0, 1, 2, 3]) await playWith(sayWellFormed, options, decisionsMax);
    },
    'plan() rethrows the failure of a call': () => rethrowsFailure(game),
    'plan() connects to nothing but its model': async () => {
      const { connections, unwatch } = watchConnections();
      try {
        for (const options of variants()) await playWith(sayWellFormed, options).catch(() => null);
      } finally {
        unwatch();
      }
      assert.deepEqual(connections, [], `The planner opens a connection of its own: ${connections.join(', ')}`);
    },
  };
}

async function rethrowsFailure<T>({ variants, sayWellFormed, playWith }: Game<T>): Promise<void> {
  const failure = new LlmCallError('context_length_exceeded', 'The request is too long');
  for (const options of variants()) {
    for (const failsAt of [0, 1, 2, 3]) {
      let calls = 0;
      const playing = playWith((purpose, count) => {
        if (calls++ >= failsAt) throw failure;
        return sayWellFormed(purpose, count);
      }, options);
      const thrown: unknown = await playing.then(() => null).catch((error: unknown) => error);
      if (calls > failsAt && thrown !== failure) {
        const reaction = thrown === null ? 'ignores the failure' : `throws ${String(thrown)} instead`;
        throw new assert.AssertionError({ message: `A call of the model fails, and the planner ${reaction}` });
      }
    }
  }
}

function hasAction(decisions: Played['decisions']): boolean {
  return decisions.some(({ kind }) => kind === 'act');
}

function assertActs(decisions: Played['decisions']): void {
  const decided = decisions.map(decisionText).join(', ') || 'nothing';
  assert.ok(hasAction(decisions), `The planner does not act on well-formed replies; it decides: ${decided}`);
}

function definitionChecks<O extends Observation, T>(planner: Planner<O, T>, files: readonly PromptFile[]): Checks {
  return {
    'name, title and summary can be printed in a table': async () => {
      assert.match(planner.name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, `Its name is not in snake_case: "${planner.name}"`);
      assert.match(planner.title, /\S/, 'Its title is empty');
      const { summary } = planner;
      assert.match(summary, /^[^\n]{10,120}$/, `Its summary is not a line of 10 to 120 characters: "${summary}"`);
    },
    'options: each has a default and a description; the schema refuses unknown ones': async () => {
      const schema = z.toJSONSchema(planner.options, { io: 'input' });
      for (const [key, option] of Object.entries(schema.properties ?? {})) {
        assert.ok(typeof option === 'object', `option "${key}" accepts any value`);
        assert.notEqual(option.default, undefined, `option "${key}" has no default`);
        assert.equal(typeof option.description, 'string', `option "${key}" has no description`);
      }
      assert.ok(planner.options.safeParse({}).success, 'The options have no defaults');
      const takesAny = planner.options.safeParse({ no_such_option: true }).success;
      assert.ok(!takesAny, 'The schema accepts an unknown option');
    },
    'prompts: the set loads and uses every slot': async () => {
      promptSet('contract', files, planner.promptSlots);
      const used = new Map(files.map(({ prompt, text }) => [prompt, slotsIn(text)]));
      for (const [prompt, slots] of Object.entries(planner.promptSlots)) {
        const unused = slots.filter((slot) => used.get(prompt)?.has(slot) !== true);
        assert.deepEqual(unused, [], `prompt "${prompt}" does not use these slots: ${unused.join(', ')}`);
      }
    },
  };
}

function slotsIn(text: string): Set<string> {
  const tags = Array.from(text.matchAll(/\{\{([^{}]*)\}\}/g), ([, tag = '']) => tag.trim());
  return new Set(tags.filter((tag) => !tag.startsWith('/')).map((tag) => tag.replace(/^[#^&]/, '').trim()));
}

export type CheckSetup<O extends Observation, T> = Readonly<{
  observation: O;
  /** Purpose → well-formed replies, used in turn; one must cause an action. */
  replies?: Readonly<Record<string, readonly string[]>>;
  /** With long names or many calls. */
  hugeReplies?: Readonly<Record<string, readonly string[]>>;
  /** If it has `actions`, any other action fails the check. */
  start?: Partial<Omit<Start<O>, 'llm' | 'note' | 'observation' | 'prompts'>>;
  promptFiles?: readonly PromptFile[];
  variants?: readonly Partial<T>[];
  /** Consecutive model calls without an action. */
  callsMax?: number;
  runs?: number;
  seed?: number;
  /** Null begins a new play. */
  onLine?: (line: string | null) => void;
}>;

type Game<T> = ReturnType<typeof plannerGame<Observation, T>>;

function plannerGame<O extends Observation, T>(planner: Planner<O, T>, setup: CheckSetup<O, T>) {
  const { observation, replies, hugeReplies, callsMax = 50, runs = 200, seed, promptFiles: files = [] } = setup;
  deepFreeze([observation, setup.start?.past, setup.start?.memory]);
  const verbs = setup.start?.actions?.verbs;
  let story: readonly string[] = [];
  return {
    variants: (): readonly T[] =>
      [{}, ...(setup.variants ?? [])].map((given) => deepFreeze(planner.options.parse(given))),
    replies,
    hugeReplies,
    attempts: { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
    sayWellFormed(purpose: string, count: number): string {
      const texts = replies?.[purpose] ?? [''];
      return texts[count % texts.length] ?? '';
    },
    playWith(say: Say, options: T, decisionsMax = 12): Promise<Played> {
      const prompts = promptSet('contract', files, planner.promptSlots);
      const start = { instruction: 'do it', past: [], seed: 1, ...setup.start, prompts, observation };
      const lines: string[] = [];
      story = lines;
      setup.onLine?.(null);
      const onLine = (line: string) => {
        lines.push(line);
        setup.onLine?.(line);
      };
      return play(planner, options, { start, say, decisionsMax, callsMax, verbs, onLine });
    },
    story: () => story,
  };
}

const CHANNELS: Readonly<Record<string, string>> = {
  'undici:request:create': 'fetch',
  'http.client.request.start': 'http',
  'net.client.socket': 'socket',
};

export function watchConnections(): Readonly<{ connections: readonly string[]; unwatch: () => void }> {
  const connections: string[] = [];
  const watchers = Object.entries(CHANNELS).map(([channel, name]) => {
    const watcher = (message: unknown) => {
      // Undici reports the origin, `node:http` the host, and a new socket neither.
      const { request } = message as { readonly request?: Readonly<{ origin?: unknown; host?: unknown }> };
      connections.push(`${name} ${request?.origin ?? request?.host ?? ''}`.trim());
    };
    subscribe(channel, watcher);
    return () => unsubscribe(channel, watcher);
  });
  return {
    connections,
    unwatch() {
      for (const unwatch of watchers) unwatch();
    },
  };
}
