import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '../../compare/comparison.ts';
import { PLANTED, PLANTED_SETS, plantedRun } from '../../compare/testing/record_planted.ts';
import { PLACES } from '../../io/places.ts';
import { documentOf, refusal, tapedeck, tapedeckIn, words } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import { changeTrace } from '../../testing/stored_traces.ts';

const { at, file, read } = scratchFolder();
const TAPES = join(PLANTED, 'tapes');
const ROBOT_TAPES = join(PLACES.tapes, 'robot');
const promptsOf = (set: string) => join(PLANTED, 'prompts', set);
const compared = (...argv: string[]): Promise<Comparison> => documentOf('compare', ...argv);

beforeAll(async () => {
  for (const set of PLANTED_SETS) {
    expect(await tapedeck(...plantedRun(promptsOf(set), [TAPES]), '--out', at(set))).toMatchObject({ exitCode: 0 });
  }
  await tapedeck(...words`run robot --planner oracle llm_state --out ${at('robot')}`);
  await tapedeck(...words`run robot --planner random --out ${at('random')}`);
});

describe('tapedeck compare --fail-on-regression', () => {
  const gate = (candidate: string, ...more: string[]) =>
    tapedeck('compare', at('before'), at(candidate), '--fail-on-regression', ...more);

  it('fails on a prompt that lost a line, and names the line, the episodes and where they part', async () => {
    const files = { markdown: at('c.md'), junit: at('c.xml'), html: at('c.html') };
    const written = Object.entries(files).flatMap(([option, path]) => [`--${option}`, path]);
    const { exitCode, out, said } = await gate('regression', ...written);
    expect(exitCode).toBe(1);
    expect(said).toContain(
      'The gate fails: Success of llm_state+states=false in household is worse: 9/10 90.0 % → 0/10 0.0 % (−90.0 pp, 95 % −98.2 to −48.8, p = 0.004)',
    );
    expect(out).toMatch(/^Worse: Success of llm_state\+states=false in household, 9\/10 90\.0 % → 0\/10 0\.0 % .*\n\n/);
    expect(out).toMatch(/^Failures of llm_state\+states=false in household: empty plans 1 → 10$/m);
    for (const text of [
      '9 episodes turned:\n  9 lost to ',
      'lost household/house_1/open_fridge/llm_state+states=false/1: goal after 3 steps → planner_stopped',
      'candidate 1 ✗ move(',
      '        - Write every object with its number, as in the lists.\n',
    ])
      expect(out).toContain(text);
    expect(read('c.md')).toContain('## Prompt comparison: failed');
    expect(read('c.xml')).toContain('<failure message="Success of llm_state+states=false in household is worse');
    expect(read('c.html')).toContain('<p class="bad" id="gate">The gate fails: Success');
  });

  it('says how to see the first that turned, side by side, and there the page is', async () => {
    const { out } = await tapedeck('compare', at('before'), at('regression'));
    const [, before = '', after = '', ...episodes] =
      /To compare the episodes step by step, run:\n {2}npx tapedeck report (\S+) (\S+)\nThen open \S+pair\.html#left=(\S+)&right=(\S+)$/.exec(
        out,
      )!;
    expect([before, after]).toEqual([at('before'), at('regression')]);
    expect((await tapedeck(...words`report ${before} ${after} --tapes ${TAPES} -o ${at('seen')}`)).exitCode).toBe(0);
    for (const path of episodes) expect(existsSync(at(`seen/${decodeURIComponent(path)}.js`))).toBe(true);
  });

  it('passes a prompt that was reworded, though one episode was lost and one gained', async () => {
    const { exitCode, out, said } = await gate('reworded');
    expect({ exitCode, said }).toEqual({ exitCode: 0, said: 'The gate passes' });
    expect(out).toContain('2 episodes turned:');
    expect(out).toMatch(/ too few pairs to tell$/m);
    expect(out).toContain('        + Objects have numbers. Write them, as the lists do.\n');
  });

  it.each([
    ['--alpha 0.001', 0],
    ['--margin 95pp', 0],
    ['--metric steps', 0],
    ['--metric steps,calls', 0],
    ['--metric steps,callsOfAll', 1],
    ['--alpha 0.001 --fail-under success=0.5', 1],
  ])('goes by metrics, level, margin and floor: %s', async (line, code) => {
    expect((await gate('regression', ...line.split(' '))).exitCode).toBe(code);
  });
});

