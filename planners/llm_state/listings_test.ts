import { describe, expect, test } from 'vitest';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import type { PastAction } from '../planner.ts';
import { playScript } from '../testing/play_script.ts';
import { llmState } from './llm_state.ts';
import { golden, observationFrom, paperIsPresent, paperListing } from './testing/paper_listings.ts';

const observation: HouseholdObservation = observationFrom(golden('attention.txt'));

/** Listings 3 to 5 are one moment: four actions done, two key objects known. */
const past: PastAction[] = [
  { action: { verb: 'move', args: ['lightswitch1'] }, ok: true },
  { action: { verb: 'switchoff', args: ['lightswitch1'] }, ok: true },
  { action: { verb: 'move', args: ['bedroom1'] }, ok: true },
  { action: { verb: 'switchoff', args: ['lightswitch1'] }, ok: false },
];

/** Plays the moment of Listings 3 to 5 with the printed replies, up to the first decision. */
async function listingsMoment(options: Record<string, unknown> = {}) {
  const played = await playScript(
    [llmState, options],
    {
      script: {
        attention: golden('attention_reply.txt'),
        state_estimator: golden('state_estimator_reply.txt'),
        policy: golden('policy_reply.txt'),
      },
      given: {
        instruction: 'switch off all the lights in the house',
        observation,
        past,
        memory: { keyObjects: ['lightswitch1', 'bedroom1'] },
      },
    },
    (_, number) => (number < 11 ? { ok: true, observation } : undefined),
  );
  const prompts = played.requests.map(
    ({ messages, options: { purpose } }) => [purpose, messages[0]?.content ?? ''] as const,
  );
  return { ...played, prompts: new Map(prompts) };
}

describe.each([
  [3, 'attention'],
  [4, 'state_estimator'],
  [5, 'policy'],
])('Listing %i', (number, purpose) => {
  test('llmState asks what the listing shows, byte for byte', async () => {
    const { prompts } = await listingsMoment();
    expect(prompts.get(purpose)).toBe(golden(`${purpose}.txt`));
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

test('llmState sends each prompt as one user message', async () => {
  const { requests } = await listingsMoment();
  expect(requests.map(({ messages }) => messages.map(({ role }) => role))).toEqual([['user'], ['user'], ['user']]);
  expect(requests.map(({ options }) => options)).toEqual([
    { purpose: 'attention', temperature: 0 },
    { purpose: 'state_estimator', temperature: 0 },
    { purpose: 'policy', temperature: 0 },
  ]);
});

test('llmState reads the printed replies as the paper does', async () => {
  const { decisions, notes } = await listingsMoment();
  expect(decisions.map((decision) => decision?.kind === 'act' && decision.action)).toEqual([
    { verb: 'move', args: ['lightswitch2'] },
    { verb: 'switchoff', args: ['lightswitch2'] },
    { verb: 'move', args: ['kitchen1'] },
    { verb: 'move', args: ['lightswitch3'] },
    { verb: 'switchoff', args: ['lightswitch3'] },
    { verb: 'move', args: ['livingroom1'] },
    { verb: 'move', args: ['lightswitch4'] },
    { verb: 'switchoff', args: ['lightswitch4'] },
    { verb: 'move', args: ['bathroom1'] },
    { verb: 'move', args: ['lightswitch1'] },
    { verb: 'switchoff', args: ['lightswitch1'] },
  ]);
  expect(notes).toEqual([
    {
      kind: 'parsed',
      purpose: 'attention',
      accepted: 2,
      discardedCounts: {},
      discarded: [],
      remarks: ['already key objects: "lightswitch1"'],
    },
    { kind: 'parsed', purpose: 'state_estimator', accepted: 3, discardedCounts: {}, discarded: [], remarks: [] },
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
    { kind: 'parsed', purpose: 'policy', accepted: 11, discardedCounts: {}, discarded: [], remarks: [] },
  ]);
});

describe('the prompts of the ablations and options', () => {
  test.each([
    ['without_states', { states: false }, ['policy']],
    ['without_summary', { summary: false }, ['state_estimator', 'policy']],
    ['without_objects', { objects: false }, ['state_estimator', 'policy']],
    ['reasoning_at_start', { reasoning: 'start' }, ['policy']],
    ['without_history', { history: false }, ['policy']],
    ['with_observation', { observation: 'full' }, ['state_estimator']],
    ['one_hand', { hands: 1 }, ['state_estimator', 'policy']],
  ])('%s: as in golden/', async (name, options, changed) => {
    const { prompts } = await listingsMoment(options);
    for (const [purpose, prompt] of prompts) {
      if (changed.includes(purpose)) {
        await expect(`${prompt}\n`).toMatchFileSnapshot(`golden/${purpose}_${name}.txt`);
      } else {
        expect(prompt).toBe(golden(`${purpose}.txt`));
      }
    }
  });
});
