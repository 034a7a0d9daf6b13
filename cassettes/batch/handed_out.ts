/** The requests in a file that was handed out, by `custom_id`. */
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { readLines } from '../disk/read_lines.ts';

export type HandedOut = { readonly path: string; readonly line: number; readonly customId: string | null };

const lineSchema = z.object({ custom_id: z.string() });

/** Null stands for a line that is no request any more; empty lines are passed over. */
export async function* readHandedOut(path: string): AsyncGenerator<HandedOut> {
  for await (const { bytes, number } of readLines(createReadStream(path), { path })) {
    const text = bytes.toString();
    if (text.trim() !== '') yield { path, line: number, customId: customIdIn(text) };
  }
}

function customIdIn(text: string): string | null {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.custom_id : null;
  } catch {
    return null;
  }
}
