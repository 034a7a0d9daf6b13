import { z } from 'zod';
import { readBaseUrl } from '../../cassettes/client/openai_client.ts';
import { findSecret } from '../../cassettes/wire/secrets.ts';
import type { WireRequest } from '../../cassettes/wire/wire.ts';
import { readCheckedJson } from '../../envs/checked_json.ts';
import { invalid, unknownName } from '../io/errors/failure.ts';
import { ownValue } from '../io/own_value.ts';
import { readText } from '../io/read_text.ts';

/** Whole billionths of a US dollar add up exactly. */
export type Cost = Readonly<{ promptTokens: number; completionTokens: number; nanoUsd: number }>;

const FREE = { prompt: 0, completion: 0 };

export function costOf(
  { url }: Pick<WireRequest, 'url'>,
  usage: Omit<Cost, 'nanoUsd'>,
  { prices = FREE, embeddingPrice }: SweptModel,
): Cost {
  const { prompt, completion } = url === '/v1/embeddings' ? { ...FREE, prompt: embeddingPrice } : prices;
  const microUsd = usage.promptTokens * prompt + usage.completionTokens * completion;
  return { ...usage, nanoUsd: Math.round(1_000 * microUsd) };
}

export function budgetStopReason({ budget }: Pick<QueuedSweep, 'budget'>, nanoUsd: number): string | null {
  if (budget === undefined || nanoUsd < budget * 1e9) return null;
  return `the budget of ${budget} USD is spent (${usdText(nanoUsd)}); raise it in the sweep file and start the sweep again`;
}

export function usdText(nanoUsd: number): string {
  const usd = nanoUsd / 1e9;
  return `${usd >= 1 || usd === 0 ? usd.toFixed(2) : usd.toPrecision(2)} USD`;
}

const NAME = /^[a-z0-9_][a-z0-9_.-]{0,99}$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
const names = z.array(z.string()).min(1);
const perMinute = z.number().positive().max(1e9);
const price = z.number().nonnegative().max(1e6);

const sweptSuiteSchema = z.strictObject({
  suite: z.string().describe('name or path of the suite'),
  planners: names.optional().describe('planners, as in `run --planner`; default: the planners of the suite'),
  prompts: z
    .array(z.record(z.string(), z.string()))
    .min(1)
    .default([{}])
    .describe(
      'objects that map planners to prompt sets or folders; planners play once per object, and `{}` keeps their own prompts',
    ),
  scenes: names.optional(),
  tasks: names.optional(),
  trials: z.int().min(1).max(1_000).optional(),
  envOptions: z.array(z.string()).optional().describe('options in the form KEY=VALUE, as in `run --env-option`'),
  callsMax: z.int().min(1).optional().describe('maximum number of model calls in one episode'),
});

const sweptModelSchema = z.strictObject({
  model: z.string().min(1).max(200).describe('name of the model in requests, and of its tape'),
  provider: z.string().describe('name of an entry in `providers`'),
  priority: z.int().min(0).max(1_000).default(0).describe('cells with a higher priority are played first'),
  prices: z
    .strictObject({ prompt: price, completion: price })
    .optional()
    .describe('US dollars per million tokens; required with a budget'),
  embeddingModel: z.string().min(1).optional().describe('the model for embeddings'),
  embeddingPrice: price.default(0).describe('US dollars per million embedded tokens'),
});

const limitsSchema = z.strictObject({
  requestsPerMinute: perMinute.optional().describe('maximum over all workers; default: the limit in response headers'),
  tokensPerMinute: perMinute.optional().describe('the same for prompt and completion tokens'),
  concurrency: z.int().min(1).max(10_000).default(64).describe('maximum number of concurrent requests per worker'),
  timeoutS: z.number().positive().max(86_400).default(120).describe('maximum duration of a request in seconds'),
  retries: z.int().min(0).max(100).default(5).describe('maximum number of retries of a request per attempt'),
});

const providerSchema = z.strictObject({
  url: z.string().describe('base URL of an OpenAI-compatible API'),
  keyVariable: z
    .string()
    .regex(VARIABLE)
    .optional()
    .describe(
      'environment variable with the API key; its name must end in _KEY or _TOKEN, or be allowed with --allow-key-variable',
    ),
  ...limitsSchema.shape,
});

export const sweepSchema = z.strictObject({
  name: z.string().regex(NAME),
  suites: z.array(sweptSuiteSchema).min(1),
  models: z.array(sweptModelSchema).min(1).max(1_000),
  providers: z.record(z.string().regex(NAME), providerSchema),
  budget: z
    .number()
    .positive()
    .max(1e9)
    .optional()
    .describe('US dollars; once spent, the sweep sends no more requests'),
  attempts: z.int().min(1).max(100).default(3).describe('maximum number of attempts per cell'),
});

export const queuedSweepSchema = sweepSchema.extend({ providers: z.record(z.string().regex(NAME), limitsSchema) });

export type Sweep = z.infer<typeof sweepSchema>;
export type QueuedSweep = z.infer<typeof queuedSweepSchema>;
export type SweptSuite = Sweep['suites'][number];
export type SweptModel = Sweep['models'][number];

/** Security: a sweep file must not send other variables to its provider. */
const KEY_VARIABLE = /_(?:KEY|TOKEN)$/;

export function readSweep(path: string, keyVariables: readonly string[] = []): Sweep {
  const text = readText(path);
  refuseKeys(text, path);
  const { value: sweep, problem } = readCheckedJson(text, sweepSchema, path);
  const seen = new Set<string>();
  for (const [at, { model, provider, prices }] of sweep.models.entries()) {
    if (seen.size === seen.add(model).size) throw problem(['models', at, 'model'], 'a model that is not listed before');
    if (ownValue(sweep.providers, provider) === undefined) {
      const { message } = unknownName('provider of this sweep', provider, Object.keys(sweep.providers));
      throw problem(['models', at, 'provider'], message);
    }
    if (sweep.budget !== undefined && prices === undefined) {
      throw problem(['models', at], 'prices, which a budget requires');
    }
  }
  for (const [name, { url, keyVariable }] of Object.entries(sweep.providers)) {
    readBaseUrl(url, `"${path}", field providers.${name}.url`);
    if (keyVariable === undefined || KEY_VARIABLE.test(keyVariable) || keyVariables.includes(keyVariable)) continue;
    throw problem(
      ['providers', name, 'keyVariable'],
      `a name that ends in _KEY or _TOKEN (if ${keyVariable} contains a key, add --allow-key-variable ${keyVariable})`,
    );
  }
  return sweep;
}

/** See `providers.ts`. */
export function queuedSweep(sweep: Sweep | QueuedSweep): QueuedSweep {
  return { ...sweep, providers: z.record(z.string(), z.object(limitsSchema.shape)).parse(sweep.providers) };
}

function refuseKeys(text: string, path: string): void {
  for (const [at, line] of text.split('\n').entries()) {
    const request = { url: '/v1/embeddings', body: { model: '', input: [line], encoding_format: 'float' } } as const;
    const [credential] = /\ban? .*/.exec(findSecret(request) ?? '') ?? [];
    if (credential === undefined) continue;
    throw invalid(
      `Cannot read "${path}", line ${at + 1}: it seems to contain ${credential}. Put the key in an environment variable of the workers, and name the variable in \`keyVariable\``,
    );
  }
}
