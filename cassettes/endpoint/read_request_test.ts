import { describe, expect, it } from 'vitest';
import { requestKey } from '../wire/exchange.ts';
import { chatRequest, embeddingsRequest } from '../wire/wire.ts';
import { readRequest } from './read_request.ts';

const ASK = { model: 'm', temperature: 0, messages: [{ role: 'user', content: 'toast' }] };

const read = (body: unknown, model?: string) =>
  readRequest('/v1/chat/completions', typeof body === 'string' ? body : JSON.stringify(body), model);

describe('readRequest()', () => {
  it('gives the key that a planner of this project would have', () => {
    const own = chatRequest('m', [{ role: 'user', content: 'toast' }], { purpose: '', temperature: 0, maxTokens: 5 });
    expect(requestKey(read({ ...ASK, max_tokens: 5 }).request)).toBe(requestKey(own));
    const body = JSON.stringify({ model: 'e', input: 'a', encoding_format: 'base64' });
    const request = embeddingsRequest('e', ['a']);
    expect(readRequest('/v1/embeddings', body, undefined)).toMatchObject({ request, encoding: 'base64' });
  });

  it('takes nulls, defaults, and what does not change the answer for the same request, and makes strings well-formed', () => {
    const told = {
      ...{ n: 1, tools: [], logprobs: false, top_p: null, user: 'me', metadata: { a: [[[1]]] }, store: true },
      ...{ stream: true, stream_options: { include_usage: true } },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'toast' }] }],
    };
    expect(read({ ...ASK, ...told })).toEqual({ ...read(ASK), stream: true, includesUsage: true });
    const { body } = read({ ...ASK, messages: [{ role: 'user', content: 'a\ud800' }] }).request;
    expect(body).toMatchObject({ messages: [{ content: 'a\ufffd' }] });
  });

  it('keeps what changes the answer, and puts another model in the place of the one that is named', () => {
    const response_format = { type: 'json_object' };
    const told = { top_p: 0.5, seed: 1, stop: ['\n'], max_completion_tokens: 9, response_format };
    expect(read({ ...ASK, ...told }, 'claude').request.body).toEqual({ ...ASK, ...told, model: 'claude' });
  });

  it.each([
    ['{', 'invalid_json', 'The body is not JSON'],
    ['', 'invalid_json', 'The body is not JSON'],
    ['[]', 'invalid_json', 'not a JSON object'],
    ['['.repeat(2 ** 20), 'invalid_json', 'The body is not JSON'],
    [{ ...ASK, tools: [{ type: 'function' }] }, 'unsupported_parameter', '"tools" is not supported'],
    [{ ...ASK, n: 2 }, 'unsupported_parameter', '"n" is not supported'],
    [{ ...ASK, constructor: 1 }, 'unsupported_parameter', '"constructor" is not supported'],
    [{ ...ASK, messages: [{ role: 'user', content: '', name: 'x' }] }, 'unsupported_parameter', '"messages.0.name"'],
    [{ ...ASK, messages: 'hi' }, 'invalid_parameter', '"messages"'],
    [{ ...ASK, messages: [{ role: 'tool', content: '' }] }, 'invalid_parameter', '"messages.0.role"'],
    [
      { ...ASK, messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
      'invalid_parameter',
      '"messages.0.content"',
    ],
    [{ ...ASK, stream: 'yes' }, 'invalid_parameter', '"stream"'],
    [{ ...ASK, model: undefined }, 'invalid_parameter', '"model"'],
  ])('refuses a body that no tape could answer: %#', (body, code, message) => {
    const problem = { name: 'EndpointError', status: 400, code, message: expect.stringContaining(message) };
    expect(() => read(body)).toThrow(expect.objectContaining(problem));
  });
});