describe('tapedeck compare --pair', () => {
  const ABLATED = 'llm_state+states=false';
  const named = ['--pair', `${ABLATED}:llm_state`];

  it('compares money, where there are prices', async () => {
    const argv = [PLACES.baseline, PLACES.baseline, ...named, '--prices', 'prompt=2.5,completion=10'];
    const { rows } = await compared(...argv);
    expect(rows.filter(({ metric }) => metric === 'money')).toMatchObject([
      { suite: 'household', unit: 'money', pairs: 63 },
      { suite: 'robot', unit: 'money', pairs: 3 },
    ]);
    expect((await tapedeck('compare', ...argv)).out).toMatch(/Money +63 +0\.0118 +0\.0297 +\+0\.0179/);
  });

  it('compares two planners, of runs, of what tapes hold, and of tables, and of each plays only these', async () => {
    const tables = await compared(PLACES.baseline, at('robot'), ...named);
    expect(tables.planners).toEqual([{ suite: 'robot', baseline: ABLATED, candidate: 'llm_state' }]);
    expect(tables.pairs.length).toBe(3);
    const tapes = await compared(ROBOT_TAPES, at('robot'), ...named);
    expect(tapes.rows).toEqual(tables.rows);
    expect(tapes.baseline.episodes).toBe(3);
    expect((await compared(ROBOT_TAPES, ROBOT_TAPES, ...named)).rows).toEqual(tables.rows);
  });

  it('is not needed where each side has one planner', async () => {
    const own = plantedRun(promptsOf('before'), [TAPES])
      .filter((word) => !word.startsWith('llm_state=') && word !== '--prompts')
      .map((word) => (word === ABLATED ? 'oracle' : word));
    expect(await tapedeck(...own, '--out', at('oracle'))).toMatchObject({ exitCode: 0 });
    const { exitCode, out, said } = await tapedeck('compare', at('oracle'), at('regression'), '--fail-on-regression');
    expect(exitCode).toBe(1);
    expect(said).toMatch(
      /^The gate fails: Success of llm_state\+states=false in household is worse than that of oracle: 10/,
    );
    expect(out).toContain('planners compared in household: oracle (baseline), llm_state+states=false (candidate)');
    const other = await tapedeck('compare', join(PLACES.tapes, 'household'), at('oracle'), '--pair', 'random:oracle');
    expect(other.out).toContain('random → oracle');
  });

  it('is asked for, with the planners of both sides, where nothing pairs', async () => {
    expect(await refusal('compare', at('robot'), at('random'))).toContain(
      `in suite "robot", the baseline has "oracle", "llm_state", the candidate "random"; name two to compare, such as \`npx tapedeck compare ${at('robot')} ${at('random')} --pair oracle:random\``,
    );
  });
});

