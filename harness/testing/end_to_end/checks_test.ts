import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { scratchFolder } from '../scratch_folder.ts';

const { folder } = scratchFolder();
const CHECKED = ['harness', 'planners', 'envs', 'cassettes'];
const WRONG = "export const steps  : number = 'three'";

for (const file of ['biome.json', 'tsconfig.json', '.gitignore', 'package.json', 'vitest.config.ts']) {
  cpSync(join(PLACES.root, file), join(folder, file));
}
symlinkSync(join(PLACES.root, 'node_modules'), join(folder, 'node_modules'), 'dir');
for (const area of CHECKED) {
  mkdirSync(join(folder, area));
  writeFileSync(join(folder, area, 'fine.ts'), 'export const STEPS = 3;\n');
}
mkdirSync(join(folder, 'harness/testing'));
for (const file of ['harness/testing/stray_update.ts', 'harness/testing/test_kinds.ts'])
  cpSync(join(PLACES.root, file), join(folder, file));
for (const made of ['drawings', 'my_prompts', 'my_planner', 'results/tables', 'my_chunks/001'])
  mkdirSync(join(folder, made), { recursive: true });
for (const file of ['mine.mts', 'my_planner/mine.mts', 'results/tables/mine.mts'])
  writeFileSync(join(folder, file), WRONG);
for (const file of ['my_house.json', 'my_suite.json', 'requests.jsonl', 'drawings/a.json', 'results/tables/a.json']) {
  writeFileSync(join(folder, file), '{"a" :1}');
}

const CHECKS = { 'biome ci': ['biome', 'ci', '.'], tsc: ['tsc'] } as const;

test.for(Object.entries(CHECKS))('%s ignores what pages have their reader make, and nothing else', ([, words]) => {
  const [program, ...argv] = words;
  const check = () => {
    const { status, stdout } = spawnSync(join(folder, 'node_modules/.bin', program), argv, { cwd: folder });
    return { status, said: String(stdout) };
  };
  expect(check()).toMatchObject({ status: 0 });
  for (const area of CHECKED) {
    const wrong = join(folder, area, 'wrong.ts');
    writeFileSync(wrong, WRONG);
    expect(check().status, area).toBeGreaterThan(0);
    rmSync(wrong);
  }
});
