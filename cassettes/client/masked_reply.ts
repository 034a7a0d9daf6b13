/** A reply without the key of the API: a server that repeats what it was sent would put it onto a tape. */
import type { RecordedReply } from '../wire/wire_reply.ts';
import type { KeyMask } from './key_mask.ts';

export function maskedReply(reply: RecordedReply, { ofReply }: KeyMask): RecordedReply {
  const model = ofReply(reply.model);
  if ('vectors' in reply) return { ...reply, model };
  const { text, refusal, finishReason } = reply;
  const masked = { ...reply, text: ofReply(text), finishReason: ofReply(finishReason), model };
  return refusal === undefined ? masked : { ...masked, refusal: ofReply(refusal) };
}
