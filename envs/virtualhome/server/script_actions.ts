/** One line of a script as Unity carries it out: it chooses the things, walks to them, and stands up before that. */
import { scriptLine } from '../../household/virtualhome/script_line.ts';
import type { VirtualHomeSimulator } from '../../household/virtualhome/virtualhome_simulator.ts';
import type { PlayedGraph } from './played_graph.ts';
import { isNameFor, objectsIn, type ScriptNames } from './script_names.ts';

/** They lead to a thing, or need not. */
const WITHOUT_WALK = new Set(['WALK', 'RUN', 'FIND', 'TURNTO', 'STANDUP', 'WAKEUP', 'DROP']);
const WALKS = new Set(['WALK', 'RUN', 'FIND']);
const SEATS = new Set(['SIT', 'LIE']);
/** What they do to the scene. A phone is used by who holds it, and taken up before, if need be. */
const DONE_AS: ReadonlyMap<string, string> = new Map([
  ['LOOKAT', 'TURNTO'],
  ['POINTAT', 'TURNTO'],
  ['WATCH', 'TURNTO'],
  ['TALK', 'GRAB'],
  ['TEXT', 'GRAB'],
]);
const PHONE = new Set(['TALK', 'TEXT']);
/** They turn the character, or take it a step on, which is nothing here. */
const IN_PLACE = /^\[\s{0,9}(WALKFORWARD|WALKBACKWARD|TURNLEFT|TURNRIGHT)\s{0,9}\]$/i;
const NONE = -1;

/** Has a character carry out a line, with the walk before it; or says why not. `names`: null where ids count. Throws a ScriptLineError. */
export function attempt(
  played: PlayedGraph,
  { character, line }: { readonly character: number; readonly line: string },
  names: ScriptNames | null,
): string | null {
  const { simulator, nodes } = played;
  const { state } = simulator;
  state.actAs(character);
  if (IN_PLACE.test(line)) return null;
  const asked = verbOf(line);
  const refused = (className: string, reason: string) =>
    `PROCESS ${asked}: Can not select object: ${className}. REASON: ${reason}`;
  const found = names === null ? { line } : names.resolve(line);
  if (!('line' in found)) return refused(found.className, found.reason);
  const objects = objectsIn(found.line);
  const stranger = objects.find(({ id }) => !played.ids.has(id));
  if (stranger !== undefined) return refused(stranger.className, 'Unknown');
  const done = DONE_AS.get(asked);
  const step = simulator.read(done === undefined ? found.line : found.line.replace(/\w+/, done));
  const { verb } = step.action;
  const goal = step.second === NONE ? step.first : step.second;
  const isReached = goal === NONE || state.isHeld(goal);
  if (!isReached && state.isHidden(goal)) return refused(nodes[goal]!.class_name, 'No interaction positions');
  for (const [at, node] of [step.first, step.second].entries()) {
    if (node === NONE) continue;
    const className = objects[at]?.className ?? nodes[node]!.class_name;
    if (node === character || !isNameFor(className, nodes[node]!, played.classes)) return refused(className, 'Unknown');
    if (!WITHOUT_WALK.has(verb) && isHeldByAnother(played, node, character))
      return refused(className, 'Held by another character');
  }
  if (verb === 'PUTBACK' && !bears(state, goal, step.first)) return refused(nodes[goal]!.class_name, 'Not a surface');
  if (PHONE.has(asked) && isReached) return null;
  const mustWalk = !isReached && !WITHOUT_WALK.has(verb) && !state.isClose(goal);
  const mustStand = mustWalk || WALKS.has(verb) || SEATS.has(verb);
  if (mustStand && (state.robotIs('SITTING') || state.robotIs('LYING'))) {
    played.carryOut(simulator.read('[STANDUP]'), 'STANDUP');
  }
  if (mustWalk) {
    const problem = played.carryOut(
      simulator.read(scriptLine('WALK', { className: nodes[goal]!.class_name, id: nodes[goal]!.id })),
      'WALK',
    );
    if (problem !== null) return problem;
  }
  return played.carryOut(step, asked);
}

function isHeldByAnother(played: PlayedGraph, node: number, character: number): boolean {
  return played.characters.some((other) => other !== character && played.heldBy(other).includes(node));
}

/** A sink bears things, too, though it is no surface by its properties. */
function bears(state: VirtualHomeSimulator['state'], at: number, thing: number): boolean {
  const isOpen = state.has(at, 'CONTAINERS') && !state.has(at, 'CAN_OPEN');
  return at !== thing && (state.has(at, 'SURFACES') || isOpen);
}

function verbOf(line: string): string {
  return (/\[\s{0,9}(\w{1,40})/.exec(line)?.[1] ?? '').toUpperCase();
}
