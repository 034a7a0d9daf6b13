/** ZMTP 3.0 (ZeroMQ RFC 23). Our own: Node's permission model forbids the addon zeromq, and Deno crashes on it. */

export class ZmtpError extends Error {
  override readonly name = 'ZmtpError';
}

export type SocketType = 'REQ' | 'REP';

const GREETING_BYTES = 64;
const MORE = 1;
const LONG = 2;
const COMMAND = 4;
const RESERVED = 0xf8;
const FRAMES_MAX = 16;
const COMMAND_BYTES_MAX = 4096;

export function greeting(): Buffer {
  const bytes = Buffer.alloc(GREETING_BYTES);
  bytes[0] = 0xff;
  bytes[8] = 1; // ZMTP 1.0 reads an identity of one byte
  bytes[9] = 0x7f;
  bytes[10] = 3;
  bytes.write('NULL', 12);
  return bytes;
}

export function readyCommand(socketType: SocketType): Buffer {
  const body = Buffer.concat([short('READY'), property('Socket-Type', socketType), property('Identity', '')]);
  return Buffer.concat([Buffer.of(COMMAND, body.length), body]);
}

export type Message = Readonly<{ envelope: readonly Buffer[]; body: Buffer }>;

export function messageFrames(body: Uint8Array, envelope: readonly Uint8Array[] = []): Buffer {
  return Buffer.concat([...envelope.map((part) => frame(MORE, part)), Buffer.of(MORE, 0), frame(0, body)]);
}

function frame(flags: number, body: Uint8Array): Buffer {
  if (body.length < 256) return Buffer.concat([Buffer.of(flags, body.length), body]);
  const head = Buffer.alloc(9);
  head[0] = flags | LONG;
  head.writeBigUInt64BE(BigInt(body.length), 1);
  return Buffer.concat([head, body]);
}

function short(text: string) {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text, 'latin1')]);
}

function property(name: string, value: string): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(value.length);
  return Buffer.concat([short(name), size, Buffer.from(value, 'latin1')]);
}

type Frame = Readonly<{ flags: number; body: Buffer }>;

export class ZmtpReader {
  readonly #peer: SocketType;
  readonly #bytesMax: number;
  #chunks: Buffer[] = [];
  #length = 0;
  #stage: 'greeting' | 'ready' | 'messages' = 'greeting';
  #parts: Buffer[] = [];
  #pongs: Buffer[] = [];

  constructor(peer: SocketType, bytesMax: number) {
    this.#peer = peer;
    this.#bytesMax = bytesMax;
  }

  get isReady(): boolean {
    return this.#stage === 'messages';
  }

  get isMidMessage(): boolean {
    return this.#length > 0 || this.#parts.length > 0;
  }

  takePongs(): Buffer {
    return Buffer.concat(this.#pongs.splice(0));
  }

  read(chunk: Buffer): Message[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const messages: Message[] = [];
    if (this.#stage === 'greeting' && !this.#readGreeting()) return messages;
    for (let frame = this.#frame(); frame !== null; frame = this.#frame()) {
      if ((frame.flags & COMMAND) !== 0) this.#command(frame.body);
      else if (this.#stage === 'ready') throw new ZmtpError('The peer sent a message before its READY command');
      else this.#part(frame, messages);
    }
    return messages;
  }

  #readGreeting(): boolean {
    const first = this.#peek(Math.min(this.#length, 11));
    if ((first.length > 0 && first[0] !== 0xff) || (first.length > 9 && first[9] !== 0x7f)) {
      throw new ZmtpError('The peer does not speak ZMTP');
    }
    if (first.length > 10 && first[10]! < 3) throw new ZmtpError(`The peer speaks ZMTP ${first[10]} instead of 3`);
    if (this.#length < GREETING_BYTES) return false;
    const mechanism = this.#take(GREETING_BYTES).toString('latin1', 12, 32).replaceAll('\0', '');
    if (mechanism !== 'NULL') throw new ZmtpError(`The peer asks for security mechanism ${JSON.stringify(mechanism)}`);
    this.#stage = 'ready';
    return true;
  }

  #command(body: Buffer) {
    const length = body[0] ?? 0;
    const name = body.toString('latin1', 1, 1 + length);
    if (name === 'ERROR') throw new ZmtpError(`The peer refuses: ${body.toString('latin1', 2 + length).slice(0, 200)}`);
    // the context follows a time to live of two bytes
    if (name === 'PING') this.#pongs.push(frame(COMMAND, Buffer.concat([short('PONG'), body.subarray(7, 7 + 16)])));
    if (name !== 'READY' || this.#stage !== 'ready') return;
    const type = propertyOf(body.subarray(1 + length), 'socket-type');
    if (type !== this.#peer && type !== { REQ: 'DEALER', REP: 'ROUTER' }[this.#peer])
      throw new ZmtpError(`The peer is a socket of type ${JSON.stringify(type)} instead of "${this.#peer}"`);
    this.#stage = 'messages';
  }

  #part({ flags, body }: Frame, messages: Message[]) {
    this.#parts.push(body);
    if (this.#parts.length > FRAMES_MAX) throw new ZmtpError(`A message has more than ${FRAMES_MAX} frames`);
    if ((flags & MORE) !== 0) return;
    const parts = this.#parts;
    this.#parts = [];
    const delimiter = parts.findIndex((part) => part.length === 0);
    if (delimiter === -1) throw new ZmtpError('A message has no empty frame before its body');
    messages.push({ envelope: parts.slice(0, delimiter), body: Buffer.concat(parts.slice(delimiter + 1)) });
  }

  #frame(): Frame | null {
    if (this.#length < 2) return null;
    const flags = this.#peek(1)[0]!;
    if ((flags & RESERVED) !== 0) throw new ZmtpError(`A frame has unknown flags 0x${flags.toString(16)}`);
    const headBytes = (flags & LONG) === 0 ? 2 : 9;
    if (this.#length < headBytes) return null;
    const head = this.#peek(headBytes);
    const size = headBytes === 2 ? head[1]! : Number(head.readBigUInt64BE(1));
    const isCommand = (flags & COMMAND) !== 0;
    const total = isCommand ? size : this.#parts.reduce((bytes, part) => bytes + part.length, size);
    const [noun, bytesMax] = isCommand ? ['command', COMMAND_BYTES_MAX] : ['message', this.#bytesMax];
    if (total > bytesMax) throw new ZmtpError(`A ${noun} is longer than ${bytesMax} bytes`);
    if (this.#length < headBytes + size) return null;
    this.#take(headBytes);
    return { flags, body: this.#take(size) };
  }

  #peek(count: number): Buffer {
    const first = this.#chunks[0] ?? Buffer.alloc(0);
    if (first.length >= count) return first.subarray(0, count);
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined.subarray(0, count);
  }

  #take(count: number): Buffer {
    const bytes = this.#peek(count);
    this.#length -= count;
    const rest = this.#chunks[0]?.subarray(count) ?? Buffer.alloc(0);
    if (rest.length > 0) this.#chunks[0] = rest;
    else this.#chunks.shift();
    return bytes;
  }
}

function propertyOf(properties: Buffer, name: string): string | null {
  let at = 0;
  while (at < properties.length) {
    const nameEnd = at + 1 + properties[at]!;
    if (nameEnd + 4 > properties.length) return null;
    const valueEnd = nameEnd + 4 + properties.readUInt32BE(nameEnd);
    if (properties.toString('latin1', at + 1, nameEnd).toLowerCase() === name) {
      return properties.toString('latin1', nameEnd + 4, Math.min(valueEnd, properties.length));
    }
    at = valueEnd;
  }
  return null;
}
