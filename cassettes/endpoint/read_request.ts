import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type WireRequest, wireRequestSchema } from '../wire/wire.ts';
import { EndpointError } from './bounded_server.ts';

const WITHOUT_EFFECT = new Set([
  ...['stream', 'stream_options', 'user', 'store', 'metadata', 'service_tier'],
  ...['safety_identifier', 'prompt_cache_key', 'parallel_tool_calls'],
]);

const DEFAULTS = new Map<string, unknown>(
  Object.entries({
    n: 1,
    logprobs: false,
    tools: [],
    functions: [],
    tool_choice: 'none',
    logit_bias: {},
    modalities: ['text'],
  }),
);

const deliverySchema = z.object({
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  encoding_format: z.enum(['float', 'base64']).nullish(),
});

/** `model` overrides the request's. */
export function readRequest(url: WireRequest['url'], text: string, model: string | undefined) {
  const given = parseObject(text);
  const delivery = deliverySchema.safeParse(given);
  if (!delivery.success) throw refusal(delivery.error);
  const { stream, stream_options, encoding_format } = delivery.data;
  const kept = Object.entries(given).filter(
    ([key, value]) => value !== null && !WITHOUT_EFFECT.has(key) && !isDeepStrictEqual(value, DEFAULTS.get(key)),
  );
  const body: Body = Object.fromEntries(kept.map(([key, value]) => [key, toWellFormed(value)]));
  const shaped = url === '/v1/embeddings' ? embeddingsBody(body) : chatBody(body);
  const parsed = wireRequestSchema.safeParse({ url, body: model === undefined ? shaped : { ...shaped, model } });
  if (!parsed.success) throw refusal(parsed.error);
  return {
    request: parsed.data,
    stream: stream ?? false,
    includesUsage: stream_options?.include_usage ?? false,
    encoding: encoding_format ?? 'float',
  };
}

type Body = Readonly<Record<string, unknown>>;

function parseObject(text: string): Body {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new EndpointError(400, 'invalid_json', `The body is not JSON: ${why.slice(0, 200)}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body;
  throw new EndpointError(400, 'invalid_json', 'The body is not a JSON object');
}

function toWellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

function embeddingsBody({ encoding_format: _, input, ...body }: Body): Body {
  const texts = typeof input === 'string' ? [input] : input;
  return { ...body, input: Array.isArray(texts) ? texts.map(toWellFormed) : texts, encoding_format: 'float' };
}

function chatBody({ messages, ...body }: Body): Body {
  return { ...body, messages: Array.isArray(messages) ? messages.map(plainMessage) : messages };
}

function plainMessage(message: unknown): unknown {
  if (typeof message !== 'object' || message === null || !('content' in message)) return message;
  const { content } = message;
  const part: unknown = Array.isArray(content) && content.length === 1 ? content[0] : null;
  const isText = typeof part === 'object' && part !== null && 'type' in part && part.type === 'text' && 'text' in part;
  return { ...message, content: toWellFormed(isText ? part.text : content) };
}

function refusal({ issues: [issue] }: z.ZodError) {
  const path = (issue?.path ?? []).filter((key) => key !== 'body');
  if (issue?.code === 'unrecognized_keys') {
    const name = [...path, issue.keys[0]].join('.');
    return new EndpointError(400, 'unsupported_parameter', `"${name}" is not supported; omit it`, name);
  }
  const name = path.join('.');
  return new EndpointError(400, 'invalid_parameter', `"${name}": ${issue?.message ?? 'cannot be read'}`, name);
}
