/**
 * A simulator's answer as a tape keeps it: JSON, as it came on the level of its protocol.
 *
 * A large one, such as the graph of a scene, is packed (Brotli, in base64): it is asked for after each action, and no reader would get
 * through it in a diff.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import { LINE_BYTES_MAX } from '../disk/read_lines.ts';
import { type Json, jsonSchema } from './simulator_request.ts';

const common = {
  /** Null where nobody measured it. */
  latencyMs: z.number().nonnegative().nullable(),
  /** Who answered: the protocol that it speaks. */
  model: z.string(),
};

const packedSchema = z.base64().refine((packed) => unpacked(packed) !== undefined, 'it cannot be unpacked');

export const simulatorReplySchema = z.union([
  z.strictObject({ answer: jsonSchema, ...common }),
  z.strictObject({ packed: packedSchema, ...common }),
]);

export type RecordedSimulatorReply = z.infer<typeof simulatorReplySchema>;

/** In UTF-16 code units of JSON. What is longer is packed. */
const READABLE_MAX = 4_096;
/** Of Brotli: beyond it, a graph takes ten times as long to pack, and becomes a tenth smaller. */
const QUALITY = 9;

export function simulatorReply(answer: Json, from: Pick<RecordedSimulatorReply, 'latencyMs' | 'model'>) {
  const text = JSON.stringify(answer);
  if (text.length <= READABLE_MAX) return { answer, ...from };
  const bytes = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  return { packed: bytes.toString('base64'), ...from };
}

/** What was answered. */
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
