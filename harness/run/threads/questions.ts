import type { Cassette } from '../../../cassettes/cassette/cassette.ts';
import type { AnsweredCall } from '../../../cassettes/cassette/episode_llm.ts';
import type { Recording } from '../../../cassettes/format/journal.ts';
import type { ChatOptions, Llm, Message } from '../../../cassettes/llm.ts';
import { tokenCounter } from '../../../cassettes/tokens/token_count.ts';
import type { TapeRecording } from '../../../cassettes/writing/open_for_writing.ts';
import type { FastDownwardResult } from '../../../planners/pddl/plan/fast_downward.ts';
import type { ProgramCommand, ProgramTalk } from '../../episode/any_language/program_planner.ts';
import type { ProgramProcess } from '../../episode/any_language/program_process.ts';
import type { TraceHeader } from '../../trace/trace_schema.ts';
import { type CarriedError, packError, unpackError } from './carried_error.ts';

export type Question =
  | Readonly<{ ask: 'chat'; messages: readonly Message[]; options: ChatOptions }>
  | Readonly<{ ask: 'embed'; texts: readonly string[]; purpose: string }>
  | Readonly<{ ask: 'fastDownward'; domain: string; problem: string }>
  | Readonly<{ ask: 'programTurn'; command: ProgramCommand; turn: Parameters<ProgramTalk['turn']> }>
  | Readonly<{ ask: 'programEnd'; last: string | undefined }>
  | Readonly<{ ask: 'keepAnswer'; recording: Recording }>;

export type Answer = { readonly calls: readonly AnsweredCall[] } & (
  | { readonly value: unknown }
  | { readonly error: CarriedError }
);

export function mainThreadClients(post: (message: Readonly<{ question: Question; id: number }>) => void) {
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;

  async function ask<T>(question: Question, onCall: (call: AnsweredCall) => void = () => {}): Promise<T> {
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    waiting.set(id, resolve);
    post({ question, id });
    const answer = await promise;
    for (const call of answer.calls) onCall(call);
    if ('error' in answer) throw unpackError(answer.error);
    return answer.value as T;
  }

  return {
    hear(id: number, answer: Answer): void {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
    llm: (model: string, onCall: (call: AnsweredCall) => void): Llm => ({
      chat: (messages, options) => ask({ ask: 'chat', messages, options }, onCall),
      embed: (texts, { purpose }) => ask({ ask: 'embed', texts, purpose }, onCall),
      countTokens: async (text) => (await tokenCounter(model))(text),
    }),
    fastDownward: (domain: string, problem: string) =>
      ask<FastDownwardResult>({ ask: 'fastDownward', domain, problem }),
    program: (command: ProgramCommand): ProgramTalk => ({
      turn: (...turn) => ask({ ask: 'programTurn', command, turn }),
      end: (last) => ask({ ask: 'programEnd', last }),
    }),
    keepAnswer: (recording: Recording) => ask<void>({ ask: 'keepAnswer', recording }),
  };
}

type Sources = Readonly<{
  cassette: Pick<Cassette, 'episode'> | null;
  recording: TapeRecording | null;
  fastDownward: string | undefined;
  program: (command: ProgramCommand) => ProgramProcess;
  signal: AbortSignal;
}>;

export function answerQuestions({ scene, task, trial, planner }: TraceHeader, sources: Sources) {
  const { cassette, recording, fastDownward: path, signal } = sources;
  const calls: AnsweredCall[] = [];
  const onCall = (call: AnsweredCall) => void calls.push(call);
  const llm = cassette?.episode({ task: `${scene}/${task}`, trial, planner, onCall });
  let program: ProgramProcess | null = null;

  async function resultOf(question: Question): Promise<unknown> {
    switch (question.ask) {
      case 'chat':
        return requireClient(llm).chat(question.messages, question.options);
      case 'embed':
        return requireClient(llm).embed(question.texts, { purpose: question.purpose });
      case 'fastDownward': {
        const { fastDownward } = await import('../../../planners/pddl/plan/fast_downward.ts');
        return fastDownward(question.domain, question.problem, { path: requireClient(path), signal });
      }
      case 'programTurn':
        program ??= sources.program(question.command);
        return program.turn(...question.turn);
      case 'programEnd':
        return program?.end(question.last);
      case 'keepAnswer':
        return requireClient(recording).journal.append([question.recording]);
    }
  }

  return {
    async answer(question: Question): Promise<Answer> {
      try {
        return { value: await resultOf(question), calls: calls.splice(0) };
      } catch (error) {
        return { error: packError(error), calls: calls.splice(0) };
      }
    },
    async close(): Promise<void> {
      program?.kill();
      await program?.end();
    },
  };
}

function requireClient<T>(source: T | null | undefined): T {
  if (source === null || source === undefined)
    throw new Error('A thread asked for a client that the run does not have');
  return source;
}
