/** Large answers, such as scene graphs, are packed (Brotli in base64): they recur after each action. */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import { LINE_BYTES_MAX } from '../disk/read_lines.ts';
import { type Json, jsonSchema } from './simulator_request.ts';

const common = {
  /** Null where not measured. */
  latencyMs: z.number().nonnegative().nullable(),
  model: z.string(),
};

const packedSchema = z.base64().refine((packed) => unpacked(packed) !== undefined, 'it cannot be unpacked');

export const simulatorReplySchema = z.union([
  z.strictObject({ answer: jsonSchema, ...common }),
  z.strictObject({ packed: packedSchema, ...common }),
]);

export type RecordedSimulatorReply = z.infer<typeof simulatorReplySchema>;

/** UTF-16 code units of JSON; longer answers are packed. */
const READABLE_MAX = 4_096;
/** For Brotli: higher quality takes ten times as long for a tenth less size. */
const QUALITY = 9;

export function simulatorReply(answer: Json, from: Pick<RecordedSimulatorReply, 'latencyMs' | 'model'>) {
  const text = JSON.stringify(answer);
  if (text.length <= READABLE_MAX) return { answer, ...from };
  const bytes = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  return { packed: bytes.toString('base64'), ...from };
}

export function answerOf(reply: RecordedSimulatorReply): Json {
  if ('answer' in reply) return reply.answer;
  const answer = unpacked(reply.packed);
  if (answer === undefined) throw new Error('A reply that was read can be unpacked');
  return answer;
}

function unpacked(packed: string): Json | undefined {
  try {
    const bytes = brotliDecompressSync(Buffer.from(packed, 'base64'), { maxOutputLength: LINE_BYTES_MAX });
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
