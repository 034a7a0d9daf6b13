import { describe, expect, it } from 'vitest';
import { keyOf, readServedProviders, servedProvider } from './served_providers.ts';

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
