import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { PLACES } from '../../../io/places.ts';
import { runCount } from '../../../testing/run_count.ts';
import { checkPlanner } from './check_planner.ts';
import type { CheckOrder } from './planner_report.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-check-planner-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NO_TAPES = join(folder, 'no_tapes');

const checked = (planner: string, more: Partial<CheckOrder> = {}) =>
  checkPlanner(
    { planner, world: undefined, runs: 5, seed: 1, timeLimitS: 20, tapes: [PLACES.tapes], ...more },
    { signal: new AbortController().signal, onCheck() {} },
  );

function planner(name: string, parts: { plan?: string; head?: string; more?: string } = {}): string {
  const { plan = '', head = '', more = '' } = parts;
  const file = join(folder, `${name}.mjs`);
  const text = `import { z } from 'zod';
${head}
const ask = async (llm) => (await llm.chat([{ role: 'user', content: 'What?' }], { purpose: 'what', temperature: 0 })).text;
const wait = { kind: 'act', action: { verb: 'wait', args: [] } };
export const planner = {
  name: '${name}', title: 'Test', summary: 'A planner of a test', worlds: ['household'], privileged: () => false,
  options: z.strictObject({}), promptSlots: {},
  async *plan(start, options) {
    const { llm, observation, note } = start;
    ${plan}
    yield wait;
  },
  ${more}
};`;
  writeFileSync(file, text);
  return file;
}

type Report = Awaited<ReturnType<typeof checked>>;

const failed = ({ checks }: Report) => checks.filter(({ status }) => status === 'failed').map(({ check }) => check);

function outcome({ checks }: Report, part: string) {
  const found = checks.find(({ check }) => check.includes(part));
  if (found === undefined) throw new Error(`There is no check of "${part}"`);
  return found;
}

describe('checkPlanner() passes', () => {
  it.each([
    ['one for tables', 'llm_planner'],
    ['the example that init writes', join(PLACES.examples, 'planner/my_planner.mjs')],
    ['one with options', 'llm_state+summary=false'],
  ])('%s', { timeout: 180_000 }, async (_, name) => {
    const { checks, ...report } = await checked(name);
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(report).toMatchObject({ seed: 1, runs: 5 });
    expect(checks.filter(({ status }) => status === 'passed').length).toBeGreaterThan(8);
  });

  it('one that ships, whose beliefs it judges in its recorded episodes', { timeout: 180_000 }, async () => {
    const report = await checked('llm_state', { runs: 10 });
    expect(failed(report)).toEqual([]);
    expect(report.checks.filter(({ status }) => status === 'passed').length).toBeGreaterThan(8);
    const { beliefs } = outcome(report, 'belief notes');
    expect(beliefs).toMatchObject({ source: 'recorded episodes', broken: {} });
    expect(beliefs?.episodes).toBeGreaterThan(4);
    expect(beliefs?.beliefs).toBeGreaterThan(beliefs?.episodes ?? 0);
  });

  it('says so where nothing is recorded', async () => {
    const report = await checked(planner('unheard', { plan: 'await ask(llm);' }));
    expect(failed(report)).toEqual([]);
    expect(outcome(report, 'plays a recorded')).toMatchObject({ status: 'skipped' });
    expect(outcome(report, 'acts on well-formed')).toMatchObject({ status: 'skipped' });
    const reason = expect.stringContaining('nothing is recorded');
    expect(outcome(report, 'belief notes')).toMatchObject({ status: 'skipped', reason });
  });
});

