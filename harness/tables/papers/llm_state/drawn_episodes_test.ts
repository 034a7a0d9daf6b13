import { expect, it } from 'vitest';
import { xmlFault } from '../../../../envs/testing/well_formed.ts';
import { planCells } from '../../../run/plan/episode_list.ts';
import { readSuite } from '../../../run/suites/suite.ts';
import { noteEvent, stepEvent, traceOf } from '../../../trace/testing/trace_fixture.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { TraceEvent } from '../../../trace/trace_schema.ts';
import { DRAWN_EPISODES } from './drawn_episodes.ts';

const RESULTS = { episodes: [], instructions: new Map(), model: 'm', provenance: ['nobody, a test'] };

function figure(number: number) {
  return DRAWN_EPISODES.find(({ file }) => file === `llm_state_figure_${number}.svg`)!;
}

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
    events.push(stepEvent({ number: at + 1, action, ok, goal, ...(result.ok ? {} : { reason: result.reason }) }));
    const belief = { keyObjects: [], reasoning: `Step ${at + 1} failed.` };
    if (!ok) events.push(noteEvent({ kind: 'belief', belief }));
  }
  return traceOf(events, { suite, scene: request.scenes[0]!, task, planner: 'llm_state' });
}

const TWO_SLICES = [
  ...['move kitchen1', 'move breadslice1', 'pickup breadslice1', 'move breadslice2', 'pickup breadslice2'],
  ...['move toaster1', 'placein breadslice1 toaster1', 'placein breadslice2 toaster1', 'switchon toaster1'],
  'placeon breadslice2 kitchencounter1',
];

it('Figure 4 draws the slice that the toaster refuses, the way there and the belief afterwards, if that is recorded', async () => {
  const svg = await figure(4).draw(RESULTS, [await played('household', 'make_3_toasts', TWO_SLICES)]);
  expect(xmlFault(svg)).toBe(null);
  expect(svg).toContain('fill="#b3261e" font-weight="bold">8. placein(breadslice2, toaster1): refused<');
  expect(svg).toContain('>7. placein(breadslice1, toaster1)<');
  expect(svg).toContain('>Step 8 failed.<');
  expect(svg).toContain('Episode household/house_1/make_3_toasts/llm_state/1');
  const none = await figure(4).draw(RESULTS, [await played('household', 'make_3_toasts', TWO_SLICES.slice(0, 7))]);
  expect(none).toContain('Not recorded yet');
  expect(none).not.toContain('aria-hidden');
});

it('Figure 5 draws the five houses with their rooms', async () => {
  const svg = await figure(5).draw(RESULTS, []);
  expect(xmlFault(svg)).toBe(null);
  const names = [...svg.matchAll(/>(house_\d)</g)].map(([, name]) => name);
  expect(names.join(' ')).toBe('house_1 house_2 house_3 house_4 house_5');
  expect(svg.split('>kitchen1</text>')).toHaveLength(6);
});

it('Figure 6 leaves out actions that only lead to the next one, and further refusals in a row', async () => {
  const opening = ['move kitchen1', 'move fridge1', 'open fridge1', 'open fridge1'];
  const actions = [...opening, 'pickup nothing1', 'pickup hamburger1'];
  const svg = await figure(6).draw(RESULTS, [await played('robot', 'heat_food_and_bring_to_sofa', actions)]);
  expect(xmlFault(svg)).toBe(null);
  const headings = [...svg.matchAll(/font-size="12"[^>]*font-weight="bold">([^<]*)</g)].map(([, text]) => text);
  expect(headings).toEqual([
    ...['At the start', '3. open(fridge1)', '4. open(fridge1): refused', '6. pickup(hamburger1)'],
  ]);
  expect(await figure(6).draw(RESULTS, [])).toContain('Not recorded yet.');
});
