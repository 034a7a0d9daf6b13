import { describe, expect, it } from 'vitest';
import { chatRequest } from '../../cassettes/wire/wire.ts';
import { keyOf, providerGate, readServedProviders, servedProvider, tokensOf } from './providers.ts';
import type { ProviderNews } from './rate_limit.ts';
import type { Place, Stopped } from './sweep_engine.ts';

describe('readServedProviders()', () => {
  it('reads name, address and, where one is given, the variable of the key', () => {
    const served = readServedProviders(['openai=https://api.openai.com/v1,OPENAI_API_KEY', 'own=http://vllm:8000/v1']);
    expect(Object.fromEntries(served)).toEqual({
      openai: { url: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY' },
      own: { url: 'http://vllm:8000/v1', keyVariable: undefined },
    });
  });

  it.each([
    [['openai'], /expected NAME=URL,KEYVARIABLE/],
    [['=http://a'], /expected NAME=URL,KEYVARIABLE/],
    [['a=http://a,my key'], /expected NAME=URL,KEYVARIABLE/],
    [['a=http://a,KEY,B'], /expected NAME=URL,KEYVARIABLE/],
    [['a=localhost:80'], /--provider a: "localhost:80" is no http/],
    [['a=http://a', 'a=http://b'], /names "a" twice/],
  ])('refuses %j', (texts, message) => {
    expect(() => readServedProviders(texts)).toThrow(message);
  });

  it('repeats no key that was given in place of its variable', () => {
    expect(() => readServedProviders(['a=http://a,sk-secret'])).toThrow(/^((?!sk-secret).)*$/);
  });
});

it('servedProvider() lists the providers that there are, and means no property of objects', () => {
  const served = readServedProviders(['openai=https://a/v1', 'own=http://b/v1']);
  expect(() => servedProvider(served, 'opnai')).toThrow(
    'No provider of this worker is called "opnai"; did you mean "openai"? Known: openai, own. Start a worker with --provider opnai=URL,KEYVARIABLE',
  );
  expect(() => servedProvider(served, 'constructor')).toThrow('known: openai, own');
});

it('keyOf() reads the variable that the provider names, and no other', () => {
  const served = readServedProviders(['openai=https://a/v1,MY_KEY', 'own=http://b/v1']);
  expect([keyOf(served, 'openai', { MY_KEY: ' k1 ' }), keyOf(served, 'own', { MY_KEY: 'k1' })]).toEqual(['k1', '']);
  expect(() => keyOf(served, 'openai', { OTHER: 'k1' })).toThrow('set MY_KEY, the key of provider "openai"');
});

const REQUEST = chatRequest('gpt-4o', [{ role: 'user', content: 'Toast, please' }], { purpose: 'p', temperature: 0 });

/** A gate over an engine that plays a script, with what was reserved, slept and learnt. */
function gateOver(places: readonly (Place | Stopped)[], sleep: () => Promise<void> = async () => {}) {
  const left = [...places];
  const next = async () => left.shift() ?? { waitMs: 0, shiftMs: 0 };
  const [reserved, slept, learnt]: [number[], number[], ProviderNews[]] = [[], [], []];
  const stop = new AbortController();
  const gate = providerGate({
    provider: 'p',
    stop: stop.signal,
    engine: {
      reserve: async (_, tokens) => {
        reserved.push(tokens);
        return next();
      },
      recheck: next,
      learn: async (_, news) => void learnt.push(news),
    },
    sleep: async (ms) => {
      slept.push(ms);
      await sleep();
    },
    onError: (error) => {
      throw error;
    },
  });
  return { gate, reserved, slept, learnt, stop };
}

const NEVER = new AbortController().signal;

it('providerGate() lets pass when the place comes, moved as often as the provider blocks', async () => {
  const places = [
    { waitMs: 100, shiftMs: 0 },
    { waitMs: 500, shiftMs: 500 },
    { waitMs: 0, shiftMs: 500 },
  ];
  const { gate, slept, reserved } = gateOver(places);
  await gate.pass(REQUEST, NEVER);
  expect(slept).toEqual([100, 500]);
  expect(reserved).toEqual([await tokensOf(REQUEST)]);
});

it('providerGate() lets nobody pass once the sweep or the worker is stopped', async () => {
  await expect(gateOver([{ stopped: 'no credit' }]).gate.pass(REQUEST, NEVER)).rejects.toThrow('no credit');
  const ended: { stop?: AbortController } = {};
  const { gate, stop } = gateOver([{ waitMs: 100, shiftMs: 0 }], async () => ended.stop?.abort());
  ended.stop = stop;
  await expect(gate.pass(REQUEST, NEVER)).rejects.toThrow('interrupted');
});

it('providerGate() passes on what headers say', () => {
  const { gate, learnt } = gateOver([]);
  gate.onResponse({ status: 429, headers: new Headers({ 'retry-after': '3' }) });
  gate.onResponse({ status: 200, headers: new Headers() });
  expect(learnt).toEqual([{ blockedMs: 3_000 }]);
});

it('tokensOf() counts the prompt, and the answer as long as it may be', async () => {
  const bounded = chatRequest('gpt-4o', [{ role: 'user', content: 'Toast, please' }], {
    purpose: 'p',
    temperature: 0,
    maxTokens: 1_000,
  });
  const prompt = (await tokensOf(bounded)) - 1_000;
  expect(prompt).toBeGreaterThan(3);
  expect(await tokensOf(REQUEST)).toBe(prompt + 256);
});
