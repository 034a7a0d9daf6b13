import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '../../compare/comparison.ts';
import { PLANTED, PLANTED_SETS, plantedRun } from '../../compare/testing/record_planted.ts';
import { PLACES } from '../../io/places.ts';
import { tapedeck } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import { changeTrace } from '../../testing/stored_traces.ts';
import { runCommandLine } from '../command_line.ts';

const { at } = scratchFolder();
const TAPES = join(PLANTED, 'tapes');
const promptsOf = (set: string) => join(PLANTED, 'prompts', set);

beforeAll(async () => {
  for (const set of PLANTED_SETS) {
    expect(await tapedeck(...plantedRun(promptsOf(set), [TAPES]), '--out', at(set))).toMatchObject({ exitCode: 0 });
  }
  await tapedeck('run', 'robot', '--planner', 'oracle', '--planner', 'llm_state', '--out', at('robot'));
  await tapedeck('run', 'robot', '--planner', 'random', '--out', at('random'));
});

async function compared(...words: string[]): Promise<Comparison> {
  const { out, said, exitCode } = await tapedeck('compare', ...words, '--json');
  expect(exitCode, said).toBe(0);
  return JSON.parse(out);
}

describe('tapedeck compare --fail-on-regression', () => {
  it('fails on a prompt that lost a line, and names the line, the episodes and where they part', async () => {
    const { exitCode, out, said } = await tapedeck('compare', at('before'), at('regression'), '--fail-on-regression');
    expect(exitCode).toBe(1);
    expect(said).toBe(
      'The gate fails: Success of llm_state+states=false in household is worse: 9/10 90.0 % → 0/10 0.0 % (−90.0 pp, 95 % −98.2 to −48.8, p = 0.004)',
    );
    expect(out).toMatch(/^Worse: Success of llm_state\+states=false in household, 9\/10 90\.0 % → 0\/10 0\.0 % .*\n\n/);
    expect(out).toMatch(/^Failures of llm_state\+states=false in household: empty plans 1 → 10$/m);
    expect(out).toContain('9 episodes turned:\n  9 lost to ');
    expect(out).toContain(
      'lost household/house_1/open_fridge/llm_state+states=false/1: goal after 3 steps → planner_stopped',
    );
    expect(out).toContain('candidate 1 ✗ move(');
    expect(out).toContain('        - Write every object with its number, as in the lists.\n');
  });

  it('says how to see the first that turned, side by side, and there the page is', async () => {
    const { out } = await tapedeck('compare', at('before'), at('regression'));
    const [, before, after, left, right] =
      /Side by side, step by step:\n {2}npx tapedeck report (\S+) (\S+)\nthen open \S+pair\.html#left=(\S+)&right=(\S+)$/.exec(
        out,
      )!;
    expect([before, after]).toEqual([at('before'), at('regression')]);
    expect(await tapedeck('report', before!, after!, '--tapes', TAPES, '-o', at('seen'))).toMatchObject({
      exitCode: 0,
    });
    for (const path of [left!, right!]) expect(existsSync(at(`seen/${decodeURIComponent(path)}.js`))).toBe(true);
  });

  it('passes a prompt that was reworded, though one episode was lost and one gained', async () => {
    const { exitCode, out, said } = await tapedeck('compare', at('before'), at('reworded'), '--fail-on-regression');
    expect({ exitCode, said }).toEqual({ exitCode: 0, said: 'The gate is passed' });
    expect(out).toContain('2 episodes turned:');
    expect(out).toMatch(/ too few to tell$/m);
    expect(out).toContain('        + Objects have numbers. Write them, as the lists do.\n');
  });

  it('goes by the metrics, the level, the margin and the floor that are asked for', async () => {
    const exitCodeOf = async (...words: string[]) =>
      (await tapedeck('compare', at('before'), at('regression'), '--fail-on-regression', ...words)).exitCode;
    expect(await exitCodeOf('--alpha', '0.001')).toBe(0);
    expect(await exitCodeOf('--margin', '95pp')).toBe(0);
    expect(await exitCodeOf('--metric', 'steps')).toBe(0);
    expect(await exitCodeOf('--metric', 'steps,calls')).toBe(0);
    expect(await exitCodeOf('--metric', 'steps,callsOfAll')).toBe(1);
    expect(await exitCodeOf('--alpha', '0.001', '--fail-under', 'success=0.5')).toBe(1);
  });

  it('writes Markdown, JUnit XML and a page beside what it prints', async () => {
    const files = { markdown: at('c.md'), junit: at('c.xml'), html: at('c.html') };
    const words = Object.entries(files).flatMap(([option, path]) => [`--${option}`, path]);
    await tapedeck('compare', at('before'), at('regression'), '--fail-on-regression', ...words);
    expect(readFileSync(files.markdown, 'utf8')).toContain('## Prompt comparison: failed');
    expect(readFileSync(files.junit, 'utf8')).toContain(
      '<failure message="Success of llm_state+states=false in household is worse',
    );
    expect(readFileSync(files.html, 'utf8')).toContain('<p class="bad" id="gate">The gate fails: Success');
  });
});

