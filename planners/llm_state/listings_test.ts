import { describe, expect, test } from 'vitest';
import type { PastAction } from '../planner.ts';
import { householdPlayer } from '../testing/household_play.ts';
import { llmState } from './llm_state.ts';
import { golden, observationFrom, paperIsPresent, paperListing } from './testing/paper_listings.ts';

/** Listings 3 to 5 are one moment: four actions done, two key objects known. */
const past: PastAction[] = [
  { action: { verb: 'move', args: ['lightswitch1'] }, ok: true },
  { action: { verb: 'switchoff', args: ['lightswitch1'] }, ok: true },
  { action: { verb: 'move', args: ['bedroom1'] }, ok: true },
  { action: { verb: 'switchoff', args: ['lightswitch1'] }, ok: false },
];

const observation = observationFrom(golden('attention.txt'));
const play = householdPlayer(llmState, {
  instruction: 'switch off all the lights in the house',
  ...{ observation, past, memory: { keyObjects: ['lightswitch1', 'bedroom1'] } },
  outcomes: Array(10).fill([true, observation]),
});

/** Plays the moment of Listings 3 to 5 with the printed replies, up to the first decision. */
function listingsMoment(options: Readonly<Record<string, unknown>> = {}) {
  const purposes = ['attention', 'state_estimator', 'policy'];
  return play(Object.fromEntries(purposes.map((purpose) => [purpose, golden(`${purpose}_reply.txt`)])), { options });
}

describe.each([
  [3, 'attention'],
  [4, 'state_estimator'],
  [5, 'policy'],
])('Listing %i', (number, purpose) => {
  test('llmState asks what the listing shows, byte for byte, in one user message', async () => {
    const { requests } = await listingsMoment();
    const messages = [{ role: 'user', content: golden(`${purpose}.txt`) }];
    expect(requests[number - 3]).toEqual({ messages, options: { purpose, temperature: 0 } });
  });

  test.skipIf(!paperIsPresent)('the golden files say what the paper prints (skipped where its text is absent)', () => {
    // Line 1 names the role; the blank line before "LLM response:" sets off the reply and belongs to neither.
    const lines = paperListing(number);
    const response = lines.indexOf('LLM response:');
    expect(lines[0]).toBe('user:');
    expect(lines[response - 1]).toBe('');
    expect(golden(`${purpose}.txt`)).toBe(lines.slice(1, response - 1).join('\n'));
    expect(golden(`${purpose}_reply.txt`)).toBe(lines.slice(response + 1).join('\n'));
  });
});

test('llmState reads the printed replies as the paper does', async () => {
  const { decisions, did, notes } = await listingsMoment();
  expect(decisions.at(-1)).toEqual({ kind: 'act', action: { verb: 'switchoff', args: ['lightswitch1'] } });
  expect(did).toEqual([
    ...['move lightswitch2', 'switchoff lightswitch2', 'move kitchen1', 'move lightswitch3', 'switchoff lightswitch3'],
    ...['move livingroom1', 'move lightswitch4', 'switchoff lightswitch4', 'move bathroom1', 'move lightswitch1'],
  ]);
  const parsed = { kind: 'parsed', discardedCounts: {}, discarded: [], remarks: [] };
  expect(notes).toEqual([
    { ...parsed, purpose: 'attention', accepted: 2, remarks: ['already key objects: "lightswitch1"'] },
    { ...parsed, purpose: 'state_estimator', accepted: 3 },
    {
      kind: 'belief',
      belief: {
        keyObjects: [
          { name: 'lightswitch1', attributes: ['off'] },
          { name: 'bedroom1', attributes: ['robot_inside'] },
          { name: 'lightswitch2', attributes: [] },
        ],
        reasoning:
          "The robot moved to lightswitch1 and successfully switched it off. Then it moved to bedroom1. It tried to switch off lightswitch1 again but failed because it's not in the same location with lightswitch1.",
      },
    },
    { ...parsed, purpose: 'policy', accepted: 11 },
  ]);
});

test.each([
  ['without_states', { states: false }, ['policy']],
  ['without_summary', { summary: false }, ['state_estimator', 'policy']],
  ['without_objects', { objects: false }, ['state_estimator', 'policy']],
  ['reasoning_at_start', { reasoning: 'start' }, ['policy']],
  ['without_history', { history: false }, ['policy']],
  ['with_observation', { observation: 'full' }, ['state_estimator']],
  ['one_hand', { hands: 1 }, ['state_estimator', 'policy']],
])('the prompts of the ablations and options %s: as in golden/', async (name, options, changed) => {
  const { asked, prompts } = await listingsMoment(options);
  for (const [at, prompt] of prompts.entries()) {
    const purpose = asked[at]!;
    if (changed.includes(purpose)) {
      await expect(`${prompt}\n`).toMatchFileSnapshot(`golden/${purpose}_${name}.txt`);
    } else {
      expect(prompt).toBe(golden(`${purpose}.txt`));
    }
  }
});
