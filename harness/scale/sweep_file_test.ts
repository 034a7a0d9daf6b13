import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cassettes/testing/tape_fixture.ts';
import { PLACES } from '../io/places.ts';
import { budgetStopReason, costOf, readSweep, usdText } from './sweep_file.ts';

const path = join(temporaryFolder(afterAll), 'sweep.json');
const EXAMPLE = `${PLACES.examples}/sweep/sweep.json`;
const TEXT = readFileSync(EXAMPLE, 'utf8');

function problemOf(text: string): string {
  writeFileSync(path, text);
  try {
    readSweep(path);
    return '';
  } catch (error) {
    if (!(error instanceof Error) || !['JsonError', 'CommandFailure', 'ApiSettingError'].includes(error.name))
      throw error;
    return error.message;
  }
}

const changed = (find: string, replace: string) => {
  expect(TEXT).toContain(find);
  return TEXT.replace(find, replace);
};

describe('readSweep()', () => {
  it('reads the example, with its defaults', () => {
    const { models, providers, attempts } = readSweep(EXAMPLE);
    expect(models[0]).toMatchObject({ model: 'gpt-4o', priority: 1, embeddingPrice: 0 });
    expect(providers['own']).toEqual({ url: 'http://vllm:8000/v1', concurrency: 32, timeoutS: 120, retries: 5 });
    expect(attempts).toBe(3);
  });

  it.each([
    ['"provider": "own"', '"provider": "owm"', /line \d+, column \d+, field models\[1\]\.provider: .* mean "own"/],
    ['"qwen-2.5-7b"', '"gpt-4o"', /field models\[1\]\.model: expected a model that is not listed before/],
    [', "prices": { "prompt": 0, "completion": 0 }', '', /field models\[1\]: expected prices, which a budget requires/],
    ['"trials": 2', '"trials": 0', /field suites\[0\]\.trials/],
    ['"priority": 1', '"urgency": 1', /only the keys model, provider/],
    ['"requestsPerMinute": 500', '"requestsPerMinute": 0', /requestsPerMinute: expected more than 0/],
    ['https://api', 'ftp://api', /providers\.openai\.url.* is not an http\(s\) URL/],
    ['https://api', 'https://me:word@api', /contains a user name or a password/],
    ['"two_models"', '"../up"', /field name/],
  ])('says where it is wrong when %s is %s', (find, replace, message) => {
    expect(problemOf(changed(find, replace))).toMatch(message);
  });

  const KEYS = ['sk-abcdefghijklmnop1234', 'hf_abcdefghijklmnopqrstuvwxyz0123456789'];
  it.each(KEYS)('refuses a key without repeating it', (key) => {
    const message = problemOf(changed('OPENAI_API_KEY', key));
    expect(message).toMatch(/line \d+: it seems to contain an? .*\. Put the key in an environment/);
    expect(message).not.toContain(key);
  });

  it('reads a sweep or reports a problem, whatever the file contains', () => {
    const document = JSON.parse(TEXT) as Record<string, unknown>;
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...Object.values(document)));
    let read = 0;
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(document), 'other'), value, fc.boolean(), (key, other, isDeep) => {
        const copy = structuredClone(document) as Record<string, Record<string, unknown>>;
        if (isDeep && Array.isArray(copy[key]))
          copy[key][0] = { ...(copy[key][0] as object), trials: other, model: other };
        else (copy as Record<string, unknown>)[key] = other;
        const problem = problemOf(JSON.stringify(copy));
        if (problem === '') read += 1;
        else expect(problem).toMatch(/^(Cannot read "|"|No )/);
      }),
      { numRuns: 500 },
    );
    expect(read).toBeGreaterThan(0);
  });
});

const MODEL = { model: 'm', provider: 'p', priority: 0, prices: { prompt: 2.5, completion: 10 }, embeddingPrice: 0.02 };
const USAGE = { promptTokens: 1_000_000, completionTokens: 100_000 };

it('costOf() is tokens × price, in billionths of a dollar', () => {
  expect(costOf({ url: '/v1/chat/completions' }, USAGE, MODEL)).toEqual({ ...USAGE, nanoUsd: 3_500_000_000 });
  expect(costOf({ url: '/v1/embeddings' }, USAGE, MODEL).nanoUsd).toBe(20_000_000);
  const { prices: _, ...free } = MODEL;
  expect(costOf({ url: '/v1/chat/completions' }, USAGE, free).nanoUsd).toBe(0);
});

it('budgetStopReason() returns the reason from the last cent on', () => {
  expect(budgetStopReason({ budget: 2 }, 1_999_999_999)).toBeNull();
  expect(budgetStopReason({ budget: 2 }, 2_000_000_000)).toMatch(/^the budget of 2 USD is spent \(2\.00 USD\)/);
  expect(budgetStopReason({}, Number.MAX_SAFE_INTEGER)).toBeNull();
});

it('usdText() shows small sums, too', () => {
  expect([0, 1_234_567, 12_345_678_901].map(usdText)).toEqual(['0.00 USD', '0.0012 USD', '12.35 USD']);
});
