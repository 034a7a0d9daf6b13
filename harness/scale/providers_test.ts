import { describe, expect, it, vi } from 'vitest';
import { chatRequest } from '../../cassettes/wire/wire.ts';
import { keyOf, providerGate, readServedProviders, servedProvider, tokensOf } from './providers.ts';
import type { Place } from './sweep_engine.ts';

describe('readServedProviders()', () => {
  it('reads name, URL and the optional key variable', () => {
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
    [['a=localhost:80'], /--provider a: "localhost:80" is not an http/],
    [['a=http://a', 'a=http://b'], /names "a" twice/],
    [['a=http://a,sk-secret'], /^((?!sk-secret).)*$/],
  ])('refuses %j', (texts, message) => {
    expect(() => readServedProviders(texts)).toThrow(message);
  });
});

it('servedProvider() lists the existing providers, and ignores properties of objects', () => {
  const served = readServedProviders(['openai=https://a/v1', 'own=http://b/v1']);
  expect(() => servedProvider(served, 'opnai')).toThrow(
    'No provider of this worker is called "opnai"; did you mean "openai"? Known: openai, own. Start a worker with --provider opnai=URL,KEYVARIABLE',
  );
  expect(() => servedProvider(served, 'constructor')).toThrow('known: openai, own');
});

it('keyOf() reads only the variable that the provider names', () => {
  const served = readServedProviders(['openai=https://a/v1,MY_KEY', 'own=http://b/v1']);
  expect([keyOf(served, 'openai', { MY_KEY: ' k1 ' }), keyOf(served, 'own', { MY_KEY: 'k1' })]).toEqual(['k1', '']);
  expect(() => keyOf(served, 'openai', { OTHER: 'k1' })).toThrow('set MY_KEY to the key of provider "openai"');
});

const request = (maxTokens = {}) =>
  chatRequest('gpt-4o', [{ role: 'user', content: 'Toast, please' }], { purpose: 'p', temperature: 0, ...maxTokens });
const NEVER = new AbortController().signal;

function gateOver(places: readonly (Place | { stopped: string })[], onSleep = (_: AbortController) => {}) {
  const left = [...places];
  const next = async () => left.shift() ?? { waitMs: 0, shiftMs: 0 };
  const [reserve, learn, sleep] = [vi.fn(next), vi.fn(async () => {}), vi.fn(async () => onSleep(stop))];
  const stop = new AbortController();
  const onError = (error: unknown) => {
    throw error;
  };
  const engine = { reserve, recheck: next, learn };
  const gate = providerGate({ provider: 'p', stop: stop.signal, engine, sleep, onError });
  return { gate, reserve, learn, sleep };
}

it('providerGate() lets a request pass at its place, which blocks of the provider shift', async () => {
  const blocked = [500, 0].map((waitMs) => ({ waitMs, shiftMs: 500 }));
  const { gate, sleep, reserve } = gateOver([{ waitMs: 100, shiftMs: 0 }, ...blocked]);
  await gate.pass(request(), NEVER);
  expect(sleep.mock.calls).toEqual([100, 500].map((ms) => [ms, expect.any(AbortSignal)]));
  expect(reserve.mock.calls).toEqual([['p', await tokensOf(request())]]);
});

it('providerGate() lets no request pass after the sweep or the worker stops', async () => {
  await expect(gateOver([{ stopped: 'no credit' }]).gate.pass(request(), NEVER)).rejects.toThrow('no credit');
  const { gate } = gateOver([{ waitMs: 100, shiftMs: 0 }], (stop) => stop.abort());
  await expect(gate.pass(request(), NEVER)).rejects.toThrow('interrupted');
});

it('providerGate() forwards limits from headers', () => {
  const { gate, learn } = gateOver([]);
  gate.onResponse({ status: 429, headers: new Headers({ 'retry-after': '3' }) });
  gate.onResponse({ status: 200, headers: new Headers() });
  expect(learn.mock.calls).toEqual([['p', { blockMs: 3_000 }, 0]]);
});

it('tokensOf() counts the prompt and the maximum length of the answer', async () => {
  const prompt = (await tokensOf(request({ maxTokens: 1_000 }))) - 1_000;
  expect(prompt).toBeGreaterThan(3);
  expect(await tokensOf(request())).toBe(prompt + 256);
});