describe('tapedeck compare --pair', () => {
  const ABLATED = 'llm_state+states=false';
  const named = ['--pair', `${ABLATED}:llm_state`];

  it('compares money, where there are prices', async () => {
    const words = [...named, '--prices', 'prompt=2.5,completion=10'];
    const { rows } = await compared(PLACES.baseline, PLACES.baseline, ...words);
    expect(rows.filter(({ metric }) => metric === 'money')).toMatchObject([
      { suite: 'household', unit: 'money', pairs: 63 },
      { suite: 'robot', unit: 'money', pairs: 3 },
    ]);
    expect((await tapedeck('compare', PLACES.baseline, PLACES.baseline, ...words)).out).toMatch(
      /Money +63 +0\.0118 +0\.0297 +\+0\.0179/,
    );
  });

  it('compares two planners, of runs, of what tapes hold, and of tables, and of each plays only these', async () => {
    const tables = await compared(PLACES.baseline, at('robot'), ...named);
    expect(tables.planners).toEqual([{ suite: 'robot', baseline: ABLATED, candidate: 'llm_state' }]);
    expect(tables.pairs.length).toBe(3);
    const tapes = await compared(join(PLACES.tapes, 'robot'), at('robot'), ...named);
    expect(tapes.rows).toEqual(tables.rows);
    expect(tapes.baseline.episodes).toBe(3);
    const both = await compared(join(PLACES.tapes, 'robot'), join(PLACES.tapes, 'robot'), ...named);
    expect(both.rows).toEqual(tables.rows);
  });

  it('is not needed where each side has one planner', async () => {
    const words = plantedRun(promptsOf('before'), [TAPES]).filter((word) => !word.startsWith('llm_state='));
    const own = words.map((word) => (word === ABLATED ? 'oracle' : word)).filter((word) => word !== '--prompts');
    expect(await tapedeck(...own, '--out', at('oracle'))).toMatchObject({ exitCode: 0 });
    const { exitCode, out, said } = await tapedeck('compare', at('oracle'), at('regression'), '--fail-on-regression');
    expect(exitCode).toBe(1);
    expect(said).toMatch(
      /^The gate fails: Success of llm_state\+states=false in household is worse than that of oracle: 10/,
    );
    expect(out).toContain('two planners in household: baseline oracle, candidate llm_state+states=false');
    const other = await tapedeck('compare', join(PLACES.tapes, 'household'), at('oracle'), '--pair', 'random:oracle');
    expect(other.out).toContain('random → oracle');
  });

  it('is asked for, with the planners of both sides, where nothing pairs', async () => {
    const { exitCode, said } = await tapedeck('compare', at('robot'), at('random'));
    expect(exitCode).toBe(2);
    expect(said).toContain(
      `of suite "robot" the one has "oracle", "llm_state", the other "random"; name two that are to be compared, such as \`npx tapedeck compare ${at('robot')} ${at('random')} --pair oracle:random\``,
    );
  });
});

describe('tapedeck compare, the sides', () => {
  it('are a run, what tapes hold, and tables: all three the same, where nothing has changed', async () => {
    const tables = await compared(PLACES.baseline, at('robot'));
    expect(tables.pairs.length).toBe(6);
    expect(tables.flips).toEqual([]);
    expect(tables.warnings).toEqual([]);
    expect(new Set(tables.rows.map(({ verdict }) => verdict))).toEqual(new Set(['equal']));
    const tapes = await compared(at('robot'), join(PLACES.tapes, 'robot'));
    expect(tapes.candidate).toMatchObject({ kind: 'tapes' });
    expect(namesOf(tapes)).toEqual(namesOf(tables));
    expect(await compared(join(PLACES.tapes, 'robot/claude'), at('robot'))).toMatchObject({ flips: [] });
  });

  it('know the traces of a baseline, whose episodes are played again', async () => {
    const [turned] = (await turnedOver(PLACES.baseline)).flips;
    const { out } = await tapedeck('compare', PLACES.baseline, at('idle'));
    const made =
      'npx tapedeck run robot --scene robot_home --task heat_food_and_bring_to_sofa --planner oracle --name flipped_baseline';
    expect(out).toContain(`:\n  ${made}\n  npx tapedeck report robot/flipped_baseline ${at('idle')}\nthen open `);
    expect(turned).toMatchObject({ episode: TURNED, turned: 'lost' });
    expect(turned?.parting).toMatchObject({ at: { baseline: 0, candidate: 0 } });
  });

  it('play of the tapes what is on them, and leave out the rest', async () => {
    const { pairs, candidate } = await compared(at('robot'), join(PLACES.tapes, 'robot'));
    expect(candidate.episodes).toBe(pairs.length);
    const { exitCode, said } = await tapedeck('compare', at('before'), join(PLACES.tapes, 'robot'));
    expect(exitCode).toBe(2);
    expect(said).toMatch(/its tapes \(suites "robot"\) hold no whole episode of what ".*before" has played/);
  });
});

