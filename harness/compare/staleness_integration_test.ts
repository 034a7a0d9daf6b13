import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../io/digest.ts';
import { PLACES } from '../io/places.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-stale-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  await tapedeck('run', 'robot', '--planner', 'oracle', '--planner', 'llm_state', '--out', at('robot'));
});

async function warningsOf(baseline: string, run: string): Promise<readonly string[]> {
  const { out, said, exitCode } = await tapedeck('compare', baseline, run, '--json');
  expect(exitCode, said).toBe(0);
  return JSON.parse(out).warnings;
}

const HEAT_FOOD = 'robot_home\\/heat_food_and_bring_to_sofa';

/** Replaces text in a copy of the baseline, and perhaps in a copy of the run. */
const CHANGES: readonly (readonly [what: string, before: RegExp, warning: string, after?: string, isInRun?: true])[] = [
  [
    'the version',
    /"version": "[^"]+"/g,
    'different versions of Tapedeck made the baseline \\(0\\.0\\.1\\) and the candidate \\(\\d.*\\), which may cause differences',
    '"version": "0.0.1"',
  ],
  ['the model', /"model": "claude"/g, 'different models answered: "other" and "claude"', '"model": "other"'],
  [
    'the prompts',
    /(?<="llm_state": \{\s+"set": "paper",\s+"digest": ")\w{8}/g,
    'the prompts of "llm_state" have changed since the baseline was made: their digest was f00dcafe and is \\w{8} today',
  ],
  [
    'the scene',
    /(?<="robot_home": ?"|"scene": ?")(?!robot_home)\w{8}/g,
    `suite "robot" has changed since the baseline was made: 1 of its tasks differ, such as "${HEAT_FOOD}"`,
    'f00dcafe',
    true,
  ],
  [
    'a metric',
    /"promptTokens":/g,
    'the baseline lacks promptTokens; rebuild it with `tapedeck tables --out .+`',
    '"old":',
  ],
  [
    'an episode that did not turn',
    /(?<=\/oracle\/2"[^}]*"traceSha256":")\w{8}/g,
    `the code or the tapes have changed since the baseline was made: \\d+ of its 6 compared episodes replay differently, such as "robot/${HEAT_FOOD}/oracle/2"`,
  ],
];

it('stalenessWarnings() is empty where nothing has changed', async () => {
  expect(await warningsOf(PLACES.baseline, at('robot'))).toEqual([]);
});

it.for(CHANGES)(
  'stalenessWarnings() warns of %s, and of nothing else',
  async ([what, before, warning, after = 'f00dcafe', isInRun]) => {
    const [baseline, run] = [at(what), at(`${what}, run`)];
    cpSync(PLACES.baseline, baseline, { recursive: true });
    cpSync(at('robot'), run, { recursive: true });
    const changed = replacedIn(baseline, before, after) + (isInRun ? replacedIn(run, before, after) : 0);
    expect(changed).toBeGreaterThan(0);
    expect(await warningsOf(baseline, run)).toEqual([expect.stringMatching(new RegExp(`^${warning}$`))]);
  },
);

/** How many files of the folder have changed; updates SHA256SUMS. */
function replacedIn(folder: string, before: RegExp, after: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jsonl?$/.test(name));
  const changed = files.filter((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replace(before, after));
    return text.replace(before, after) !== text;
  });
  const sums = join(folder, 'SHA256SUMS');
  if (existsSync(sums)) {
    const digest = sha256(readFileSync(join(folder, 'episodes.json'), 'utf8'));
    writeFileSync(sums, readFileSync(sums, 'utf8').replace(/\w+(?= {2}episodes\.json\n)/, digest));
  }
  return changed.length;
}
