/** A reply for a person to read. */
import { answerOf, type RecordedSimulatorReply } from './simulator_reply.ts';
import type { RecordedReply } from './wire_reply.ts';

/** The text, and below it in which words the model refused, where it did; of a simulator, its answer as JSON. */
export function replyText(reply: RecordedReply | RecordedSimulatorReply): string {
  if (!('usage' in reply)) return JSON.stringify(answerOf(reply), null, 2);
  if ('vectors' in reply) return `${reply.vectors.length} vectors`;
  if (reply.refusal === undefined) return reply.text;
  return `${reply.text}${reply.text === '' ? '' : '\n'}(refused: ${reply.refusal})`;
}
