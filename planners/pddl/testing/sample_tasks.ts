import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type TaskText = Readonly<{ name: string; domain: string; problem: string }>;

const SETS = join(import.meta.dirname, '../../../../shared/pddl');

const OWN = join(import.meta.dirname, 'problems');

/** Problems of our own; the cost is null if there is no plan. */
export const ownTasks: readonly (TaskText & { readonly cost: number | null })[] = tasksIn(OWN).map((task) => {
  const costs: Readonly<Record<string, number | null>> = JSON.parse(readFileSync(join(OWN, 'costs.json'), 'utf8'));
  const cost = costs[task.name];
  if (cost === undefined) throw new Error(`costs.json does not say what "${task.name}" costs`);
  return { ...task, cost };
});

export const sampleTasks: readonly TaskText[] = [
  ...ownTasks,
  ...['reference', 'llm-pddl'].flatMap((set) => tasksIn(join(SETS, set))),
];

function tasksIn(root: string): TaskText[] {
  if (!existsSync(root)) return [];
  const folders = readdirSync(root).filter((folder) => existsSync(join(root, folder, 'domain.pddl')));
  return folders.sort().flatMap((folder) => {
    const domain = readFileSync(join(root, folder, 'domain.pddl'), 'utf8');
    const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.pddl') && file !== 'domain.pddl');
    const read = (file: string) => readFileSync(join(root, folder, file), 'utf8');
    return files.sort().map((file) => ({ name: `${folder}/${file}`, domain, problem: read(file) }));
  });
}

/** What Fast Downward found, by the name of the task; null where the sets are absent. */
export function referenceResults(): Readonly<{ problem: string; operators: number }>[] | null {
  const path = join(SETS, 'reference/results.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).results : null;
}

export const KITCHEN: TaskText = {
  name: 'kitchen',
  domain: `; A robot brings cups to a table.
(define (domain Kitchen)
  (:requirements :adl :action-costs)
  (:types cup plate - item  room table - place  item place - object)
  (:constants hall - room)
  (:predicates (at ?i - item ?p - place) (in ?r - room) (held ?i - item) (door ?a ?b - room)
    (clean ?x - (either cup plate)) (hands-free))
  (:functions (total-cost) - number (steps ?a ?b - room) - number)
  (:action go :parameters (?from ?to - room)
    :precondition (and (in ?from) (or (door ?from ?to) (door ?to ?from)) (not (= ?from ?to)))
    :effect (and (not (in ?from)) (in ?to) (increase (total-cost) (steps ?from ?to))))
  (:action take :parameters (?i - item ?p - place)
    :precondition (and (at ?i ?p) (hands-free) (imply (in ?p) (not (held ?i))))
    :effect (and (held ?i) (not (at ?i ?p)) (not (hands-free))))
  (:action put :parameters (?i - item ?p - place)
    :precondition (and (held ?i) (exists (?r - room) (in ?r)))
    :effect (and (not (held ?i)) (hands-free) (at ?i ?p) (increase (total-cost) 1)))
  (:action wash :precondition (in hall)
    :effect (forall (?i - item) (when (held ?i) (clean ?i)))))
`,
  problem: `(define (problem Tea)
  (:domain kitchen)
  (:objects mug - cup dish - plate kitchen - room sink - table)
  (:init (at mug sink) (at dish sink) (in kitchen) (door hall kitchen) (not (clean mug)) (hands-free)
    (= (total-cost) 0) (= (steps hall kitchen) 2) (= (steps kitchen hall) 3))
  (:goal (and (forall (?i - item) (clean ?i)) (at mug sink) (not (held dish))))
  (:metric minimize (total-cost)))
`,
};
