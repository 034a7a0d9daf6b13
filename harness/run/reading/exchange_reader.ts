import { LayeredTape } from '../../../cassettes/reading/layered_tape.ts';
import { replyText, type TapedRequest } from '../../../cassettes/wire/exchange.ts';
import type { Trace } from '../../trace/trace.ts';
import { inCassette } from '../tapes/tape_layers.ts';

export type Exchange = Readonly<{
  messages: readonly Readonly<{ role: string; content: string }>[];
  reply: string;
}>;

export class ExchangeReader {
  readonly #tapes = new Map<string, Promise<LayeredTape>>();
  #requests: Readonly<{ of: string; byKey: ReadonlyMap<string, TapedRequest> }> | null = null;

  static async once(trace: Trace, layers: readonly string[]): Promise<(Exchange | null)[]> {
    const reader = new ExchangeReader();
    return reader.read(trace, layers).finally(() => reader.close());
  }

  async read({ header, events }: Trace, layers: readonly string[]): Promise<(Exchange | null)[]> {
    const { suite, model, trial } = header;
    const calls = events.filter((event) => event.event === 'call');
    if (model === null || calls.length === 0) return [];
    const id = JSON.stringify([layers, suite, model]);
    const opened = this.#tapes.get(id) ?? LayeredTape.open({ ...inCassette(layers), suite, model });
    this.#tapes.set(id, opened);
    const tape = await opened;
    const task = `${header.scene}/${header.task}`;
    const requests = await this.#requestsOf(tape, task, id);
    const exchanges: (Exchange | null)[] = [];
    for (const { key, occurrence } of calls) {
      const entry = await tape.find({ task, trial, key, occurrence });
      const body = requests.get(key)?.body;
      const isComplete = entry !== null && body !== undefined;
      const messages = isComplete && 'messages' in body ? body.messages : [];
      exchanges.push(isComplete ? { messages, reply: replyText(entry.reply) } : null);
    }
    return exchanges;
  }

  async #requestsOf(tape: LayeredTape, task: string, id: string): Promise<ReadonlyMap<string, TapedRequest>> {
    const of = `${id} ${task}`;
    if (this.#requests?.of === of) return this.#requests.byKey;
    const byKey = new Map<string, TapedRequest>();
    for await (const { key, request } of tape.requests(task)) byKey.set(key, request);
    this.#requests = { of, byKey };
    return byKey;
  }

  async close(): Promise<void> {
    for (const opened of this.#tapes.values()) await opened.then((tape) => tape.close()).catch(() => {});
  }
}