describe('tapedeck compare, the sides', () => {
  const namesOf = ({ pairs }: Comparison) => pairs.map(({ episode }) => episode).sort();

  it('are a run, what tapes hold, and tables: all three the same, where nothing has changed', async () => {
    const tables = await compared(PLACES.baseline, at('robot'));
    expect(tables).toMatchObject({ flips: [], warnings: [] });
    expect(tables.pairs.length).toBe(6);
    expect(new Set(tables.rows.map(({ verdict }) => verdict))).toEqual(new Set(['equal']));
    const tapes = await compared(at('robot'), ROBOT_TAPES);
    expect(tapes.candidate).toMatchObject({ kind: 'tapes' });
    expect(namesOf(tapes)).toEqual(namesOf(tables));
    expect(await compared(join(ROBOT_TAPES, 'claude'), at('robot'))).toMatchObject({ flips: [] });
  });

  it('know the traces of a baseline, whose episodes are played again', async () => {
    const turned = 'robot/robot_home/heat_food_and_bring_to_sofa/oracle/1';
    cpSync(at('robot'), at('idle'), { recursive: true });
    changeTrace(at('idle'), turned, (trace) => {
      const lines = trace.trim().split('\n');
      const summary = { ...JSON.parse(lines.at(-1) ?? ''), end: 'planner_stopped', success: false, steps: 0, share: 0 };
      return `${lines[0]}\n${JSON.stringify(summary)}\n`;
    });
    const { flips } = await compared(PLACES.baseline, at('idle'));
    expect(flips[0]).toMatchObject({
      ...{ episode: turned, change: 'lost' },
      firstDifference: { at: { baseline: 0, candidate: 0 } },
    });
    const { out } = await tapedeck('compare', PLACES.baseline, at('idle'));
    const made =
      'npx tapedeck run robot --scene robot_home --task heat_food_and_bring_to_sofa --planner oracle --name flipped_baseline';
    expect(out).toContain(`:\n  ${made}\n  npx tapedeck report robot/flipped_baseline ${at('idle')}\nThen open `);
  });

  it('play of the tapes what is on them, and leave out the rest', async () => {
    const { pairs, candidate } = await compared(at('robot'), ROBOT_TAPES);
    expect(candidate.episodes).toBe(pairs.length);
    expect(await refusal('compare', at('before'), ROBOT_TAPES)).toMatch(
      /its tapes \(suites "robot"\) contain no complete episode that ".*before" has played/,
    );
  });
});

it('tapedeck compare prints nothing when it is interrupted', async () => {
  const signal = AbortSignal.abort();
  expect(
    await tapedeckIn({ signal }, ...words`compare ${ROBOT_TAPES} ${at('robot')} --markdown ${at('half.md')}`),
  ).toEqual({ exitCode: 130, out: '', said: 'Interrupted; nothing was written' });
  expect(existsSync(at('half.md'))).toBe(false);
});

describe('tapedeck compare refuses with one message and exit code 2', () => {
  const refused = async (message: RegExp, ...argv: string[]) =>
    expect(await refusal('compare', ...argv)).toMatch(message);

  it('what is neither run nor tapes nor tables', async () => {
    await refused(
      /^Cannot compare ".*nowhere": it is not a run, a folder of tapes, a folder of tables or planbench:MODEL;/,
      at('nowhere'),
      at('robot'),
    );
    mkdirSync(at('empty'));
    await refused(/^Cannot compare ".*empty": it is not a run/, at('robot'), at('empty'));
  });

  it('a damaged list of episodes, by file and line', async () => {
    cpSync(at('robot'), at('damaged'), { recursive: true });
    file('damaged/episodes.jsonl', read('damaged/episodes.jsonl').replace('"number":1,', '"number":'));
    await refused(/^Cannot read ".*episodes\.jsonl", line 2: the line is damaged/, at('robot'), at('damaged'));
  });

  it('a baseline without provenance, and one that was changed', async () => {
    cpSync(PLACES.baseline, at('tables'), { recursive: true });
    file('tables/episodes.json', read('tables/episodes.json').replace('"success":true', '"success":false'));
    await refused(/episodes\.json" does not match SHA256SUMS/, at('tables'), at('robot'));
    rmSync(at('tables/runs.json'));
    await refused(/they have no provenance \("runs\.json" is missing\)/, at('tables'), at('robot'));
  });

  it.each([
    ['--alpha 2', /--alpha must lie between 0 and 1, found 2/],
    ['--margin 5', /--margin must be/],
    ['--metric luck', /known: success, unreadableReplies, stepsImputed, steps/],
    ['--pair oracle', /--pair must be BASELINE:CANDIDATE/],
    ['--fail-under success', /--fail-under must be/],
    ['--jobs 0', /--jobs must be/],
  ])('%s', (line, message) => refused(message, at('robot'), at('robot'), ...line.split(' ')));
});
