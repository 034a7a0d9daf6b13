/** Test support: a planner's shipped prompt set, read from `planners/<planner>/prompts/<set>/`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type PromptFile, type Prompts, promptSet } from '../prompts.ts';

type Prompted = { readonly name: string; readonly promptSlots: Readonly<Record<string, readonly string[]>> };

/** Throws a PromptError where the set does not fit the slots. */
export function shippedPrompts(planner: Prompted, set = 'paper'): Prompts {
  return promptSet(set, shippedPromptFiles(planner, set), planner.promptSlots);
}

/** The files of the set; none where the planner needs no prompts. */
export function shippedPromptFiles({ name }: Pick<Prompted, 'name'>, set = 'paper'): PromptFile[] {
  const folder = `${import.meta.dirname}/../${name}/prompts/${set}`;
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.map((file) => {
    const path = `${folder}/${file}`;
    return { prompt: basename(file, '.txt'), path, text: readFileSync(path, 'utf8') };
  });
}
