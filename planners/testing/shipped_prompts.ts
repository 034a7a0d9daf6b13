/**
 * Test support: a planner's shipped prompt set, read from `planners/<planner>/prompts/<set>/`.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type PromptFile, type Prompts, promptSet } from '../prompts.ts';

type Prompted = { readonly name: string; readonly promptSlots: Readonly<Record<string, readonly string[]>> };

/** Throws a PromptError where the set does not fit the slots. */
export function shippedPrompts(planner: Prompted, set = 'paper'): Prompts {
  return promptSet(set, shippedPromptFiles(planner, set), planner.promptSlots);
}

/** The files of the set; none where the planner needs no prompts. */
export function shippedPromptFiles(planner: Prompted, set = 'paper'): PromptFile[] {
  return promptFilesIn(shippedFolder(planner, set));
}

export function shippedFolder({ name }: Pick<Prompted, 'name'>, set = 'paper'): string {
  return `${import.meta.dirname}/../${name}/prompts/${set}`;
}

/** Every `*.txt` of a folder, sorted; none where there is no such folder. */
export function promptFilesIn(folder: string): PromptFile[] {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names
    .filter((name) => name.endsWith('.txt'))
    .map((name) => {
      const path = `${folder}/${name}`;
      return { prompt: basename(name, '.txt'), path, text: readFileSync(path, 'utf8') };
    });
}
