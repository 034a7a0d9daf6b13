import { hash } from 'node:crypto';
import { z } from 'zod';
import { chatContent, type RecordedChatReply, type RecordedReply } from '../wire/wire_reply.ts';
import type { GivenAnswer } from './answer_line.ts';

export function answerContent(answer: GivenAnswer): string {
  return digest(answer.kind === 'handed_off' ? said(answer) : contentOfBody(answer.body));
}

export function replyContent(reply: RecordedReply): string {
  return digest('text' in reply ? said(reply) : reply.vectors);
}

const messageSchema = z.object({ content: z.string().nullish(), refusal: z.string().nullish() });

const bodySchema = z.union([
  z.object({ choices: z.tuple([z.object({ message: messageSchema })], z.unknown()) }),
  z.object({ data: z.array(z.object({ embedding: z.array(z.number()) })) }),
]);

function contentOfBody(body: unknown): unknown {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return body;
  if ('data' in parsed.data) return parsed.data.data.map(({ embedding }) => embedding);
  return said(chatContent(parsed.data.choices[0].message));
}

function said({ text, refusal }: Pick<RecordedChatReply, 'text' | 'refusal'>): unknown {
  return refusal === undefined ? text : { text, refusal };
}

function digest(content: unknown): string {
  return hash('sha256', JSON.stringify(content) ?? '', 'hex');
}
