import { z } from 'zod';
import type { ChatOptions, Message } from '../llm.ts';

const chatRequestSchema = z.strictObject({
  url: z.literal('/v1/chat/completions'),
  body: z.strictObject({
    model: z.string(),
    messages: z
      .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }).readonly())
      .readonly(),
    temperature: z.number().optional(),
    max_tokens: z.int().positive().optional(),
    max_completion_tokens: z.int().positive().optional(),
    top_p: z.number().optional(),
    frequency_penalty: z.number().optional(),
    presence_penalty: z.number().optional(),
    seed: z.int().optional(),
    stop: z.union([z.string(), z.array(z.string()).readonly()]).optional(),
    response_format: z.strictObject({ type: z.enum(['text', 'json_object']) }).optional(),
  }),
});

const embeddingsRequestSchema = z.strictObject({
  url: z.literal('/v1/embeddings'),
  body: z.strictObject({
    model: z.string(),
    input: z.array(z.string()).readonly(),
    // The SDK defaults to base64.
    encoding_format: z.literal('float'),
  }),
});

export const wireRequestSchema = z.discriminatedUnion('url', [chatRequestSchema, embeddingsRequestSchema]);

export type WireRequest = z.infer<typeof wireRequestSchema>;
export type ChatRequest = z.infer<typeof chatRequestSchema>;
export type EmbeddingsRequest = z.infer<typeof embeddingsRequestSchema>;

export const CHAT_PARAMETERS = chatRequestSchema.shape.body.omit({ model: true, messages: true }).keyof().options;

export function requestTexts(request: WireRequest): readonly string[] {
  if (request.url === '/v1/embeddings') return request.body.input;
  const { messages, stop = [] } = request.body;
  return [...messages.map(({ content }) => content), ...(typeof stop === 'string' ? [stop] : stop)];
}

export function chatRequest(
  model: string,
  messages: readonly Message[],
  { temperature, maxTokens }: ChatOptions,
): ChatRequest {
  return {
    url: '/v1/chat/completions',
    body: {
      model: model.toWellFormed(),
      messages: messages.map(({ role, content }) => ({ role, content: content.toWellFormed() })),
      temperature,
      ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    },
  };
}

export function embeddingsRequest(model: string, texts: readonly string[]): EmbeddingsRequest {
  const input = texts.map((text) => text.toWellFormed());
  return { url: '/v1/embeddings', body: { model: model.toWellFormed(), input, encoding_format: 'float' } };
}
