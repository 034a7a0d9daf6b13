import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { TapeMissError } from '../../../cassettes/cassette/replay.ts';
import { LlmCallError } from '../../../cassettes/llm.ts';
import { firstTooDeep, NESTING_MAX } from '../../../envs/checked_json.ts';
import type { Observation } from '../../../envs/env.ts';
import { quoted } from '../../../envs/quoted.ts';
import type { Episode, Outcome, Planner, Start } from '../../../planners/planner.ts';
import { invalid, messageOf } from '../../io/errors/failure.ts';
import { given } from '../../io/own_value.ts';
import { BYTES_MAX, checkInputFile } from '../../io/read_text.ts';
import { type FromProgram, fromProgramSchema, PROTOCOL_VERSION, type ToProgram } from './protocol.ts';

/** Quotation marks join words; there is no shell. */
export type ProgramCommand = Readonly<{
  text: string;
  words: readonly [program: string, ...args: string[]];
  folder: string;
  /** File among the words → SHA-256. */
  digests: Readonly<Record<string, string>>;
}>;

const PREFIX = 'cmd:';
const SETTING = /^[A-Za-z_]\w{0,99}=\S*$/;
const WORD = /(?:[^\s"']|"[^"]*"|'[^']*')+/g;
const QUOTED = /"([^"]*)"|'([^']*)'/g;

export function namesProgram(text: string): boolean {
  return text.startsWith(PREFIX);
}

export function readProgramCommand(text: string, folder: string) {
  const parts = text.slice(PREFIX.length).split('+');
  let end = parts.length;
  while (end > 1 && SETTING.test(parts[end - 1] ?? '')) end -= 1;
  const command = parts.slice(0, end).join('+').trim();
  const cannot = `Cannot read planner ${JSON.stringify(text)}`;
  if (command.replaceAll(WORD, '').trim() !== '') throw invalid(`${cannot}: a closing quotation mark is missing`);
  if (/[\0-\x1f\x7f]/.test(command)) throw invalid(`${cannot}: it contains a control character`);
  const [program = '', ...args] = (command.match(WORD) ?? []).map((word) =>
    word.replaceAll(QUOTED, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
  if (program === '') throw invalid(`${cannot}: expected a program after "cmd:", such as "cmd:python3 mine.py"`);
  const words = [program, ...args] as const;
  const programCommand: ProgramCommand = { text: command, words, folder, digests: digestsOf(words, folder) };
  return { command: programCommand, settings: parts.slice(end) };
}

function digestsOf(words: readonly string[], folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.flatMap((word) => {
      const path = resolve(folder, word);
      if (!existsSync(path) || !statSync(path).isFile()) return [];
      checkInputFile(path, BYTES_MAX);
      return [[word, hash('sha256', readFileSync(path), 'hex')]];
    }),
  );
}

export type ProgramTalk = {
  /** Null at a clean exit. `same` continues the previous turn's time limit. */
  turn(line: string | null, limit: 'start' | 'decision' | 'same'): Promise<string | null>;
  /** Idempotent. */
  end(last?: string): Promise<void>;
};

const MESSAGES_MAX = 10_000;
const EXCERPT_MAX = 200;

type Options = Readonly<Record<string, unknown>>;

export function programPlanner(name: string, options: Options, talk: () => ProgramTalk): Planner<Observation, Options> {
  const schemas = Object.entries(options).map(
    ([key, value]) => [key, z.unknown().default(value).describe('Passed on to the program')] as const,
  );
  return {
    worlds: 'any',
    ...{ name: 'cmd', title: name, promptSlots: {}, privileged: () => false },
    summary: 'An external program, connected through standard input and output',
    options: z.strictObject(Object.fromEntries(schemas)),
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
    ...{ protocol: PROTOCOL_VERSION, instruction, observation, names: namesIn(start, observation) },
    ...{ actions: { verbs: { ...actions?.verbs } }, options },
    past: past.map(({ action: { verb, args }, ok }) => ({ action: { verb, args: [...args] }, ok })),
    ...{ memory, skills, seed },
  };
}

function namesIn({ actions }: Start<Observation>, observation: Observation) {
  return [...(actions?.namesIn(observation) ?? [])];
}

type Question = Extract<FromProgram, { type: 'ask' | 'embed' | 'count_tokens' }>;

async function answerOf({ llm }: Start<Observation>, question: Question): Promise<ToProgram> {
  switch (question.type) {
    case 'ask': {
      const { messages, purpose, temperature, maxTokens } = question;
      return { type: 'reply', ...(await llm.chat(messages, { purpose, temperature, ...given({ maxTokens }) })) };
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
  let [lines, messagesSinceDecision] = [0, 0];

  async function next(message: ToProgram | null, limit: Parameters<ProgramTalk['turn']>[1]) {
    messagesSinceDecision = limit === 'same' ? messagesSinceDecision + 1 : 0;
    if (messagesSinceDecision > MESSAGES_MAX)
      throw new Error(`the program sent ${MESSAGES_MAX} messages without a decision`);
    const line = await talk.turn(message === null ? null : JSON.stringify(message), limit).catch((error: unknown) => {
      // An exit after a failed call fails with that call's error.
      throw failure ?? error;
    });
    if (line === null) {
      if (failure !== null) throw failure;
      return null;
    }
    lines += 1;
    const answer = readMessage(line, lines);
    // The run reports the missing answer, not the stop.
    if (answer.type === 'stop' && failure?.code === 'api_error') throw failure;
    if (['act', 'sense', 'stop'].includes(answer.type)) failure = null;
    return answer;
  }

  /** Only a failed call leaves the program running. */
  async function reportFailure(error: unknown): Promise<ToProgram> {
    const otherCode = error instanceof TapeMissError ? 'tape_miss' : 'other';
    const code = error instanceof LlmCallError ? error.code : otherCode;
    const failed: ToProgram = { type: 'failed', code, message: messageOf(error) };
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
    afterAnswer: async (answer: Promise<ToProgram>) => next(await answer.catch(reportFailure), 'same'),
  };
}

const README = 'see harness/episode/any_language/README.md';

function readMessage(line: string, number: number): FromProgram {
  const place = `the program wrote ${quoted(line, { charactersMax: EXCERPT_MAX })} (line ${number} of its output)`;
  if (firstTooDeep(line) !== null) throw new Error(`${place}, which has more than ${NESTING_MAX} levels of nesting`);
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (cause) {
    throw new Error(`${place}, which is not JSON; write only messages to standard output`, { cause });
  }
  const parsed = fromProgramSchema.safeParse(json);
  // The trace keeps a note verbatim.
  if (parsed.success) return parsed.data.type === 'note' ? (json as FromProgram) : parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${place}: field "${issue?.path.join('.')}": ${issue?.message}; ${README}`);
}
