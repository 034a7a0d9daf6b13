/** An unexpected answer ends the connection, since later ones could belong to other questions. */
import { connect, type Socket } from 'node:net';
import { greeting, messageFrames, readyCommand, ZmtpReader } from './zmtp.ts';

export type Patience = Readonly<{ timeoutMs: number; signal?: AbortSignal | undefined }>;

type Waiting = Readonly<{ resolve: (answer: Buffer) => void; reject: (problem: unknown) => void }>;

export class RequestSocket {
  readonly #socket: Socket;
  readonly #reader: ZmtpReader;
  #waiting: Waiting | null = null;
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

  /** One at a time. Rejects with a time-out, the signal's reason or the connection's error. */
  ask(message: Uint8Array, { timeoutMs, signal }: Patience): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#problem !== null) return void reject(this.#problem);
      const finish = (end: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#waiting = null;
        end();
      };
      const fail = (problem: unknown) => finish(() => reject(problem));
      const onAbort = () => fail(signal?.reason);
      const onTimeout = () => fail(new Error(`it did not answer within ${timeoutMs / 1000} s (--simulator-timeout-s)`));
      const timer = setTimeout(onTimeout, timeoutMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting = { resolve: (answer) => finish(() => resolve(answer)), reject: fail };
      this.#unsent = messageFrames(message);
      this.#send();
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  /** libzmq at times loses messages that come before it is ready. */
  #send(): void {
    if (this.#unsent === null || !this.#reader.isReady) return;
    this.#socket.write(this.#unsent);
    this.#unsent = null;
  }

  #receive(chunk: Buffer): void {
    try {
      const [answer, more] = this.#reader.read(chunk);
      const pongs = this.#reader.takePongs();
      if (pongs.length > 0) this.#socket.write(pongs);
      this.#send();
      if (answer === undefined) return;
      if (more !== undefined || this.#waiting === null || this.#reader.isMidMessage)
        throw new Error('it answered twice');
      if (answer.envelope.length > 0) throw new Error('its answer was for another client');
      this.#waiting.resolve(answer.body);
    } catch (problem) {
      this.#fail(problem);
    }
  }

  #fail(problem: unknown): void {
    this.#problem ??= problem;
    this.#socket.destroy();
    this.#waiting?.reject(problem);
  }
}
