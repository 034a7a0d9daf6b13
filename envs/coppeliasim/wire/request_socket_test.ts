import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Reply } from 'zeromq';
import { HELLO, listening } from '../testing/loopback_server.ts';
import { RequestSocket } from './request_socket.ts';
import { greeting, messageFrames, readyCommand } from './zmtp.ts';

const PATIENCE = { timeoutMs: 5_000 };
const text = (words: string) => Buffer.from(words);
const framed = (words: string) => messageFrames(text(words));

function requestTo(port: number): RequestSocket {
  const request = new RequestSocket({ host: '127.0.0.1', port }, 1_000_000);
  onTestFinished(() => request.close());
  return request;
}

async function asking(say: (socket: Socket, time: number) => void): Promise<RequestSocket> {
  const { port } = await listening((socket) => {
    let times = 0;
    socket.write(HELLO);
    socket.on('data', (chunk) => chunk.includes('question') && say(socket, times++));
  });
  return requestTo(port);
}

describe('RequestSocket', () => {
  it('exchanges short and long messages with libzmq', async () => {
    const reply = new Reply({ linger: 0 });
    onTestFinished(() => reply.close());
    await reply.bind('tcp://127.0.0.1:0');
    const request = requestTo(Number(new URL(reply.lastEndpoint!).port));
    for (const length of [0, 1, 255, 256, 100_000]) {
      const heard = request.ask(Buffer.alloc(length, 7), PATIENCE);
      expect(await reply.receive()).toEqual([Buffer.alloc(length, 7)]);
      await reply.send(Buffer.alloc(length, 8));
      expect(await heard).toEqual(Buffer.alloc(length, 8));
    }
  });

  it('waits until the peer is ready, because libzmq lost a third of the requests that came with the greeting', async () => {
    const { port } = await listening((socket) => {
      let heard = Buffer.alloc(0);
      const isGreeted = () => heard.length >= Buffer.concat([greeting(), readyCommand('REQ')]).length;
      socket.on('data', (chunk: Buffer) => {
        const isReady = isGreeted();
        heard = Buffer.concat([heard, chunk]);
        if (!isReady && isGreeted()) {
          expect(heard.includes('question')).toBe(false);
          socket.write(HELLO);
        } else if (heard.includes('question')) socket.write(framed('answer'));
      });
    });
    expect(await requestTo(port).ask(text('question'), PATIENCE)).toEqual(text('answer'));
  });

  it('answers heartbeats with their context (RFC 37)', async () => {
    const request = await asking((socket, time) => {
      if (time === 0) socket.write(text('\x04\x09\x04PING\x00\x64ab'));
      socket.once('data', (chunk: Buffer) => {
        socket.write(framed(chunk.equals(text('\x04\x07\x04PONGab')) ? 'pong' : chunk.toString('hex')));
      });
    });
    expect(await request.ask(text('question'), PATIENCE)).toEqual(text('pong'));
  });

  it.each([
    ['two answers at once', Buffer.concat([framed('a'), framed('b')]), 'it answered twice'],
    ['the beginning of a second one', Buffer.concat([framed('a'), Buffer.of(1)]), 'it answered twice'],
    ['one for somebody else', messageFrames(text('a'), [text('peer')]), 'for another client'],
    ['one without the empty frame', Buffer.from('000161', 'hex'), 'no empty frame'],
  ])('takes no answer where there are %s', async (_, bytes, problem) => {
    const request = await asking((socket) => void socket.write(bytes));
    await expect(request.ask(text('question'), PATIENCE)).rejects.toThrow(problem);
    await expect(request.ask(text('question'), PATIENCE)).rejects.toThrow(problem);
  });

  it('sends no more requests after an unexpected second answer', async () => {
    const more = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    const request = await asking((socket) => {
      socket.write(framed('a'));
      more.promise.then(() => socket.end(framed('b'), () => sent.resolve()));
    });
    expect(await request.ask(text('question'), PATIENCE)).toEqual(text('a'));
    more.resolve();
    await sent.promise;
    // What was sent on this machine has come; it is read when sockets are looked at again.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    await expect(request.ask(text('question'), { timeoutMs: 1000 })).rejects.toThrow('it answered twice');
  });
});
