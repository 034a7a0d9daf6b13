import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../io/digest.ts';
import { documentOf, refusal, tapedeck, words } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import { changeTrace, storedTrace } from '../../testing/stored_traces.ts';

const { folder, at, file, read } = scratchFolder();
const RUN = words`run household --scene house_1 --task use_computer --planner`;
const EPISODE = 'episodes/household.first/house_1/use_computer/llm_state/1';

function digestsIn(report: string): Map<string, string> {
  const files = readdirSync(report, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.sort().map((path) => [path.slice(report.length), sha256(readFileSync(path, 'utf8'))]));
}

beforeAll(async () => {
  await tapedeck(...RUN, 'llm_state', 'oracle', '--out', at('first'));
  const second = await tapedeck(...RUN, 'llm_state', 'random', '--out', at('second'));
  expect(second.said).toContain('of 2 episodes succeeded');
});

describe('tapedeck report', () => {
  it('writes an overview, a page and a script for each episode, and a page for two, and the same bytes again', async () => {
    const { first, episodes, files } = await documentOf('report', at('first'), '-o', at('report'));
    expect({ first, episodes }).toEqual({ first: `${at('report')}/index.html`, episodes: 2 });
    const written = digestsIn(at('report'));
    expect(written.size).toBe(files + 1);
    expect([...written.keys()]).toEqual(expect.arrayContaining(['/index.html', '/pair.html', `/${EPISODE}.html`]));
    const page = read(`report/${EPISODE}.html`);
    for (const text of ['some computer is on', 'switchon(computer1)', '✗ discarded']) expect(page).toContain(text);
    await tapedeck('report', at('first'), '-o', at('again'));
    expect(digestsIn(at('again'))).toEqual(written);
  });

  it('shows several runs, and lists episodes that ended differently', async () => {
    const failed = storedTrace(at('second'), 'household/house_1/use_computer/random/1');
    cpSync(at('first'), at('third'), { recursive: true });
    changeTrace(at('third'), 'household/house_1/use_computer/llm_state/1', (trace) =>
      trace.replace('"end":"goal","detail":null,"success":true', '"end":"step_limit","detail":null,"success":false'),
    );
    expect(failed).toContain('"success":false');
    expect((await tapedeck('report', at('first'), at('third'), '-o', at('two'))).exitCode).toBe(0);
    const overview = read('two/index.html');
    expect(overview).toContain('✓ success in household/first, ✗ failure in household/third');
    expect(overview).toContain('2 of 2 episodes, model claude');
    expect(overview).toMatch(/<p class="verdict ">Too few pairs to decide: [\s\S]*<table class="cards">/);
    expect(overview).toContain('where they diverge');
    expect((await tapedeck('report', at('first'), at('second'), at('third'), '-o', at('three'))).exitCode).toBe(0);
    expect(read('three/index.html')).not.toContain('class="verdict');
  });

  it('compares two runs of one planner each, though they are two planners', async () => {
    await tapedeck(...RUN, 'oracle', '--out', at('one'));
    await tapedeck(...RUN, 'random', '--out', at('other'));
    await tapedeck('report', at('one'), at('other'), '-o', at('planners'));
    const overview = read('planners/index.html');
    expect(overview).toContain('data-heading="Planner">oracle → random</td>');
    expect(overview).toContain(
      'use_computer in house_1, oracle → random</a>: ✓ success in household/one, ✗ failure in',
    );
    expect(overview).toContain('where they diverge');
  });

  it('shows an episode whose world has changed without drawings, and says so', async () => {
    cpSync(at('first'), at('changed'), { recursive: true });
    changeTrace(at('changed'), 'household/house_1/use_computer/oracle/1', (trace) =>
      trace.replace(/"scene":"[0-9a-f]{64}"/, `"scene":"${'0'.repeat(64)}"`),
    );
    expect((await tapedeck('report', at('changed'), '-o', at('changed_report'))).exitCode).toBe(0);
    expect(read('changed_report/episodes/household.changed/house_1/use_computer/oracle/1.html')).toContain(
      'No drawings or goal conditions: scene &quot;house_1&quot; or task &quot;use_computer&quot; changed after the recording',
    );
  });

  it('reports calls that are not on the tapes (any more), and reads layers where nothing is recorded yet', async () => {
    mkdirSync(at('no_tapes'));
    const { exitCode } = await tapedeck('report', at('first'), '-o', at('bare'), '--tapes', at('no_tapes'));
    expect(exitCode).toBe(0);
    expect(read(`bare/${EPISODE}.html`)).toContain('The tapes do not contain this call');
    const layers = ['--tapes', 'cassettes/tapes', '--tapes', 'results/tapes'];
    expect(await tapedeck('report', at('first'), '-o', at('layers'), ...layers)).toMatchObject({ exitCode: 0 });
    expect(read(`layers/${EPISODE}.html`)).not.toContain('The tapes do not contain this call');
  });
});

describe('tapedeck report refuses, with exit code 2,', () => {
  it.each([
    ['nothing to report', () => [], 'Name a run, such as `tapedeck report household`, or add --baseline'],
    ['runs beside the baseline', () => [at('first'), '--baseline'], 'Name runs or --baseline, not both'],
    ['what is no run', () => [at('nowhere')], `"${at('nowhere')}" is not a run`],
    [
      'a run that is named twice',
      () => [at('first'), at('first')],
      'Two runs are called "household/first"; name each run once',
    ],
    [
      'a folder of other files',
      () => [at('first'), '-o', folder],
      `Cannot write a report to "${folder}": it contains "`,
    ],
  ])('%s', async (_, words, message) => expect(await refusal('report', ...words())).toContain(message));

  it('a damaged trace, naming file and line', async () => {
    cpSync(at('first'), at('damaged'), { recursive: true });
    const [before = '', ...after] = read('damaged/traces.jsonl').split('"event":"step"');
    const path = file('damaged/traces.jsonl', `${before}"event":"stop"${after.join('"event":"step"')}`);
    const said = await refusal('report', at('damaged'), '-o', at('never'));
    expect(said).toContain(`Cannot read trace "${path}", line ${before.split('\n').length}`);
  });
});
