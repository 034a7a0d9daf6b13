/** The original asks its simulator; observations omit states such as open. */
import type { Model } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import { askOnce } from '../ask_until_read.ts';
import type { PastAction, Start } from '../planner.ts';
import { pythonRepr, pythonString } from '../python_repr.ts';
import { LENGTHS_MAX } from '../read_arguments.ts';
import { type Condition, conditionText, resultLines } from './program.ts';

export type Judge = (condition: Condition, knowledge: Knowledge) => Promise<boolean>;

type Judging = Readonly<{ assertions: 'llm' | 'env' | 'off'; resultsMax: number; temperature: number }>;

export function judgeOf(start: Start<HouseholdObservation>, options: Judging): Judge {
  if (options.assertions === 'off') return async () => true;
  return options.assertions === 'llm' ? judgeByLlm(start, options) : judgeByWorld(start);
}

function judgeByLlm(start: Start<HouseholdObservation>, { resultsMax, temperature }: Judging): Judge {
  return async (condition, { observation, history }) => {
    const { objects, containers, surfaces, holding, closeTo, room } = observation;
    const isAbout = (name: string | undefined) => condition.form === 'other' || condition.object === name;
    const places = [...objects, ...containers, ...surfaces]
      .filter(({ name }) => condition.form !== 'other' && condition.object === name)
      .map(({ name, relation, place }) => `${name} ${relation} ${place}`);
    const done = history.filter(({ action }) => action.args.some(isAbout));
    const assertion = conditionText(condition);
    const content = start.prompts.render('assertion', {
      holding: pythonRepr(holding),
      close_to: pythonRepr(closeTo),
      current_room: room,
      places: pythonRepr([...new Set(places)]),
      done_shown: done.length > 0,
      about: condition.form === 'other' ? '' : pythonString(condition.object),
      done: resultLines(done, resultsMax),
      assertion,
    });
    const { holds } = await askOnce(start, { content, purpose: 'assertion', temperature }, (text, log) => {
      const read = readJudgement(text);
      if (read === null) log.discard('malformed', { line: 1, text }, 'not a plain True or False');
      return { holds: read === true, accepted: read === null ? 0 : 1 };
    });
    start.note({ kind: 'belief', belief: { assertion, judge: 'llm', holds } });
    return holds;
  };
}

const JUDGING = /(?<![\p{L}\p{N}])(?:true|false|not|cannot|never)(?![\p{L}\p{N}])|n['’]t(?![\p{L}\p{N}])/gu;

export function readJudgement(reply: string): boolean | null {
  if (reply.length > LENGTHS_MAX.text) return null;
  const words = reply.toLowerCase().match(JUDGING) ?? [];
  const last = words.findLastIndex((word) => word === 'true' || word === 'false');
  const isPlain = last >= 0 && words.slice(0, last).every((word) => word === words[last]);
  return isPlain ? words[last] === 'true' : null;
}

function judgeByWorld(start: Start<HouseholdObservation>): Judge {
  const { model } = start;
  if (model === undefined) {
    throw new TypeError(
      'Cannot judge assertions with the world: planner "progprompt" has no model of it. ' +
        'Set assertions=llm, or use a world that can be copied',
    );
  }
  return async (condition, { observation }) => {
    const isRoom = condition.form === 'close_to' && observation.rooms.includes(condition.object);
    const verdict = isRoom ? { holds: observation.room === condition.object } : holdsIn(model(), condition);
    start.note({ kind: 'belief', belief: { assertion: conditionText(condition), judge: 'env', ...verdict } });
    return verdict.holds;
  };
}

const WORDS = { OPEN: 'open opened', CLOSED: 'close closed', ON: 'on switchedon', OFF: 'off switchedoff' };
const STATES = Object.entries(WORDS).map(([state, words]) => ({ state, words: words.split(' ') }));
const NAME = /^[a-z][a-z0-9_-]*$/;

function holdsIn(model: Model, condition: Condition): Readonly<{ holds: boolean; problem?: string }> {
  const question = questionOf(condition);
  if (question === null) return { holds: false, problem: 'the world does not know this condition' };
  try {
    return { holds: model.holds(question) };
  } catch (error) {
    return { holds: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function questionOf(condition: Condition): unknown {
  if (condition.form === 'other' || !NAME.test(condition.object)) return null;
  const { form, object } = condition;
  if (form === 'close_to') return { near: [object] };
  if (form === 'in_hands') return { held: [object] };
  const word = condition.state.toLowerCase().replaceAll(/[\s_-]/g, '');
  const found = STATES.find(({ words }) => words.includes(word));
  return found === undefined ? null : { state: [object, found.state] };
}

export type Knowledge = Readonly<{ observation: HouseholdObservation; history: readonly PastAction[] }>;

export function knownNames({ rooms, objects, containers, surfaces, holding }: HouseholdObservation): string[] {
  const things = [...objects, ...containers, ...surfaces];
  return [...new Set([...rooms, ...things.map(({ name }) => name), ...things.map(({ place }) => place), ...holding])];
}

/** A class name means its last found instance, else the held, nearest or lowest one. */
export function resolveName(name: string, { observation, history }: Knowledge): string {
  const known = knownNames(observation);
  if (known.includes(name)) return name;
  const instances = new Set(known.filter((candidate) => classOf(candidate) === name));
  const isInstance = (candidate: string | undefined) => candidate !== undefined && instances.has(candidate);
  const lastFound = history.findLast(({ action, ok }) => ok && action.verb === 'move' && isInstance(action.args[0]));
  const lowest = [...instances].sort((a, b) => indexOf(a) - indexOf(b));
  return (
    lastFound?.action.args[0] ??
    observation.holding.find(isInstance) ??
    observation.closeTo.find(isInstance) ??
    lowest.find((candidate) => isInRoom(candidate, observation)) ??
    lowest[0] ??
    name
  );
}

function isInRoom(name: string, { objects, containers, surfaces, room }: HouseholdObservation): boolean {
  const places = new Map([...objects, ...containers, ...surfaces].map(({ name, place }) => [name, place]));
  let place: string | undefined = name;
  // Places can form a circle.
  for (let steps = 0; steps < places.size && place !== undefined && place !== room; steps++) place = places.get(place);
  return place === room;
}

/** `mug` of `mug12`. */
function classOf(name: string): string {
  return name.replace(/(?<![0-9])[0-9]+$/, '');
}

function indexOf(name: string): number {
  return Number(name.slice(classOf(name).length));
}
