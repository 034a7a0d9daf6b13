/** VirtualHome's layout. `kitchen/file1_1` ends as recorded, `file1_2` is refused, `file2_1` has a wrong recorded state. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const SAMPLE_DATASET = fileURLToPath(new URL('dataset', import.meta.url));
export const SAMPLE_NAMES = ['kitchen/file1_1', 'kitchen/file1_2', 'kitchen/file2_1'] as const;

export function sampleProgram(name: (typeof SAMPLE_NAMES)[number]) {
  const script = readFileSync(`${SAMPLE_DATASET}/executable_programs/${name}.txt`, 'utf8');
  const graphs = JSON.parse(readFileSync(`${SAMPLE_DATASET}/init_and_final_graphs/${name}.json`, 'utf8'));
  return { name: name as string, script, ...graphs };
}
