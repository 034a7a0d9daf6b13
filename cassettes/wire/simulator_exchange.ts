import { hash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import { LINE_BYTES_MAX } from '../disk/read_lines.ts';

export type Json = z.core.util.JSONType;

/** Not `z.json()`, whose copy could lose a field called `__proto__`. */
const jsonSchema = z.custom<Json>((value) => value !== undefined, 'expected a value');

export const simulatorRequestSchema = z.strictObject({
  url: z.string().regex(/^[a-z][a-z0-9_-]*$/),
  body: z.strictObject({
    planner: z.string(),
    model: z.string().nullable(),
    /** `conversationDigest` of the conversation so far; null for the first message. */
    before: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    message: jsonSchema,
  }),
});

export type SimulatorRequest = z.infer<typeof simulatorRequestSchema>;

export function conversationDigest(key: string, answer: Json): string {
  return hash('sha256', JSON.stringify([key, hash('sha256', JSON.stringify(answer), 'hex')]), 'hex');
}

/** Canonical JSON allows no lone surrogates. */
export function wellFormed(message: Json): Json {
  return JSON.parse(JSON.stringify(message), (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
}

const common = { latencyMs: z.number().nonnegative().nullable(), model: z.string() };

const packedSchema = z.base64().refine(canBeUnpacked, 'it cannot be unpacked');

export const simulatorReplySchema = z.union([
  z.strictObject({ answer: jsonSchema, ...common }),
  z.strictObject({ packed: packedSchema, ...common }),
]);

export type RecordedSimulatorReply = z.infer<typeof simulatorReplySchema>;

/** UTF-16 code units. Longer answers become Brotli in base64. */
const READABLE_MAX = 4_096;
/** 10 would take ten times as long and save a tenth of the size. */
const QUALITY = 9;

export function simulatorReply(answer: Json, measured: Pick<RecordedSimulatorReply, 'latencyMs' | 'model'>) {
  const text = JSON.stringify(answer);
  if (text.length <= READABLE_MAX) return { answer, ...measured };
  const bytes = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  return { packed: bytes.toString('base64'), ...measured };
}

export function answerOf(reply: RecordedSimulatorReply): Json {
  return 'answer' in reply ? reply.answer : unpack(reply.packed);
}

function unpack(packed: string): Json {
  const bytes = brotliDecompressSync(Buffer.from(packed, 'base64'), { maxOutputLength: LINE_BYTES_MAX });
  return JSON.parse(bytes.toString());
}

function canBeUnpacked(packed: string) {
  try {
    unpack(packed);
    return true;
  } catch {
    return false;
  }
}
