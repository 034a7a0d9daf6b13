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

/** Replaces text in a copy of the baseline, and perhaps in a copy of the run. */
const CHANGES: readonly { what: string; before: RegExp; after?: string; isInRun?: boolean; warning: RegExp }[] = [
  {
    what: 'the version',
    before: /"version": "[^"]+"/g,
    after: '"version": "0.0.1"',
    warning: /^other code made the baseline: 0\.0\.1, the candidate: \d/,
  },
  {
    what: 'the model',
    before: /"model": "claude"/g,
    after: '"model": "other"',
    warning: /^different models answered: "other" and "claude"$/,
  },
  {
    what: 'the prompts',
    before: /(?<="llm_state": \{\s+"set": "paper",\s+"digest": ")\w{8}/g,
    warning:
      /^the prompts of "llm_state" have changed since the baseline was made: their digest was f00dcafe and is \w{8} today$/,
  },
  {
    what: 'the scene',
    before: /(?<="robot_home": ?"|"scene": ?")(?!robot_home)\w{8}/g,
    isInRun: true,
    warning:
      /^suite "robot" has changed since: 1 of its tasks differ today, such as "robot_home\/heat_food_and_bring_to_sofa"$/,
  },
  {
    what: 'an episode that did not turn',
    before: /(?<=\/oracle\/2"[^}]*"traceSha256":")\w{8}/g,
    warning:
      /^other code or tapes made the baseline: \d+ of its 6 compared episodes replay differently today, such as "robot\/robot_home\/heat_food_and_bring_to_sofa\/oracle\/2"$/,
  },
];

it('staleness() is empty where nothing has changed', async () => {
  expect(await warningsOf(PLACES.baseline, at('robot'))).toEqual([]);
});

it.for(CHANGES)('staleness() warns of $what, and of nothing else', async (change) => {
  const { what, before, after = 'f00dcafe', isInRun, warning } = change;
  const [baseline, run] = [at(what), at(`${what}, run`)];
  cpSync(PLACES.baseline, baseline, { recursive: true });
  cpSync(at('robot'), run, { recursive: true });
  const changed = replacedIn(baseline, before, after) + (isInRun ? replacedIn(run, before, after) : 0);
  expect(changed).toBeGreaterThan(0);
  expect(await warningsOf(baseline, run)).toEqual([expect.stringMatching(warning)]);
});

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