describe('checkPlanner() finds', { timeout: 180_000 }, () => {
  it('a verb that the world does not have', async () => {
    const flying = planner('flying', { more: 'asksModel: false,', plan: 'wait.action.verb = "fly";' });
    const found = outcome(await checked(flying, { tapes: [NO_TAPES] }), 'acts on well-formed');
    expect(found).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('whose verb is unknown to the world'),
    });
  });

  it('a loop without end or a promise that nobody keeps, and does not wait for it', async () => {
    const report = await checked(planner('endless', { plan: 'await ask(llm); for (;;);' }), { timeLimitS: 2 });
    expect(failed(report)).toEqual(['plan() survives any reply', 'plan() survives megabytes']);
    const found = outcome(report, 'survives any reply');
    expect(found).toMatchObject({ reason: 'The planner does not end within 2 s' });
    expect('trace' in found && found.trace.join('\n')).toMatch(/asks the model for "what"\nreceives "/);
    expect(outcome(report, 'repeats itself')).toMatchObject({ status: 'skipped', reason: /2 checks did not end/ });
    const waiting = await checked(planner('waiting', { plan: 'await new Promise(() => {});' }), { timeLimitS: 3 });
    expect(outcome(waiting, 'plays a recorded')).toMatchObject({ reason: 'The planner does not end within 3 s' });
  });

  it.each([
    ['the end of its own thread', 'process.exit(0);', 'The planner ends its thread with exit code 0'],
    [
      'what is thrown where nothing catches it',
      "setTimeout(() => { throw new Error('later'); }); await new Promise(() => {});",
      'The planner throws an uncaught error: later',
    ],
  ])('%s, and goes on', async (title, does, reason) => {
    const plan = `if ((await ask(llm)) === '(((((') { ${does} }`;
    const report = await checked(planner(title.replaceAll(' ', '_'), { plan }), { tapes: [NO_TAPES] });
    const found = outcome(report, 'stops when the model');
    expect(found).toMatchObject({ reason, trace: ['asks the model for "what"', 'receives "((((("'] });
    expect(outcome(report, 'repeats itself')).toMatchObject({ status: 'passed' });
  });

  it('what an LLM-State believes that takes everything to be in its hands', async () => {
    const own = join(folder, 'hands');
    mkdirSync(own);
    cpSync(`${PLACES.planners}/llm_state/prompts/paper`, join(own, 'prompts'), { recursive: true });
    const shipped = pathToFileURL(`${PLACES.planners}/llm_state/llm_state.ts`).href;
    writeFileSync(
      join(own, 'hands.ts'),
      `import { llmState } from '${shipped}';
      const held = ({ keyObjects }) => ({ keyObjects: keyObjects.map(({ name }) => ({ name, attributes: ['in_hand'] })) });
      export const planner = { ...llmState, name: 'hands', plan: (start, options) => llmState.plan({ ...start, note: (note) =>
        start.note(note.kind === 'belief' ? { ...note, belief: held(note.belief) } : note) }, options) };`,
    );
    const report = await checked(join(own, 'hands.ts'));
    expect(failed(report)).toEqual(['belief notes: state-tracking invariants']);
    const found = outcome(report, 'belief notes');
    expect(found.beliefs).toMatchObject({
      source: 'recorded episodes',
      broken: { holds_no_more_than_hands: expect.anything(), seen_is_believed: expect.anything() },
    });
    expect(found).toMatchObject({
      reason: expect.stringMatching(
        /^In household\/house_1\/\w+\/hands\/1, step \d+, the planner’s belief breaks "\w+": /,
      ),
      again: expect.stringMatching(/^npx tapedeck run household --scene house_1 .* && npx tapedeck trace household/),
    });
  });
});

function testSupport(name: string): string {
  return pathToFileURL(`${PLACES.root}harness/package/kit/testing/${name}.ts`).href;
}

describe('checkPlanner() on a tracker in a planner', { timeout: 180_000 }, () => {
  const tracking = (name: string, tracker: string) =>
    planner(name, {
      head: `import { ReferenceTracker } from '${testSupport('reference_tracker')}';
        import { TRACKER_BUGS } from '${testSupport('tracker_bugs')}';`,
      more: 'asksModel: false,',
      plan: `
        const tracker = ${tracker};
        let seen = observation;
        tracker.observe(seen);
        const tell = () => note({ kind: 'belief', belief: tracker.beliefs() });
        let chance = start.seed + 7;
        const pick = (list) => list[(chance = (chance * 48271 + 11) % 2147483647) % list.length];
        tell();
        for (let round = 0; round < 8; round++) {
          const [thing, box, top] = [seen.objects, seen.containers, seen.surfaces].map((list) => pick(list)?.name ?? seen.room);
          for (const [verb, ...args] of [['move', thing], ['pickup', thing], ['move', box], ['open', box], ['placein', thing, box], ['close', box], ['move', top], ['placeon', thing, top]]) {
            const action = { verb, args };
            const outcome = yield { kind: 'act', action };
            tracker.acted(action, outcome.ok);
            seen = outcome.observation;
            tracker.observe(seen);
            tell();
          }
        }`,
    });

  it('passes a right one', async () => {
    const runs = runCount(100);
    const report = await checked(tracking('right', 'new ReferenceTracker()'), { runs, tapes: [NO_TAPES] });
    expect(failed(report)).toEqual([]);
    const { beliefs } = outcome(report, 'belief notes');
    expect(beliefs).toMatchObject({ source: 'random houses', episodes: runs, precision: 1, broken: {} });
  });

  it.each([
    ['forgets that a pick-up empties the surface', 'held_is_nowhere_else'],
    ['sees through doors', 'put_away_is_out_of_sight'],
    ['counts what it asked for as held', 'seen_is_believed'],
  ])('finds one that %s, and makes the house small', async (bug, invariant) => {
    const name = bug.replaceAll(/\W+/g, '_');
    const bugged = tracking(name, `TRACKER_BUGS.find(({ name }) => name === '${bug}').make()`);
    const report = await checked(bugged, { runs: 100, tapes: [NO_TAPES] });
    expect(failed(report)).toEqual(['belief notes: state-tracking invariants']);
    const found = outcome(report, 'belief notes');
    expect(found).toMatchObject({ reason: expect.stringContaining(`the planner’s belief breaks "${invariant}"`) });
    const trace = 'trace' in found ? found.trace : [];
    expect(trace[0]).toBe('start');
    expect(trace.join('\n')).toContain(`breaks    ${invariant}: `);
    expect(trace.join('\n').match(/\w+ (IN|ON) \w+/g)!.length).toBeLessThan(60);
  });
});
