import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greeting, type Message, messageFrames, readyCommand, ZmtpError, ZmtpReader } from './zmtp.ts';

const hello = () => Buffer.concat([greeting(), readyCommand('REQ')]);

function reader(bytesMax = 1000): ZmtpReader {
  const made = new ZmtpReader('REQ', bytesMax);
  made.read(hello());
  return made;
}

it('greeting() is the greeting of ZMTP 3.0 without security (RFC 23)', () => {
  expect(greeting().toString('latin1')).toBe(`\xff\0\0\0\0\0\0\0\x01\x7f\x03\0NULL${'\0'.repeat(48)}`);
});

describe('ZmtpReader', () => {
  it('reads messages from chunks of any size', () => {
    const bodies = fc.array(fc.uint8Array({ minLength: 1, maxLength: 600 }), { maxLength: 4 });
    fc.assert(
      fc.property(bodies, fc.integer({ min: 1, max: 700 }), (messages, cut) => {
        const bytes = Buffer.concat([hello(), ...messages.map((body) => messageFrames(body))]);
        const one = new ZmtpReader('REQ', 1000);
        const read: Message[] = [];
        for (let at = 0; at < bytes.length; at += cut) read.push(...one.read(bytes.subarray(at, at + cut)));
        expect(read).toEqual(messages.map((body) => ({ envelope: [], body: Buffer.from(body) })));
        expect(one.isMidMessage).toBe(false);
      }),
    );
  });

  it.each([
    ['another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n'), 'does not speak ZMTP'],
    ['ZMTP 2', Buffer.from('ff00000000000000017f01', 'hex'), 'speaks ZMTP 1'],
    ['a socket of another type', Buffer.concat([greeting(), readyCommand('REP')]), 'type "REP"'],
    ['security', Buffer.from(hello().toString('latin1').replace('NULL\0', 'CURVE'), 'latin1'), '"CURVE"'],
    ['a message before READY', Buffer.concat([greeting(), messageFrames(Buffer.of(1))]), 'before its READY'],
  ])('refuses %s', (_, bytes, message) => {
    expect(() => new ZmtpReader('REQ', 1000).read(bytes)).toThrow(message);
  });

  it('refuses an announced message that is too long, in one frame or several, or has unknown flags', () => {
    expect(() => reader().read(Buffer.from('0200000000ffffffff', 'hex'))).toThrow(ZmtpError);
    const frame = Buffer.concat([Buffer.of(1, 255), Buffer.alloc(255)]);
    expect(() => reader().read(Buffer.concat([frame, frame, frame, frame]))).toThrow(
      'A message is longer than 1000 bytes',
    );
    expect(() => reader().read(Buffer.from('060000000000002000', 'hex'))).toThrow(
      'A command is longer than 4096 bytes',
    );
    expect(() => reader().read(Buffer.alloc(64, Buffer.of(1, 0)))).toThrow('frames');
    expect(() => reader().read(Buffer.of(0x80, 0))).toThrow('unknown flags');
  });

  it('separates the envelope from the body', () => {
    const body = Buffer.from('body');
    const envelope = [Buffer.from('first'), Buffer.alloc(300, 1)];
    expect(reader().read(messageFrames(body, envelope))).toEqual([{ envelope, body }]);
    expect(() => reader().read(Buffer.from('000161', 'hex'))).toThrow('no empty frame');
  });

  it('answers heartbeats (RFC 37) with at most 16 bytes of their context', () => {
    const one = reader();
    const ping = (context: string) => {
      const body = Buffer.from(`\x04PING\x00\x64${context}`);
      return Buffer.concat([Buffer.of(4, body.length), body]);
    };
    expect(one.read(Buffer.concat([ping(''), ping('0123456789abcdefg')]))).toEqual([]);
    expect(one.takePongs().toString('latin1')).toBe('\x04\x05\x04PONG\x04\x15\x04PONG0123456789abcdef');
    expect(one.takePongs()).toHaveLength(0);
  });
});
