import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import { answerOf, type SimulatorRequest, simulatorReplySchema, simulatorRequestSchema } from './simulator_exchange.ts';
import { requestTexts, type WireRequest, wireRequestSchema } from './wire.ts';
import { recordedReplySchema } from './wire_reply.ts';

export const tapedRequestSchema = z.union([wireRequestSchema, simulatorRequestSchema]);
export const tapedReplySchema = z.union([recordedReplySchema, simulatorReplySchema]);

export type TapedRequest = WireRequest | SimulatorRequest;
export type TapedReply = z.infer<typeof tapedReplySchema>;

export function isSimulatorRequest(request: TapedRequest): request is SimulatorRequest {
  return 'message' in request.body;
}

/** SHA-256 of canonical JSON (RFC 8785), in hex. */
export function requestKey(request: TapedRequest): string {
  return hash('sha256', canonicalize(request)!, 'hex');
}

export function tapedTexts(request: TapedRequest): readonly string[] {
  return isSimulatorRequest(request) ? [JSON.stringify(request.body.message)] : requestTexts(request);
}

export function replyText(reply: TapedReply): string {
  if (!('usage' in reply)) return JSON.stringify(answerOf(reply), null, 2);
  if ('vectors' in reply) return `${reply.vectors.length} vectors`;
  if (reply.refusal === undefined) return reply.text;
  return `${reply.text}${reply.text === '' ? '' : '\n'}(refused: ${reply.refusal})`;
}
