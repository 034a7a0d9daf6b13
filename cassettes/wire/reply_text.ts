import { answerOf, type RecordedSimulatorReply } from './simulator_exchange.ts';
import type { RecordedReply } from './wire_reply.ts';

export function replyText(reply: RecordedReply | RecordedSimulatorReply): string {
  if (!('usage' in reply)) return JSON.stringify(answerOf(reply), null, 2);
  if ('vectors' in reply) return `${reply.vectors.length} vectors`;
  if (reply.refusal === undefined) return reply.text;
  return `${reply.text}${reply.text === '' ? '' : '\n'}(refused: ${reply.refusal})`;
}
