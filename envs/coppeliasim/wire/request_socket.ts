/** After an unexpected answer, later ones could belong to other requests. */
import { connect, type Socket } from 'node:net';
import { greeting, messageFrames, readyCommand, ZmtpReader } from './zmtp.ts';

export class RequestSocket {
  readonly #socket: Socket;
  readonly #reader: ZmtpReader;
  #pending: Pick<PromiseWithResolvers<Buffer>, 'resolve' | 'reject'> | null = null;
  #problem: unknown = null;
  #unsent: Buffer | null = null;

  constructor(address: Readonly<{ host: string; port: number }>, bytesMax: number) {
    this.#reader = new ZmtpReader('REP', bytesMax);
    this.#socket = connect(address.port, address.host);
    this.#socket.setNoDelay(true);
    this.#socket
      .on('data', (chunk: Buffer) => this.#receive(chunk))
      .on('error', (problem) => this.#fail(problem))
      .on('close', () => this.#fail(new Error('the connection was closed')));
    this.#socket.write(Buffer.concat([greeting(), readyCommand('REQ')]));
  }

  ask(
    message: Uint8Array,
    { timeoutMs, signal }: Readonly<{ timeoutMs: number; signal?: AbortSignal | undefined }>,
  ): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#problem !== null) return void reject(this.#problem);
      const finish = (end: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#pending = null;
        end();
      };
      const fail = (problem: unknown) => finish(() => reject(problem));
      const onAbort = () => fail(signal?.reason);
      const onTimeout = () => fail(new Error(`it did not answer within ${timeoutMs / 1000} s (--simulator-timeout-s)`));
      const timer = setTimeout(onTimeout, timeoutMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#pending = { resolve: (answer) => finish(() => resolve(answer)), reject: fail };
      this.#unsent = messageFrames(message);
      this.#send();
    });
  }

  close() {
    this.#socket.destroy();
  }

  /** Waits for READY: libzmq can lose earlier messages. */
  #send() {
    if (this.#unsent === null || !this.#reader.isReady) return;
    this.#socket.write(this.#unsent);
    this.#unsent = null;
  }

  #receive(chunk: Buffer) {
    try {
      const [answer, more] = this.#reader.read(chunk);
      const pongs = this.#reader.takePongs();
      if (pongs.length > 0) this.#socket.write(pongs);
      this.#send();
      if (answer === undefined) return;
      const isExtra = more !== undefined || this.#pending === null || this.#reader.isMidMessage;
      if (isExtra) throw new Error('it answered twice');
      if (answer.envelope.length > 0) throw new Error('its answer is for another client');
      this.#pending?.resolve(answer.body);
    } catch (problem) {
      this.#fail(problem);
    }
  }

  #fail(problem: unknown) {
    this.#problem ??= problem;
    this.#socket.destroy();
    this.#pending?.reject(problem);
  }
}
