import { describe, expect, it } from 'vitest';
import { chatRequest } from '../wire/wire.ts';
import { episodeCalls } from './episode_llm.ts';
import type { Ask } from './replay.ts';

const request = (prompt: string) =>
  chatRequest('m', [{ role: 'user', content: prompt }], { purpose: '', temperature: 0 });

function calls(given = {}) {
  const asks: Ask[] = [];
  const call = episodeCalls({
    ...{ suite: 's', task: 'house/task', trial: 2, planner: 'p', ...given },
    async answer(ask) {
      asks.push(ask);
      return {} as Awaited<ReturnType<Parameters<typeof episodeCalls>[0]['answer']>>;
    },
  });
  return { call, asks };
}

describe('episodeCalls()', () => {
  it('counts each request of the episode by itself', () => {
    const { call, asks } = calls();
    const occurrences = ['a', 'b', 'a', 'a'].map((prompt) => call(request(prompt), 'plan').occurrence);
    expect(occurrences).toEqual([1, 1, 2, 3]);
    const address = { trial: 2, occurrence: 1 };
    expect(asks[0]).toMatchObject({ episode: 's/house/task/p/2', purpose: 'plan', address });
  });

  it('counts a call that is taken back as never made, once, and only the last', () => {
    const { call } = calls();
    const ask = () => call(request('a'), 'plan');
    ask().takeBack();
    const [first, second] = [ask(), ask()];
    first.takeBack();
    expect([first, second, ask()].map(({ occurrence }) => occurrence)).toEqual([1, 2, 3]);
    const fourth = ask();
    for (const _ of [1, 2]) fourth.takeBack();
    expect(ask().occurrence).toBe(4);
    fourth.takeBack();
    expect(ask().occurrence).toBe(5);
  });

  it('throws on what no tape could hold', () => {
    const message = 'Cannot send a request in episode "s/no task/p/2"';
    expect(() => calls({ task: 'no task' }).call(request('a'), 'plan')).toThrow(message);
  });
});
