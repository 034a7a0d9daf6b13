import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Planner } from '../../planners/planner.ts';
import { type PromptFile, type Prompts, promptSet } from '../../planners/prompts.ts';
import { sha256 } from '../io/digest.ts';
import { invalid, suggestion } from '../io/errors/failure.ts';
import { namesIn, PLACES } from '../io/places.ts';
import { readText } from '../io/read_text.ts';

const DEFAULT_PROMPTS = 'paper';

export type PromptChoice = Readonly<{ prompts: Prompts; files: readonly PromptFile[]; digest: string }>;

export function promptSetNames(planner: string): string[] {
  const folder = `${PLACES.planners}/${planner}/prompts`;
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Throws a CommandFailure or a PromptError. */
export function choosePrompts(planner: Planner, setOrPath: string | undefined): PromptChoice {
  if (Object.keys(planner.promptSlots).length === 0) {
    return { prompts: promptSet('none', [], {}), files: [], digest: sha256('') };
  }
  const set = setOrPath ?? DEFAULT_PROMPTS;
  const shipped = promptSetNames(planner.name);
  const folder = shipped.includes(set) ? `${PLACES.planners}/${planner.name}/prompts/${set}` : resolve(set);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    const hint =
      shipped.length === 0
        ? `name one with --prompts ${planner.name}=FOLDER`
        : `${suggestion(set, shipped)}known: ${shipped.join(', ')}`;
    throw invalid(`There is no prompt set of planner "${planner.name}" and no folder called "${set}"; ${hint}`);
  }
  const files = namesIn(folder, '.txt').map((prompt) => {
    const path = `${folder}/${prompt}.txt`;
    return { prompt, path, text: readText(path) };
  });
  const prompts = promptSet(basename(folder), files, planner.promptSlots);
  return { prompts, files, digest: sha256(files.map(({ prompt, text }) => `${prompt}\n${text}`).join('\n')) };
}
