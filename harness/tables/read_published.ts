/**
 * Reads the figures that a paper has published, which lie beside what is made of them.
 *
 * @module
 */
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { readCheckedJson } from '../../envs/checked_json.ts';
import { readText } from '../io/read_text.ts';

/** `module` is the URL of the module beside which `published.json` lies. */
export function readPublished<T>(schema: z.ZodType<T>, module: string): T {
  const path = fileURLToPath(new URL('published.json', module));
  return readCheckedJson(readText(path), schema, path).value;
}
