/**
 * After `Communication.cs` of VirtualHome's Unity project and `comm_unity.py`, its Python client.
 * Structured values travel as JSON strings in `stringParams` and `message`.
 */
import { z } from 'zod';

const text = z.union([z.string(), z.number().transform(String)]);

export const wireRequestSchema = z.object({
  id: text.nullish().transform((id) => id ?? ''),
  action: z.string().nullish(),
  intParams: z.array(z.int()).nullish(),
  stringParams: z.array(text).nullish(),
});

export const wireReplySchema = z.object({
  id: z.string(),
  success: z.boolean(),
  message: z.string().nullable(),
  value: z.number(),
  message_list: z.array(z.string()).nullable(),
});

/** Undefined where the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type WireReply = z.infer<typeof wireReplySchema>;

export function wireReply(id: string, said: Partial<Omit<WireReply, 'id'>> = {}): WireReply {
  return { id, success: false, message: null, value: 0, message_list: null, ...said };
}
