import type { Fact, TabletopObservation } from '../../envs/tabletop/observation.ts';
import type { TypedName } from '../pddl/read/domain.ts';
import type { WrittenTask } from './read_files.ts';
import type { Subgoal } from './read_subgoals.ts';

const SENSED_NAMES = ['air', 'hand', 'table'];

/** From the sensed state; `leftOut` are predicates that the domain does not declare with two arguments. */
export function subgoalProblem(
  { domain, problem }: Pick<WrittenTask, 'domain' | 'problem'>,
  { blocks, facts }: Pick<TabletopObservation, 'blocks' | 'facts'>,
  { conditions }: Pick<Subgoal, 'conditions'>,
): { text: string; leftOut: string[]; added: string[] } {
  const binary = domain.predicates.filter(({ parameters }) => parameters.length === 2);
  const sayable = new Set(binary.map(({ name }) => name.name));
  const isSayable = ([predicate]: Fact) => sayable.has(predicate);
  const known = new Set([...domain.constants, ...problem.objects].map(({ name }) => name.name));
  const isUndeclared = (name: string) => !known.has(name.toLowerCase());
  const newBlocks = blocks.filter(isUndeclared);
  const used = new Set(facts.filter(isSayable).flatMap(([, first, second]) => [first, second]));
  const newNames = SENSED_NAMES.filter((name) => used.has(name) && isUndeclared(name));
  const blockNames = new Set(blocks.map((block) => block.toLowerCase()));
  const ofBlocks = typeOf(problem.objects.find(({ name }) => blockNames.has(name.name)));
  const text = [
    '(define (problem subgoal)',
    `  (:domain ${domain.name.written})`,
    '  (:objects',
    ...problem.objects.map((object) => `    ${object.name.written} - ${typeOf(object)}`),
    ...newBlocks.map((name) => `    ${name} - ${ofBlocks}`),
    ...newNames.map((name) => `    ${name} - object`),
    '  )',
    '  (:init',
    ...facts.filter(isSayable).map((fact) => `    (${fact.join(' ')})`),
    '  )',
    '  (:goal (and',
    ...conditions.map((condition) => `    ${condition}`),
    '  )))',
    '',
  ].join('\n');
  const leftOut = new Set(facts.filter((fact) => !isSayable(fact)).map(([predicate]) => predicate));
  return { text, leftOut: [...leftOut], added: [...newBlocks, ...newNames] };
}

function typeOf(object: TypedName | undefined): string {
  return object?.types?.[0]?.written ?? 'object';
}
