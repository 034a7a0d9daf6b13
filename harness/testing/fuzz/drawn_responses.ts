import fc from 'fast-check';
import { arbitraryBodies } from '../../../cassettes/testing/arbitrary_bodies.ts';
import { chatBody, type ScriptedResponse, type SeenRequest } from '../../../cassettes/testing/scripted_server.ts';
import { type WireRequest, wireRequestSchema } from '../../../cassettes/wire/wire.ts';
import { type RandomNumbers, randomNumbers } from '../../../envs/random_numbers.ts';
import { seedOf } from '../../io/digest.ts';
import { DAMAGE, pick } from './damage.ts';
import type { KnownReplies } from './known_replies.ts';

export type Temper = Readonly<{ damage: number; damageMax: number; flaw: number; failure: number }>;

/** Depends on the request and how often it came, not on other requests. */
export function drawnResponses(seed: number, temper: Temper, known: KnownReplies) {
  const asked = new Map<string, number>();
  return (_: number, { url, body }: SeenRequest): ScriptedResponse => {
    const text = JSON.stringify({ url, body });
    const count = asked.get(text) ?? 0;
    asked.set(text, count + 1);
    const drawSeed = seedOf(`${seed} ${count} ${text}`);
    const random = randomNumbers(drawSeed);
    const request = wireRequestSchema.parse({ url, body });
    if (random.uniform() < temper.failure) return failure(request, random, drawSeed);
    const isChat = request.url === '/v1/chat/completions';
    return { status: 200, body: isChat ? chatAnswer(request, { random, temper, known }) : embeddings(request, random) };
  };
}

type Drawing = Readonly<{ random: RandomNumbers; temper: Temper; known: KnownReplies }>;

function chatAnswer(request: WireRequest, { random, temper, known }: Drawing): string {
  if (random.uniform() < temper.flaw) return flawed(random);
  const fitting = known.to(request);
  let text = pick(fitting.length > 0 && random.below(8) > 0 ? fitting : known.all, random);
  if (random.uniform() >= temper.damage) return chatBody(text);
  const messages = 'messages' in request.body ? request.body.messages : [];
  const around = { random, prompt: messages.at(-1)?.content ?? '', other: pick(known.all, random) };
  const times = 1 + random.below(temper.damageMax);
  for (let time = 0; time < times && text.length < 3_000_000; time += 1) text = pick(DAMAGE, random)(text, around);
  return chatBody(text);
}

function flawed(random: RandomNumbers): string {
  const said = pick(['', ' ', '\n', 'Well, the', 'I cannot help with that.'], random);
  const refused = { content: null, refusal: 'I will not.' };
  const messages = [{ content: null }, { content: said }, refused, { content: said, refusal: said }];
  const message = pick<object>(messages, random);
  const finish_reason = pick(['stop', 'length', 'content_filter', 'tool_calls', null, '__proto__'], random);
  const usage = pick([null, { prompt_tokens: 2 ** 53, completion_tokens: -1 }, { prompt_tokens: 0 }, 7], random);
  return chatBody('', { choices: [{ message, finish_reason }], usage, model: pick(['', null, 'm\n"}'], random) });
}

function failure({ url }: WireRequest, random: RandomNumbers, seed: number): ScriptedResponse {
  const arbitrary = url === '/v1/chat/completions' ? arbitraryBodies.chat : arbitraryBodies.embedding;
  const body = fc.sample(arbitrary, { seed, numRuns: 1 })[0] ?? '';
  const error = (code: string) => JSON.stringify({ error: { message: `this time ${code}`, code } });
  const refusals = ['content_policy_violation', 'content_filter', 'context_length_exceeded'].map(error);
  const limited = { status: 429, body: '<html>', headers: { 'retry-after': '0' } };
  const answers = [{ status: 200, body }, { status: 200, body }, { status: 500, body: '{}' }, limited];
  return pick<ScriptedResponse>(
    [...answers, ...refusals.map((text) => ({ status: 400, body: text })), 'break'],
    random,
  );
}

function embeddings({ body }: WireRequest, random: RandomNumbers): string {
  const texts = 'input' in body ? body.input : [];
  const isOdd = random.below(4) === 0;
  const length = isOdd ? random.below(4) : 8;
  const number = () => (isOdd ? pick([0, -0, 1e308, -1e308, 5e-324, 1], random) : random.uniform() - 0.5);
  const vector = () => Array.from({ length: length + (isOdd ? random.below(2) : 0) }, number);
  const data = texts.map((_, index) => ({ index, embedding: vector() }));
  if (isOdd && random.below(2) === 0) data.reverse();
  if (isOdd && random.below(4) === 0) data.pop();
  return JSON.stringify({ model: 'e', data, usage: { prompt_tokens: 1 } });
}
