import { expect, test } from 'vitest';
import { recording } from '../testing/tape_fixture.ts';
import { answerReply } from './answer_reply.ts';

const { request } = recording('toast');

test('answerReply() counts the tokens of a hand-off here', async () => {
  expect(await answerReply(handOff(null), request)).toEqual({
    ok: true,
    reply: {
      text: 'find(bread)',
      finishReason: 'unknown',
      usage: { promptTokens: 8, completionTokens: 4 },
      latencyMs: null,
      model: 'gpt-4-0613',
    },
  });
});

test.each([
  [null, 'gpt-4-0613'],
  ['', 'gpt-4-0613'],
  ['gpt-4-0613', 'gpt-4-0613'],
  ['GPT-4-0613', 'GPT-4-0613'],
  ['gpt-4-0613-EU.2', 'gpt-4-0613-EU.2'],
  ['gpt-4-0613@today', 'gpt-4-0613@today'],
])('answerReply() takes a hand-off that names its model as %j for one of "%s"', async (named, model) => {
  expect(await answerReply(handOff(named), request)).toMatchObject({ ok: true, reply: { model } });
});

test.each(['gpt-2', 'gpt-4', 'gpt-4-06130', 'x-gpt-4-0613'])(
  'answerReply() refuses a hand-off of "%s"',
  async (named) => {
    const reason = `"${named}" answered what "gpt-4-0613" was asked`;
    expect(await answerReply(handOff(named), request)).toEqual({ ok: false, reason });
  },
);

function handOff(model: string | null) {
  const place = { path: 'answers.jsonl', line: 1 };
  return { ...place, kind: 'handed_off' as const, customId: 'x', text: 'find(bread)', finishReason: null, model };
}
