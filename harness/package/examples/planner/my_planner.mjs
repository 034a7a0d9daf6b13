// @ts-check
/**
 * Asks a language model for one action at a time; README.md says how to run it. A planner yields a decision, receives
 * its outcome, and yields the next.
 */
import { ParseLog, readCalls } from 'tapedeck/planner';
import { z } from 'zod';

/** @import { Episode, HouseholdObservation, Planner, Start, Vocabulary } from 'tapedeck/planner' */

/** As in `--planner ./my_planner.mjs+attemptsMax=1`. */
const optionsSchema = z.strictObject({
  temperature: z.number().min(0).max(2).default(0).describe('Sampling temperature'),
  attemptsMax: z.int().min(1).max(10).default(3).describe('Replies without an action after which it gives up'),
});

/** @typedef {z.infer<typeof optionsSchema>} Options */

/** @type {Planner<HouseholdObservation, Options>} */
export const planner = {
  name: 'my_planner',
  title: 'My planner',
  summary: 'Asks for one action, carries it out and asks again',
  worlds: ['household'],
  privileged: () => false, // true: it receives a model of the world
  options: optionsSchema,
  promptSlots: { next: ['task', 'scene', 'history'] }, // prompts/next.txt, and what it may use
  plan,
};

/**
 * Functions of the prompt; `readCalls` discards and counts the rest of a reply.
 *
 * @type {Vocabulary}
 */
const FUNCTIONS = new Map([
  ['move', ['name']],
  ['pickup', ['name']],
  ['placein', ['name', 'name']],
  ['placeon', ['name', 'name']],
  ['open', ['name']],
  ['close', ['name']],
  ['switchon', ['name']],
  ['switchoff', ['name']],
  ['done', []],
]);

/**
 * @param {Start<HouseholdObservation>} start
 * @param {Options} options
 * @returns {Episode<HouseholdObservation>}
 */
async function* plan(start, options) {
  /** @type {string[]} */
  const history = [];
  let { observation } = start;
  let attempts = 0;
  while (attempts < options.attemptsMax) {
    const slots = { task: start.instruction, scene: sceneText(observation), history: history.join('\n') };
    const content = start.prompts.render('next', slots);
    const reply = await start.llm.chat([{ role: 'user', content }], {
      purpose: 'next',
      temperature: options.temperature,
    });
    const log = new ParseLog();
    const [call] = readCalls(reply.text, FUNCTIONS, log);
    start.note(log.note('next', call === undefined ? 0 : 1));
    if (call === undefined) {
      attempts += 1;
      history.push('(a reply that named no action)');
    } else if (call.name === 'done') {
      return;
    } else {
      const { name: verb, args } = call;
      const outcome = yield { kind: 'act', action: { verb, args } };
      observation = outcome.observation;
      attempts = 0;
      history.push(`${verb}(${args.join(', ')}) ${outcome.ok ? 'worked' : 'failed'}`);
      // Results show how right its beliefs are.
      const keyObjects = observation.holding.map((name) => ({ name, attributes: ['in_hand'] }));
      start.note({ kind: 'belief', belief: { keyObjects } });
    }
  }
  yield { kind: 'stop', reason: 'no_action' };
}

/** @param {HouseholdObservation} observation */
function sceneText({ room, rooms, holding, closeTo, ...lists }) {
  const listed = [...lists.objects, ...lists.containers, ...lists.surfaces]; // a cupboard may be in all three
  const things = new Set(listed.map(({ name, relation, place }) => `${name} ${relation} ${place}`));
  return [
    `You are in ${room}. Rooms: ${rooms.join(', ')}.`,
    `You hold: ${holding.join(', ') || 'nothing'}. Within reach: ${closeTo.join(', ') || 'nothing'}.`,
    `Seen so far: ${[...things].join('; ')}.`,
  ].join('\n');
}
