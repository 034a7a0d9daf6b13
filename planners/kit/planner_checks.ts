/**
 * What is checked of a planner, one by one: that it keeps the contract of `planner.ts`. Whether the planning is any good is not asked.
 *
 * The planner plays against a tiny world that answers by a script, and a language model that says well-formed things, nonsense, nothing,
 * or megabytes.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LlmCallError } from '../../cassettes/llm.ts';
import type { Observation } from '../../envs/env.ts';
import type { Planner } from '../planner.ts';
import { arbitraryReply, HOSTILE_REPLIES } from './arbitrary_reply.ts';
import { frontMatterChecks } from './front_matter_checks.ts';
import type { PlannerCheck } from './planner_check.ts';
import { PlannerFault } from './planner_fault.ts';
import { type CheckSetup, type Game, plannerGame } from './planner_game.ts';
import type { Played, Say } from './play.ts';
import { watchConnections } from './watch_connections.ts';

/** In the order in which they are best read: the first that fails may well be why others do. */
export function plannerChecks<O extends Observation, T>(
  planner: Planner<O, T>,
  setup: CheckSetup<O, T>,
): readonly PlannerCheck[] {
  const game = plannerGame(planner, setup);
  const checks = [...frontMatterChecks(planner, setup.promptFiles ?? []), ...replyChecks(game), ...mannerChecks(game)];
  return checks.map((check) => ('run' in check ? { ...check, run: () => withStory(check.run, game) } : check));
}

async function withStory<T>(run: () => Promise<void>, game: Game<T>): Promise<void> {
  const before = game.story();
  try {
    await run();
  } catch (error) {
    if (error instanceof PlannerFault) throw error;
    throw new PlannerFault(error, game.story() === before ? [] : game.story());
  }
}

function replyChecks<T>(game: Game<T>): readonly PlannerCheck[] {
  const { variants, replies, sayWellFormed, playWith } = game;
  return [
    {
      title: 'plan() acts on well-formed replies, with valid decisions and notes',
      ...(replies === null
        ? { skipped: 'no well-formed replies are known' }
        : {
            async run() {
              for (const options of variants()) {
                const { decisions, notes } = await playWith(sayWellFormed, options);
                assertActs(decisions);
                assert.deepEqual(JSON.parse(JSON.stringify(notes)), notes, 'A note is not what JSON can say');
              }
            },
          }),
    },
    { title: 'plan() survives any reply', run: () => survivesAny(game) },
    { title: 'plan() survives megabytes', run: () => survivesMegabytes(game) },
    {
      title: 'plan() discards and counts what is too much in a well-formed reply, and goes on',
      ...(game.hugeReplies === null
        ? { skipped: 'no well-formed replies that hold too much are known' }
        : { run: () => discardsTooMuch(game) }),
    },
    {
      title: 'plan() stops when the model says nothing of use',
      async run() {
        for (const options of variants()) {
          for (const reply of HOSTILE_REPLIES) {
            const { decisions, ended } = await playWith(() => reply, options, 1000);
            const goesOn = `The planner goes on though the model says only ${JSON.stringify(reply)}`;
            assert.ok(ended || acts(decisions), goesOn);
          }
        }
      },
    },
  ];
}

/** Told with the simplest replies that were found, which are tried last. */
async function survivesAny<T>({ variants, replies, attempts, playWith, story }: Game<T>): Promise<void> {
  const known = Object.values(replies ?? {}).flat();
  const found: { fault: PlannerFault | null } = { fault: null };
  const property = fc.asyncProperty(
    fc.array(arbitraryReply(known), { minLength: 1, maxLength: 6 }),
    fc.constantFrom(...variants()),
    async (said, options) => {
      try {
        await playWith((_, count) => said[count % said.length] ?? '', options);
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
}

function mannerChecks<T>(game: Game<T>): readonly PlannerCheck[] {
  const { variants, sayWellFormed, playWith } = game;
  return [
    {
      title: 'plan() does the same again, given the same',
      async run() {
        for (const options of variants()) {
          const once = await playWith(sayWellFormed, options);
          assert.deepEqual(await playWith(sayWellFormed, options), once, 'The second time, the planner does otherwise');
        }
      },
    },
    {
      title: 'plan() ends on return(), wherever it is',
      async run() {
        for (const options of variants()) {
          for (const decisionsMax of [0, 1, 2, 3]) await playWith(sayWellFormed, options, decisionsMax);
        }
      },
    },
    { title: 'plan() passes on the failure of a call', run: () => passesOnFailure(game) },
    {
      title: 'plan() asks nobody but the model that it is given',
      async run() {
        const { connections, unwatch } = watchConnections();
        try {
          for (const options of variants()) await playWith(sayWellFormed, options).catch(() => null);
        } finally {
          unwatch();
        }
        assert.deepEqual(connections, [], `The planner opens a connection of its own: ${connections.join(', ')}`);
      },
    },
  ];
}

async function passesOnFailure<T>({ variants, sayWellFormed, playWith }: Game<T>): Promise<void> {
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
      if (calls > failsAt && thrown !== failure) {
        const what = thrown === null ? 'swallows it' : `throws ${String(thrown)} instead`;
        throw new assert.AssertionError({ message: `A call of the model fails, and the planner ${what}` });
      }
    }
  }
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
