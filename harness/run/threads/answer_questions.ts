/**
 * Answers what an episode in another thread asks: of the model through the tape, of Fast Downward by running it.
 *
 * @module
 */
import type { Cassette } from '../../../cassettes/cassette/cassette.ts';
import type { AnsweredCall } from '../../../cassettes/cassette/episode_llm.ts';
import type { SimulatorRecording } from '../../../cassettes/cassette/simulator_recording.ts';
import type { Llm } from '../../../cassettes/llm.ts';
import type { ProgramCommand } from '../../episode/any_language/program_command.ts';
import type { ProgramProcess } from '../../episode/any_language/program_process.ts';
import { packError } from '../../io/errors/carried_error.ts';
import type { TraceHeader } from '../../trace/trace_schema.ts';
import type { Answer, Question } from './thread_messages.ts';

export type Sources = {
  /** Null where the thread reads the tape itself. */
  readonly cassette: Pick<Cassette, 'episode'> | null;
  /** Where a simulator's answers go; null where they are not recorded. */
  readonly recording: SimulatorRecording | null;
  /** Path of an installed one. */
  readonly fastDownward: string | undefined;
  /** Of a planner that is a program; started by its first turn. */
  readonly program: (command: ProgramCommand) => ProgramProcess;
  readonly signal: AbortSignal;
};

export type Answers = {
  /** What goes wrong is an answer, too. */
  readonly answer: (question: Question) => Promise<Answer>;
  /** Ends what was started and has not ended. */
  readonly close: () => Promise<void>;
};

/** For one episode, whose calls are counted from here. */
export function answerQuestions(
  { scene, task, trial, planner }: TraceHeader,
  { cassette, recording, fastDownward: path, program: newProgram, signal }: Sources,
): Answers {
  const calls: AnsweredCall[] = [];
  const onCall = (call: AnsweredCall) => void calls.push(call);
  let program: ProgramProcess | null = null;
  const llm = cassette?.episode({ task: `${scene}/${task}`, trial, planner, onCall });

  async function resultOf(question: Question): Promise<unknown> {
    switch (question.ask) {
      case 'chat':
        return asked(llm).chat(question.messages, question.options);
      case 'embed':
        return asked(llm).embed(question.texts, { purpose: question.purpose });
      case 'fastDownward': {
        if (path === undefined) throw new Error('Nobody said where Fast Downward is');
        const { fastDownward } = await import('../../../planners/pddl/plan/fast_downward.ts');
        return fastDownward(question.domain, question.problem, { path, signal });
      }
      case 'programTurn':
        program ??= newProgram(question.command);
        return program.turn(...question.turn);
      case 'programEnd':
        return program?.end(question.last);
      case 'keepAnswer':
        if (recording === null) throw new Error('Nobody records what the simulator answers');
        return recording.keep(question.recording);
    }
  }

  async function answer(question: Question): Promise<Answer> {
    try {
      const value = await resultOf(question);
      return { value, calls: calls.splice(0) };
    } catch (error) {
      return { error: packError(error), calls: calls.splice(0) };
    }
  }

  async function close(): Promise<void> {
    program?.kill();
    await program?.end();
  }

  return { answer, close };
}

function asked(llm: Llm | undefined): Llm {
  if (llm === undefined) throw new Error('A thread that reads the tape itself asks nobody');
  return llm;
}
