/** { "name": "two_blocks", "blocks": [{ "name": "K_block_1", "centre": [0.39, 0.11, 0.0275] }, …] } */
import { z } from 'zod';
import { readCheckedJson } from '../checked_json.ts';
import { nameSchema } from '../task_file.ts';
import { sceneProblem } from './check_scene.ts';
import type { Scene } from './table/scene.ts';

const metres = z.number({ error: 'a finite number of metres' });

export const sceneSchema = z.strictObject({
  name: nameSchema,
  setting: nameSchema.optional().describe('only tasks of this setting are set in it; without one, all'),
  seed: z.int().min(0).optional().describe('of which the scene was made, for those who made it'),
  blocks: z
    .array(
      z.strictObject({
        name: z.string().describe('such as A_block_1; its letter is what stands before the first _'),
        centre: z
          .tuple([metres, metres, metres], { error: 'three finite numbers: x, y and z in metres' })
          .describe('x, y and z in metres'),
      }),
    )
    .min(1)
    .max(1000),
});

/** `path` is for messages only. Throws a JsonError. */
export function readScene(text: string, path: string): Scene {
  const file = readCheckedJson(text, sceneSchema, path);
  const found = sceneProblem(file.value.blocks);
  if (found !== null) throw file.problem(found.at, `${found.expected} (${found.problem})`);
  return file.value;
}
