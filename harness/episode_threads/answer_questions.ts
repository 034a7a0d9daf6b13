/**
 * Answers what an episode in another thread asks: of the model through the tape, of Fast Downward by running it.
 *
 * @module
 */
import type { Cassette } from '../../cassettes/cassette/cassette.ts';
import type { AnsweredCall } from '../../cassettes/cassette/episode_llm.ts';
import type { Llm } from '../../cassettes/llm.ts';
import { fastDownward } from '../../planners/pddl/fast_downward/fast_downward.ts';
import { packError } from '../errors/carried_error.ts';
import type { TraceHeader } from '../trace/trace_schema.ts';
import type { Answer, Question } from './thread_messages.ts';

export type Sources = {
  /** Null where the thread reads the tape itself. */
  readonly cassette: Cassette | null;
  /** Path of an installed one. */
  readonly fastDownward: string | undefined;
  readonly signal: AbortSignal;
};

/** For one episode, whose calls are counted from here. What goes wrong is an answer, too. */
export function answerQuestions(
  { scene, task, trial, planner }: TraceHeader,
  { cassette, fastDownward: path, signal }: Sources,
): (question: Question) => Promise<Answer> {
  const calls: AnsweredCall[] = [];
  const onCall = (call: AnsweredCall) => void calls.push(call);
  const llm = cassette?.episode({ task: `${scene}/${task}`, trial, planner, onCall });

  async function resultOf(question: Question): Promise<unknown> {
    switch (question.ask) {
      case 'chat':
        return asked(llm).chat(question.messages, question.options);
      case 'embed':
        return asked(llm).embed(question.texts, { purpose: question.purpose });
      case 'fastDownward':
        if (path === undefined) throw new Error('Nobody said where Fast Downward is');
        return fastDownward(question.domain, question.problem, { path, signal });
    }
  }

  return async (question) => {
    try {
      const value = await resultOf(question);
      return { value, calls: calls.splice(0) };
    } catch (error) {
      return { error: packError(error), calls: calls.splice(0) };
    }
  };
}

function asked(llm: Llm | undefined): Llm {
  if (llm === undefined) throw new Error('A thread that reads the tape itself asks nobody');
  return llm;
}