function namesOf({ pairs }: Comparison): string[] {
  return pairs.map(({ episode }) => episode).sort();
}

it('tapedeck compare that is interrupted compares nothing by halves', async () => {
  const said: string[] = [];
  const exitCode = await runCommandLine(
    ['compare', join(PLACES.tapes, 'robot'), at('robot'), '--markdown', at('half.md')],
    {
      terminal: { out: (text) => said.push(text), say: (text) => said.push(text), progress() {} },
      signal: AbortSignal.abort(),
      environment: {},
    },
  );
  expect(exitCode).toBe(130);
  expect(said).toEqual(['Interrupted; nothing was written']);
  expect(existsSync(at('half.md'))).toBe(false);
});

const TURNED = 'robot/robot_home/heat_food_and_bring_to_sofa/oracle/1';

/** The baseline beside a run whose oracle never begins. */
async function turnedOver(baseline: string): Promise<Comparison> {
  cpSync(at('robot'), at('idle'), { recursive: true });
  changeTrace(at('idle'), TURNED, (trace) => {
    const lines = trace.trim().split('\n');
    const summary = { ...JSON.parse(lines.at(-1) ?? ''), end: 'planner_stopped', success: false, steps: 0, share: 0 };
    return `${lines[0]}\n${JSON.stringify(summary)}\n`;
  });
  return compared(baseline, at('idle'));
}

describe('tapedeck compare refuses with one message and exit code 2', () => {
  const refused = async (message: RegExp, ...words: string[]) => {
    const { exitCode, said, out } = await tapedeck('compare', ...words);
    expect(said).toMatch(message);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  };

  it('different suites', () =>
    refused(/have no suite in common; the one has "household", the other "robot"/, at('before'), at('robot')));

  it('what is neither run nor tapes nor tables', async () => {
    await refused(
      /^Cannot compare ".*nowhere": it is no run, no folder of tapes, no folder of tables and no planbench:MODEL;/,
      at('nowhere'),
      at('robot'),
    );
    mkdirSync(at('empty'));
    await refused(/^Cannot compare ".*empty": it is no run/, at('robot'), at('empty'));
  });

  it('a damaged list of episodes, by file and line', async () => {
    cpSync(at('robot'), at('damaged'), { recursive: true });
    const path = at('damaged/episodes.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"number":1,', '"number":'));
    await refused(/^Cannot read ".*episodes\.jsonl", line 2: it is not as a run writes it/, at('robot'), at('damaged'));
  });

  it('a baseline without provenance, and one that was changed', async () => {
    cpSync(PLACES.baseline, at('tables'), { recursive: true });
    const episodes = at('tables/episodes.json');
    writeFileSync(episodes, readFileSync(episodes, 'utf8').replace('"success":true', '"success":false'));
    await refused(
      /"episodes\.json" is not what SHA256SUMS says|episodes\.json" is not what SHA256SUMS says/,
      at('tables'),
      at('robot'),
    );
    rmSync(at('tables/runs.json'));
    await refused(/they have no provenance \("runs\.json" is missing\)/, at('tables'), at('robot'));
  });

  it('options that mean nothing', async () => {
    await refused(/--alpha must lie between 0 and 1, found 2/, at('robot'), at('robot'), '--alpha', '2');
    await refused(/--margin must be/, at('robot'), at('robot'), '--margin', '5');
    await refused(
      /known: success, unreadableReplies, stepsImputed, steps/,
      at('robot'),
      at('robot'),
      '--metric',
      'luck',
    );
    await refused(/--pair must be BASELINE:CANDIDATE/, at('robot'), at('robot'), '--pair', 'oracle');
    await refused(
      /no suite has both planners of --pair "oracle:luck", the first in/,
      at('robot'),
      at('robot'),
      '--pair',
      'oracle:luck',
    );
    await refused(/--fail-under must be/, at('robot'), at('robot'), '--fail-under', 'success');
    await refused(/--jobs must be/, at('robot'), at('robot'), '--jobs', '0');
  });
});
