/** `npx vitest run harness/testing/findings_integration_test.ts -u` writes figures, tables and episodes anew; words are changed by hand. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLACES } from '../io/places.ts';
import { claimText, withFigures } from './claim.ts';
import { baselineRows, type EpisodeRow, methodRows, renderedPage } from './findings.ts';
import { findingsClaims, readmeClaims } from './findings_claims.ts';
import { tapedeck } from './run_tapedeck.ts';
import { sentencesOf, unshown } from './sentences.ts';
import { storedTrace } from './stored_traces.ts';

type Evidence =
  | Readonly<{ episode: string; line: string }>
  | Readonly<{ paper: 'llm_state' | 'olp'; line: string }>
  | Readonly<{ file: string; line: string }>;

const APPROVED: readonly Readonly<{ sentence: string; evidence: Evidence }>[] = [
  {
    sentence: "**VirtualHome's rules**, written anew, agree with the original simulator at every recorded step.",
    evidence: {
      file: 'envs/household/virtualhome/testing/golden_traces_integration_test.ts',
      line: "'%s: the rules agree at every step, and find the neighbours that the original chose'",
    },
  },
  {
    sentence: '**LLM-State.** Steps 1 to 5 bring a plate that the goal does not ask for.',
    evidence: { episode: 'household/house_1/make_toast/llm_state/1', line: '   5 ✓ placeon(plate1, kitchencounter1)' },
  },
  {
    sentence:
      '**InnerM-W, two toasts.** Its loaf is toasted, and it tries to pick up the slices, which cannot be held, until the steps are used up.',
    evidence: {
      episode: 'household/house_1/make_2_toasts/inner_monologue/1',
      line: ' 100 ✗ pickup(breadslice3)   affordance, graspable: Cannot pickup "breadslice3": "breadslice3" slips out of the hand',
    },
  },
  {
    sentence: "The prompts speak of two, as the paper's Listing 5 does; with `hands=1` they speak of one.",
    evidence: { paper: 'llm_state', line: 'You only have two hands' },
  },
  {
    sentence: 'At step 23 the microwave is open; at step 30, the limit, the food is still in it.',
    evidence: { episode: 'robot/robot_home/heat_food_and_bring_to_sofa/progprompt/3', line: '  30 ✓ open(microwave1)' },
  },
  {
    sentence:
      '**LLM-State.** The same trap; at step 12 it puts the hamburger down, and the steps from there are carried out.',
    evidence: {
      episode: 'robot/robot_home/heat_food_and_bring_to_sofa/llm_state/1',
      line: '  12 ✓ placeon(hamburger1, kitchencounter1)',
    },
  },
];

const PAGE = join(PLACES.root, 'results/findings.md');
const page = readFileSync(PAGE, 'utf8');
const README = join(PLACES.root, 'README.md');
const readme = readFileSync(README, 'utf8');
const BYTES_MAX = 28_000;
const APPROVED_MAX = 25;
const PAPERS = join(PLACES.root, '../shared/papers');
const folder = mkdtempSync(join(tmpdir(), 'tapedeck-findings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const COMMANDS = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));
const TOLD = [...page.matchAll(/^<!-- steps (\S+) -->$/gm)].map(([, episode = '']) => episode);
const CLAIMS = await findingsClaims();
const SENTENCES = APPROVED.map(({ sentence }) => sentence);
const ROWS = new Map(baselineRows<EpisodeRow>('episodes').map((row) => [row.episode, row]));

/** Episode → the folder of the run that played it, and what `trace` says of it. */
const shown = new Map<string, Readonly<{ run: string; out: string }>>();

beforeAll(async () => {
  let run = '';
  for (const [at, command] of COMMANDS.entries()) {
    const [npx, name, verb, ...rest] = command.split(' ');
    if (npx !== 'npx' || name !== 'tapedeck') throw new Error(`No command of Tapedeck: ${command}`);
    if (verb === 'run') run = join(folder, String(at));
    const { exitCode, out, said } = await tapedeck(String(verb), ...rest, verb === 'run' ? '--out' : '--run', run);
    if (exitCode !== 0) throw new Error(`${command}\n${said}`);
    if (verb !== 'run') shown.set(String(rest[0]), { run, out });
  }
});

