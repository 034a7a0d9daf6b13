import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Message } from '../../cassettes/llm.ts';
import { refusingLlm, Transcript } from './planner_llm.ts';

test('refusingLlm() answers nothing, and says why', async () => {
  const llm = refusingLlm('mine');
  const said = 'Planner "mine" declares `asksModel: false`, but calls a model';
  await expect(llm.chat([{ role: 'user', content: '?' }], { purpose: 'ask', temperature: 0 })).rejects.toThrow(said);
  await expect(llm.embed(['?'], { purpose: 'ask' })).rejects.toThrow(said);
  await expect(llm.countTokens('?')).rejects.toThrow(said);
});

const newTranscript = () => new Transcript(async (text) => text.length);
const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

describe('Transcript.add()', () => {
  const system: Message = { role: 'system', content: 'word' };
  it.each<[string, [chat: Message[], reply: string, tokens: number][]]>([
    [
      'counts a message of a growing chat once, and each reply once',
      [
        [[user('four')], 'ab', 4 + 2],
        [[user('four'), assistant('ab'), user('three')], 'abc', 5 + 3],
      ],
    ],
    [
      'counts a second chat in full, but for what it shares with the first',
      [
        [[user('same'), user('first')], 'yes', 9 + 3],
        [[user('same'), user('other')], 'yes', 5 + 3],
      ],
    ],
    [
      'tells roles apart',
      [
        [[user('word')], 'yes', 4 + 3],
        [[system], 'no', 4 + 2],
      ],
    ],
    [
      'knows a reply that comes back shortened or with other line breaks',
      [
        [[], 'one\r\ntwo', 8],
        [[assistant('one\ntwo')], '', 0],
        [[assistant('one')], '', 0],
        [[assistant('two')], '', 3],
      ],
    ],
  ])('%s', async (_, chats) => {
    const transcript = newTranscript();
    for (const [chat, reply, tokens] of chats) expect(await transcript.add(chat, reply)).toBe(tokens);
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
