import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPddl } from '../check/check_pddl.ts';
import type { Domain } from '../read/domain.ts';
import type { Problem } from '../read/problem.ts';
import { arbitraryTask, word } from './arbitrary_pddl.ts';
import { sampleTasks } from './sample_tasks.ts';
import { writeDomain, writeProblem } from './write_pddl.ts';

/** Without places and spelling. */
function bare(tree: unknown): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value) => (key === 'at' || key === 'written' ? undefined : value)));
}

function reread({ domain, problem }: { domain: Domain; problem: Problem }): unknown {
  const read = checkPddl(writeDomain(domain), writeProblem(problem));
  if (read.status !== 'ok') throw new Error(read.message);
  return bare({ domain: read.domain, problem: read.problem });
}

/** With other names for objects, predicates and actions. */
function renamed<T>(tree: T, names: Readonly<Record<string, string>>): T {
  return JSON.parse(
    JSON.stringify(tree, (_, value) => {
      if (value?.kind !== 'word') return value;
      const variable = value.name.startsWith('?') ? '?' : '';
      const name: string = value.name.slice(variable.length);
      return Object.hasOwn(names, name) ? { ...value, name: `${variable}${names[name]}` } : value;
    }),
  );
}

describe('writeDomain() and writeProblem()', () => {
  it('write one canonical form', () => {
    const domainText = `(DEFINE (domain D) (:requirements :adl) (:types a b - c c) (:constants k - a) (:predicates (P ?x - a ?y)
      (q)) (:functions (total-cost) - number) (:action Go :parameters (?x - (either a b) ?y) :precondition () :effect (and (q)
      (when (not (= ?x ?y)) (P ?x ?y)) (forall (?z) (not (P ?x ?z))) (increase (total-cost) 2))))`;
    const problemText = `(define (problem X) (:domain d) (:init (p k k) (not (q)) (= (total-cost) 0)) (:goal (exists (?x)
      (imply (p ?x ?x) (or (q))))) (:metric minimize (total-cost)))`;
    const read = checkPddl(domainText, problemText);
    if (read.status !== 'ok') throw new Error(read.message);
    expect(writeDomain(read.domain)).toBe(`(define (domain d)
  (:requirements :adl)
  (:types
    a b - c
    c)
  (:constants k - a)
  (:predicates
    (p ?x - a ?y)
    (q))
  (:functions (total-cost) - number)
  (:action go
    :parameters (?x - (either a b) ?y)
    :precondition (and)
    :effect (and
      (q)
      (when (not (= ?x ?y)) (p ?x ?y))
      (forall (?z) (not (p ?x ?z)))
      (increase (total-cost) 2))))
`);
    expect(writeProblem(read.problem)).toBe(`(define (problem x)
  (:domain d)
  (:init
    (p k k)
    (not (q))
    (= (total-cost) 0))
  (:goal (exists (?x) (imply (p ?x ?x) (or (q)))))
  (:metric minimize (total-cost)))
`);
  });

  it('give the same tree when read again', () => {
    fc.assert(
      fc.property(arbitraryTask, (task) => {
        expect(reread(task)).toEqual(bare(task));
      }),
    );
  });

  it('keep odd names', () => {
    const odd = [
      '__proto__',
      'constructor',
      '1',
      '-5',
      'a.b',
      '"q"',
      "it's",
      '#',
      'either',
      'and',
      'toString',
      '\\n',
      '[]',
      '\0',
    ];
    const names = ['a', 'b', 'c', 'd', 'p', 'q', 'r', 'on', 'fixed', 'linked', 'act-0', 'act-1', 'weight', 'x'];
    const reserved = new Set(['and', 'either']);
    fc.assert(
      fc.property(arbitraryTask, fc.shuffledSubarray(odd), (task, some) => {
        const usable = some.map((name) => name.toLowerCase());
        const pairs = names.flatMap((name, i) => {
          const other = usable[i];
          const isPredicate = /^(p|q|r|on|fixed|linked|weight)$/.test(name);
          return other === undefined || (isPredicate && (reserved.has(other) || other === '-5'))
            ? []
            : [[name, other] as const];
        });
        const other = renamed(task, Object.fromEntries(pairs));
        expect(reread(other)).toEqual(bare(other));
      }),
    );
  });

  it('say the type of what stands before a typed name', () => {
    const read = checkPddl(
      '(define (domain d) (:predicates (p ?x)))',
      '(define (problem x) (:domain d) (:init) (:goal (p a)))',
    );
    expect(read.status).toBe('invalid');
    const objects = [
      { name: word('a'), types: null },
      { name: word('b'), types: [word('block')] },
      { name: word('c'), types: null },
    ];
    const goal = { kind: 'and', parts: [], at: word('x').at } as const;
    const problem: Problem = {
      name: word('x'),
      domain: word('d'),
      requirements: [],
      objects,
      init: [],
      goal,
      metric: null,
    };
    expect(writeProblem(problem)).toContain('(:objects\n    a - object\n    b - block\n    c)');
  });

  it('give the same tree for every file of our own problems, and of the problem sets where ../shared/pddl is there', () => {
    for (const { name, domain, problem } of sampleTasks) {
      const read = checkPddl(domain, problem);
      if (read.status !== 'ok') throw new Error(`${name}: ${read.message}`);
      expect(reread(read), name).toEqual(bare({ domain: read.domain, problem: read.problem }));
    }
  });
});
