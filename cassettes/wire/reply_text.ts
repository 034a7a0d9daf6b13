/**
 * A reply for a person to read.
 *
 * @module
 */
import type { RecordedReply } from './wire_reply.ts';

/** The text, and below it in which words the model refused, where it did. */
export function replyText(reply: RecordedReply): string {
  if ('vectors' in reply) return `${reply.vectors.length} vectors`;
  if (reply.refusal === undefined) return reply.text;
  return `${reply.text}${reply.text === '' ? '' : '\n'}(refused: ${reply.refusal})`;
}