function traceOf(episode: string): string {
  const run = shown.get(episode)?.run;
  if (run === undefined) throw new Error(`No command shows "${episode}"`);
  return storedTrace(run, episode);
}

/** True for a paper that is missing here. */
function isThere(evidence: Evidence): boolean {
  if ('episode' in evidence) return shown.get(evidence.episode)?.out.includes(evidence.line) === true;
  const path = 'paper' in evidence ? join(PAPERS, `${evidence.paper}.txt`) : join(PLACES.root, evidence.file);
  if ('paper' in evidence && !existsSync(path)) return true;
  return readFileSync(path, 'utf8').includes(evidence.line);
}

describe('results/findings.md', () => {
  it(`shows its figures, tables and episodes as they are, in at most ${BYTES_MAX} bytes`, async () => {
    await expect(withFigures(renderedPage(page, traceOf), CLAIMS)).toMatchFileSnapshot(PAGE);
    expect(Buffer.byteLength(readFileSync(PAGE))).toBeLessThanOrEqual(BYTES_MAX);
  });

  it('tells episodes that the tables count, and shows each by a command', () => {
    expect(TOLD.filter((episode) => !ROWS.has(episode))).toEqual([]);
    expect([...shown.keys()].sort()).toEqual([...TOLD].sort());
    expect([...shown.values()].filter(({ out }) => out === '')).toEqual([]);
  });

  it('tells an episode of every recorded method, a failure among them where there is one', () => {
    // results/planbench.md tells of PlanBench.
    for (const { suite, planner, episodes, successes } of methodRows().filter((row) => row.suite !== 'planbench')) {
      const told = TOLD.filter((episode) => episode.startsWith(`${suite}/`) && episode.includes(`/${planner}/`));
      const wanted = planner.includes('scene=') ? 0 : 1; // a variant in one house
      expect(told.length, `${suite} ${planner}`).toBeGreaterThanOrEqual(wanted);
      const failed = told.filter((episode) => ROWS.get(episode)?.success === false);
      expect(failed.length, `${suite} ${planner}`).toBeGreaterThanOrEqual(Math.min(1, episodes - successes));
    }
  });

  it('tells an episode of every kind of failure that there is', () => {
    const kinds = (rows: readonly (EpisodeRow | undefined)[]) =>
      new Set(rows.filter((row) => row?.success === false).map((row) => row?.failureKind));
    const asking = [...ROWS.values()].filter(({ episode }) => !/\/(random|oracle)\/\d+$/.test(episode));
    expect(kinds(TOLD.map((episode) => ROWS.get(episode)))).toEqual(kinds(asking));
  });
});

describe.each([
  ['results/findings.md', page, CLAIMS],
  ['README.md', readme, readmeClaims()],
] as const)('%s', (_, text, claims) => {
  const today = withFigures(text, claims);

  it('says what is computed', () => {
    const line = today.replaceAll(/\s+/g, ' '); // sentences are broken anywhere
    expect(claims.map(claimText).filter((phrase) => !line.includes(phrase))).toEqual([]);
  });

  it('has no sentence that says how many and is neither computed nor approved', () => {
    expect(unshown(today, claims, SENTENCES)).toEqual([]);
  });
});

it('README.md has the figures of today', async () => {
  await expect(withFigures(readme, readmeClaims())).toMatchFileSnapshot(README);
});

describe('the sentences that are approved by hand', () => {
  it(`are at most ${APPROVED_MAX}, each once and on a page`, () => {
    const said = new Set([page, readme].flatMap(sentencesOf));
    expect(SENTENCES.length).toBeLessThanOrEqual(APPROVED_MAX);
    expect(new Set(SENTENCES).size).toBe(SENTENCES.length);
    expect(SENTENCES.filter((sentence) => !said.has(sentence))).toEqual([]);
  });

  it.each(APPROVED)('"$sentence" is shown by the line that is named', ({ evidence }) => {
    expect(isThere(evidence)).toBe(true);
    expect(isThere({ ...evidence, line: `${evidence.line}, not` })).toBe('paper' in evidence && !existsSync(PAPERS));
  });
});
