import { describe, expect, it } from 'vitest';
import { xmlFault } from '../../../../envs/testing/well_formed.ts';
import { planCells } from '../../../run/plan/plan_cells.ts';
import { readSuite } from '../../../run/suites/suite.ts';
import { traceHeader, traceSummary } from '../../../trace/testing/trace_fixture.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { TraceEvent } from '../../../trace/trace_schema.ts';
import { DRAWN_EPISODES } from './drawn_episodes.ts';

const RESULTS = { episodes: [], instructions: new Map(), model: 'm', provenance: ['nobody, a test'] };

function figure(number: number) {
  return DRAWN_EPISODES.find(({ file }) => file === `llm_state_figure_${number}.svg`)!;
}

/** What came of these actions, with a belief after each refusal. */
async function played(suite: string, task: string, actions: readonly string[]): Promise<Trace> {
  const request = { suite, scenes: [suite === 'robot' ? 'robot_home' : 'house_1'], tasks: [task] };
  const [cell] = planCells(request, readSuite(suite));
  const env = cell!.newEnv(1);
  await env.reset();
  const events: TraceEvent[] = [];
  for (const [at, text] of actions.entries()) {
    const [verb = '', ...args] = text.split(' ');
    const action = { verb, args };
    const result = await env.step(action);
    const { ok, goal } = result;
    events.push({ event: 'step', number: at + 1, action, ok, goal, ...(result.ok ? {} : { reason: result.reason }) });
    const belief = { keyObjects: [], reasoning: `Step ${at + 1} failed.` };
    if (!ok) events.push({ event: 'note', note: { kind: 'belief', belief } });
  }
  const header = traceHeader({ suite, world: 'household', scene: request.scenes[0]!, task, planner: 'llm_state' });
  return { header, events, summary: traceSummary() };
}

const TWO_SLICES = [
  ...[
    'move kitchen1',
    'move breadslice1',
    'pickup breadslice1',
    'move breadslice2',
    'pickup breadslice2',
    'move toaster1',
  ],
  ...[
    'placein breadslice1 toaster1',
    'placein breadslice2 toaster1',
    'switchon toaster1',
    'placeon breadslice2 kitchencounter1',
  ],
];

describe('Figure 4', () => {
  it('draws the slice that the toaster refuses, what led there and what was thought of it', async () => {
    const svg = await figure(4).draw(RESULTS, [await played('household', 'make_3_toasts', TWO_SLICES)]);
    expect(xmlFault(svg)).toBe(null);
    expect(svg).toContain('fill="#b3261e" font-weight="bold">8. placein(breadslice2, toaster1): refused<');
    expect(svg).toContain('>7. placein(breadslice1, toaster1)<');
    expect(svg).toContain('>Step 8 failed.<');
    expect(svg).toContain('Episode household/house_1/make_3_toasts/llm_state/1');
  });

  it('says that nothing is recorded where no such step is', async () => {
    const svg = await figure(4).draw(RESULTS, [await played('household', 'make_3_toasts', TWO_SLICES.slice(0, 7))]);
    expect(svg).toContain('Not recorded yet');
    expect(svg).not.toContain('aria-hidden');
  });
});

describe('Figure 5', () => {
  it('draws the five houses with their rooms', async () => {
    const svg = await figure(5).draw(RESULTS, []);
    expect(xmlFault(svg)).toBe(null);
    expect([...svg.matchAll(/>(house_\d)</g)].map(([, name]) => name)).toEqual([
      'house_1',
      'house_2',
      'house_3',
      'house_4',
      'house_5',
    ]);
    expect(svg.split('>kitchen1</text>')).toHaveLength(6);
  });
});

describe('Figure 6', () => {
  const task = 'heat_food_and_bring_to_sofa';

  it('leaves out what only leads to the next action, and further refusals in a row', async () => {
    const actions = [
      'move kitchen1',
      'move fridge1',
      'open fridge1',
      'open fridge1',
      'pickup nothing1',
      'pickup hamburger1',
    ];
    const svg = await figure(6).draw(RESULTS, [await played('robot', task, actions)]);
    expect(xmlFault(svg)).toBe(null);
    const headings = [...svg.matchAll(/font-size="12"[^>]*font-weight="bold">([^<]*)</g)].map(([, text]) => text);
    expect(headings).toEqual([
      'At the start',
      '3. open(fridge1)',
      '4. open(fridge1): refused',
      '6. pickup(hamburger1)',
    ]);
  });

  it('says that nothing is recorded where nothing is', async () => {
    expect(await figure(6).draw(RESULTS, [])).toContain('Not recorded yet.');
  });
});
