/** What an answer says, to tell whether two answers say the same. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { chatContent, type RecordedChatReply, type RecordedReply } from '../wire/wire_reply.ts';
import type { AnswerLine } from './answer_line.ts';

/** A digest of the text or the vectors in a line. */
export function answerContent(answer: Extract<AnswerLine, { readonly kind: 'response' | 'handed_off' }>): string {
  return digest(answer.kind === 'handed_off' ? said(answer) : contentOfBody(answer.body));
}

/** The same of a reply on a tape. */
export function replyContent(reply: RecordedReply): string {
  return digest('text' in reply ? said(reply) : reply.vectors);
}

const messageSchema = z.object({ content: z.string().nullish(), refusal: z.string().nullish() });

const bodySchema = z.union([
  z.object({ choices: z.tuple([z.object({ message: messageSchema })], z.unknown()) }),
  z.object({ data: z.array(z.object({ embedding: z.array(z.number()) })) }),
]);

/** Whether or not the body says it well; that is for whoever takes it. */
function contentOfBody(body: unknown): unknown {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return body;
  if ('data' in parsed.data) return parsed.data.data.map(({ embedding }) => embedding);
  return said(chatContent(parsed.data.choices[0].message));
}

/** A refusal says something else than an empty answer. */
function said({ text, refusal }: Pick<RecordedChatReply, 'text' | 'refusal'>): unknown {
  return refusal === undefined ? text : { text, refusal };
}

function digest(content: unknown): string {
  return hash('sha256', JSON.stringify(content) ?? '', 'hex');
}
