import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Message } from '../../cassettes/llm.ts';
import { refusingLlm, Transcript } from './planner_llm.ts';

test('refusingLlm() answers nothing, and says why', async () => {
  const llm = refusingLlm('mine');
  const said = 'Planner "mine" says `asksModel: false`, but asks one';
  await expect(llm.chat([{ role: 'user', content: '?' }], { purpose: 'ask', temperature: 0 })).rejects.toThrow(said);
  await expect(llm.embed(['?'], { purpose: 'ask' })).rejects.toThrow(said);
  await expect(llm.countTokens('?')).rejects.toThrow(said);
});

/** Counts characters. */
const newTranscript = () => new Transcript(async (text) => text.length);
const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

describe('Transcript.add()', () => {
  it('counts a message of a growing chat once, and each reply once', async () => {
    const transcript = newTranscript();
    const chat = [user('four')];
    expect(await transcript.add(chat, 'ab')).toBe(4 + 2);
    expect(await transcript.add([...chat, assistant('ab'), user('three')], 'abc')).toBe(5 + 3);
  });

  it('counts a second chat in full, but for what it shares with the first', async () => {
    const transcript = newTranscript();
    await transcript.add([user('same'), user('first')], 'yes');
    expect(await transcript.add([user('same'), user('other')], 'yes')).toBe(5 + 3);
  });

  it('tells roles apart', async () => {
    const transcript = newTranscript();
    await transcript.add([user('word')], 'yes');
    expect(await transcript.add([{ role: 'system', content: 'word' }], 'no')).toBe(4 + 2);
  });

  it('knows a reply that comes back shortened or with other line breaks', async () => {
    const transcript = newTranscript();
    await transcript.add([], 'one\r\ntwo');
    expect(await transcript.add([assistant('one\ntwo')], '')).toBe(0);
    expect(await transcript.add([assistant('one')], '')).toBe(0);
    expect(await transcript.add([assistant('two')], '')).toBe(3);
  });

  it('comes to the whole conversation, whatever is said', async () => {
    const words = fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string({ minLength: 1 })), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(words, async (turns) => {
        const transcript = newTranscript();
        let chat: readonly Message[] = [];
        let sum = 0;
        for (const [at, [asked, said]] of turns.entries()) {
          chat = [...chat, user(`${at}${asked}`)];
          sum += await transcript.add(chat, said);
          chat = [...chat, assistant(said)];
        }
        expect(sum).toBe(chat.reduce((all, { content }) => all + content.length, 0));
      }),
    );
  });
});
