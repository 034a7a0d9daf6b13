import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PlannerNote } from '../../../planners/planner.ts';
import { PLACES } from '../../io/places.ts';
import { collectRun } from '../../run/execute_run.ts';
import { ExchangeReader } from '../../run/reading/trace_text.ts';

const { traces } = await collectRun(
  { suite: 'listings' },
  { mode: 'replay', tapes: [PLACES.tapes], jobs: 1 },
  { signal: new AbortController().signal, messages: { say() {}, progress() {} } },
);
const trace = traces[0]!;

function golden(name: string): string {
  return readFileSync(join(PLACES.planners, 'llm_state/golden', `${name}.txt`), 'utf8').replace(/\n$/, '');
}

function notes(kind: PlannerNote['kind']): PlannerNote[] {
  return trace.events.flatMap((event) => (event.event === 'note' && event.note.kind === kind ? [event.note] : []));
}

describe('the step of Listings 3 to 5', () => {
  it('begins where the four printed actions lead, with their printed success bits', () => {
    const prologue = trace.events.filter((event) => event.event === 'prologue');
    expect(prologue.map(({ action, ok }) => [action.verb, ...action.args, ok])).toEqual([
      ['move', 'lightswitch1', true],
      ['switchoff', 'lightswitch1', true],
      ['move', 'bedroom1', true],
      ['switchoff', 'lightswitch1', false],
    ]);
  });

  it('asks the three printed prompts byte for byte and hears the printed replies', async () => {
    const exchanges = await ExchangeReader.once(trace, [PLACES.tapes]);
    const names = ['attention', 'state_estimator', 'policy'];
    const asked = names.map((name) => [{ role: 'user', content: golden(name) }]);
    expect(exchanges.map((exchange) => exchange?.messages)).toEqual(asked);
    expect(exchanges.map((exchange) => exchange?.reply)).toEqual(names.map((name) => golden(`${name}_reply`)));
  });

  it('parses the replies to what the paper shows, and throws nothing away', () => {
    expect(notes('parsed')).toMatchObject([
      { purpose: 'attention', accepted: 2, discarded: [] },
      { purpose: 'state_estimator', accepted: 3, discarded: [] },
      { purpose: 'policy', accepted: 11, discarded: [] },
    ]);
    const keyObjects = [
      { name: 'lightswitch1', attributes: ['off'] },
      { name: 'bedroom1', attributes: ['robot_inside'] },
      { name: 'lightswitch2', attributes: [] },
    ];
    expect(notes('belief')).toMatchObject([{ belief: { keyObjects } }]);
  });

  it('runs on from Listing 5’s plan, guessed switches and all, until every light is off', () => {
    const steps = trace.events.filter((event) => event.event === 'step');
    expect(steps.map(({ action }) => `${action.verb}(${action.args.join()})`)).toEqual([
      ...['move(lightswitch2)', 'switchoff(lightswitch2)'],
      ...['move(kitchen1)', 'move(lightswitch3)', 'switchoff(lightswitch3)'],
      ...['move(livingroom1)', 'move(lightswitch4)', 'switchoff(lightswitch4)'],
    ]);
    expect(steps.every(({ ok }) => ok)).toBe(true);
    expect(trace.summary).toMatchObject({ end: 'goal', steps: 8, calls: 3, share: 1 });
  });

  it('says that the answers come from the paper', () => {
    const manifest = JSON.parse(readFileSync(join(PLACES.tapes, 'listings/gpt-4-0613/manifest.json'), 'utf8'));
    expect(manifest.provenance).toMatchObject([{ model: 'gpt-4-0613', source: 'paper', provider: 'OpenAI' }]);
  });
});
