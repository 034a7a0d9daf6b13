/** A program's output is untrusted: `protocol.ts` validates it, and an error ends only its own episode. */

import { z } from 'zod';
import { TapeMissError } from '../../../cassettes/cassette/miss.ts';
import { LlmCallError } from '../../../cassettes/llm.ts';
import { firstTooDeep, NESTING_MAX } from '../../../envs/checked_json.ts';
import type { Observation } from '../../../envs/env.ts';
import { quoted } from '../../../envs/quoted.ts';
import type { Episode, Outcome, Planner, Start } from '../../../planners/planner.ts';
import { messageOf } from '../../io/errors/failure.ts';
import { type FromProgram, fromProgramSchema, PROTOCOL_VERSION, type ToProgram } from './protocol.ts';

export type ProgramTalk = {
  /**
   * Sends `line`, if given, and resolves to the next line, or null at a clean exit.
   * Rejects on a bad exit or timeout; each decision has its own limit, without time spent waiting for the model.
   */
  turn(line: string | null, limit: 'start' | 'decision' | 'same'): Promise<string | null>;
  /** Sends `last`, waits briefly for a clean exit, then kills the program. Idempotent. */
  end(last?: string): Promise<void>;
};

/** Per decision: notes, questions and counted texts. */
const MESSAGES_MAX = 10_000;
const EXCERPT_MAX = 200;

type Options = Readonly<Record<string, unknown>>;

export function programPlanner(name: string, options: Options, talk: () => ProgramTalk): Planner<Observation, Options> {
  const given = Object.entries(options).map(
    ([key, value]) => [key, z.unknown().default(value).describe('Passed on to the program')] as const,
  );
  return {
    name: 'cmd',
    title: name,
    worlds: 'any',
    summary: 'A program of its own, which is asked line by line',
    options: z.strictObject(Object.fromEntries(given)),
    promptSlots: {},
    privileged: () => false,
    plan: (start, options) => plan(start, options, talk()),
  };
}

async function* plan(start: Start<Observation>, options: Options, talk: ProgramTalk): Episode<Observation> {
  const program = conversation(talk);
  try {
    let message = await program.next(startMessage(start, options), 'start');
    while (message !== null) {
      switch (message.type) {
        case 'act':
          message = await program.outcome(start, yield { kind: 'act', action: message.action });
          break;
        case 'sense':
          message = await program.outcome(start, yield { kind: 'sense' });
          break;
        case 'stop':
          yield { kind: 'stop', reason: message.reason };
          return;
        case 'note':
          start.note(message.note);
          message = await program.next(null, 'same');
          break;
        default:
          message = await program.afterAnswer(answerOf(start, message));
      }
    }
  } finally {
    await talk.end();
  }
}

function startMessage(start: Start<Observation>, options: Options): ToProgram {
  const { instruction, observation, actions, past, memory, skills, seed } = start;
  return {
    type: 'start',
    protocol: PROTOCOL_VERSION,
    instruction,
    observation,
    names: namesIn(start, observation),
    actions: { verbs: { ...actions?.verbs } },
    options,
    past: past.map(({ action: { verb, args }, ok }) => ({ action: { verb, args: [...args] }, ok })),
    ...(memory === undefined ? {} : { memory }),
    ...(skills === undefined ? {} : { skills }),
    seed,
  };
}

function namesIn({ actions }: Start<Observation>, observation: Observation): string[] {
  return [...(actions?.namesIn(observation) ?? [])];
}

type Question = Extract<FromProgram, { type: 'ask' | 'embed' | 'count_tokens' }>;

async function answerOf({ llm }: Start<Observation>, question: Question): Promise<ToProgram> {
  switch (question.type) {
    case 'ask': {
      const { messages, purpose, temperature, maxTokens } = question;
      const bound = maxTokens === undefined ? {} : { maxTokens };
      return { type: 'reply', ...(await llm.chat(messages, { purpose, temperature, ...bound })) };
    }
    case 'embed': {
      const vectors = await llm.embed(question.texts, { purpose: question.purpose });
      return { type: 'vectors', vectors: vectors.map((vector) => [...vector]) };
    }
    case 'count_tokens':
      return { type: 'tokens', count: await llm.countTokens(question.text) };
  }
}

function conversation(talk: ProgramTalk) {
  let failure: LlmCallError | null = null;
  let [lines, sinceDecision] = [0, 0];

  /** Null if the program ended, like a planner that returns. */
  async function next(message: ToProgram | null, limit: Parameters<ProgramTalk['turn']>[1]) {
    sinceDecision = limit === 'same' ? sinceDecision + 1 : 0;
    if (sinceDecision > MESSAGES_MAX) throw new Error(`the program said ${MESSAGES_MAX} things without a decision`);
    const line = await talk.turn(message === null ? null : JSON.stringify(message), limit).catch((error: unknown) => {
      // A program that exits after a failed call fails with that call's error, like an in-process planner.
      throw failure ?? error;
    });
    if (line === null) {
      if (failure !== null) throw failure;
      return null;
    }
    lines += 1;
    const answer = readMessage(line, lines);
    // A stop after an API failure is no decision: the run reports the missing answer.
    if (answer.type === 'stop' && failure?.code === 'api_error') throw failure;
    if (['act', 'sense', 'stop'].includes(answer.type)) failure = null;
    return answer;
  }

  async function noAnswer(error: unknown): Promise<ToProgram> {
    const failed: ToProgram = { type: 'failed', code: codeOf(error), message: messageOf(error) };
    if (error instanceof LlmCallError && error.code !== 'refused_secret') {
      failure = error;
      return failed;
    }
    await talk.end(JSON.stringify(failed));
    throw error;
  }

  return {
    next,
    outcome: (start: Start<Observation>, { ok, observation }: Outcome<Observation>) =>
      next({ type: 'outcome', ok, observation, names: namesIn(start, observation) }, 'decision'),
    /** Rejects if the episode cannot go on without the answer. */
    afterAnswer: async (answer: Promise<ToProgram>) => next(await answer.catch(noAnswer), 'same'),
  };
}

function codeOf(error: unknown): Extract<ToProgram, { type: 'failed' }>['code'] {
  if (error instanceof LlmCallError) return error.code;
  return error instanceof TapeMissError ? 'tape_miss' : 'other';
}

type Note = Extract<FromProgram, { type: 'note' }>;

const README = 'see harness/episode/any_language/README.md';

/** Throws; the episode then ends as `planner_failed`. */
function readMessage(line: string, number: number): FromProgram {
  const place = `the program wrote ${quoted(line, { charactersMax: EXCERPT_MAX })} (line ${number} of its output)`;
  if (firstTooDeep(line) !== null) throw new Error(`${place}, which has more than ${NESTING_MAX} levels of nesting`);
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (cause) {
    throw new Error(`${place}, which is no JSON; standard output is for messages, standard error for all else`, {
      cause,
    });
  }
  const parsed = fromProgramSchema.safeParse(json);
  // The trace keeps a note verbatim.
  if (parsed.success) return parsed.data.type === 'note' ? (json as Note) : parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${place}: field "${issue?.path.join('.')}": ${issue?.message}; ${README}`);
}
