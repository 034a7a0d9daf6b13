/** The published networks, which are under the GPL, so none of them is copied here. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../../../shared/foon/', import.meta.url);

/** Ten files of `foon_api` and `olp_llm`, if the folder exists. */
export const SAMPLES: readonly Readonly<{ name: string; text: string }>[] = ['foon_api', 'olp_llm'].flatMap((part) => {
  const folder = new URL(`${part}/`, FOLDER);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return names.sort().map((name) => ({ name: `${part}/${name}`, text: readFileSync(new URL(name, folder), 'utf8') }));
});

export const SAMPLES_MISSING = 'the published networks are not beside the repository, in shared/foon';
