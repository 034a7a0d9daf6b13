/**
 * An episode's clients, of the model and of Fast Downward, where the main thread owns them: each call goes there as a message, and back.
 *
 * @module
 */
import type { AnsweredCall } from '../../../cassettes/cassette/episode_llm.ts';
import type { Recording } from '../../../cassettes/format/journal.ts';
import type { ChatReply, Llm } from '../../../cassettes/llm.ts';
import { modelFacts } from '../../../cassettes/tokens/models.ts';
import { tokenCounter } from '../../../cassettes/tokens/token_count.ts';
import type { FastDownwardResult } from '../../../planners/pddl/plan/fast_downward.ts';
import type { ProgramCommand } from '../../episode/any_language/program_command.ts';
import type { ProgramTalk } from '../../episode/any_language/program_planner.ts';
import { unpackError } from '../../io/errors/carried_error.ts';
import type { Answer, FromThread, Question } from './thread_messages.ts';

export class AskedClients {
  readonly #post: (message: FromThread) => void;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  constructor(post: (message: FromThread) => void) {
    this.#post = post;
  }

  /** To be called with every answer that comes. */
  hear(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  /** Tokens are counted here, for that asks nobody. */
  llm(model: string, onCall: (call: AnsweredCall) => void): Llm {
    return {
      chat: (messages, options) => this.#ask<ChatReply>({ ask: 'chat', messages, options }, onCall),
      embed: (texts, { purpose }) => this.#ask<number[][]>({ ask: 'embed', texts, purpose }, onCall),
      countTokens: async (text) => (await tokenCounter(modelFacts(model).tokenizer))(text),
    };
  }

  fastDownward(domain: string, problem: string): Promise<FastDownwardResult> {
    return this.#ask({ ask: 'fastDownward', domain, problem }, () => {});
  }

  /** The program is the main thread's, which ends it whatever becomes of this one. */
  program(command: ProgramCommand): ProgramTalk {
    return {
      turn: (...turn) => this.#ask({ ask: 'programTurn', command, turn }, () => {}),
      end: (last) => this.#ask({ ask: 'programEnd', last }, () => {}),
    };
  }

  /** Resolves when the recording is on the disk. */
  keepAnswer(recording: Recording): Promise<void> {
    return this.#ask({ ask: 'keepAnswer', recording }, () => {});
  }

  async #ask<T>(question: Question, onCall: (call: AnsweredCall) => void): Promise<T> {
    this.#asked += 1;
    const id = this.#asked;
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#post({ question, id });
    });
    for (const call of answer.calls) onCall(call);
    if ('error' in answer) throw unpackError(answer.error);
    return answer.value as T;
  }
}
