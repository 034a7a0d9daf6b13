const DOMAIN = `(define (domain blocks)
  (:requirements :strips)
  (:predicates (on ?x ?y) (on-table ?x) (clear ?x) (hand-empty) (holding ?x))
  (:action pick-up :parameters (?x)
    :precondition (and (clear ?x) (on-table ?x) (hand-empty))
    :effect (and (holding ?x) (not (clear ?x)) (not (on-table ?x)) (not (hand-empty))))
  (:action put-down :parameters (?x)
    :precondition (holding ?x)
    :effect (and (clear ?x) (on-table ?x) (hand-empty) (not (holding ?x))))
  (:action stack :parameters (?x ?y)
    :precondition (and (holding ?x) (clear ?y))
    :effect (and (on ?x ?y) (clear ?x) (hand-empty) (not (holding ?x)) (not (clear ?y))))
  (:action unstack :parameters (?x ?y)
    :precondition (and (on ?x ?y) (clear ?x) (hand-empty))
    :effect (and (holding ?x) (clear ?y) (not (on ?x ?y)) (not (clear ?x)) (not (hand-empty)))))
`;

export function blocksProblem(count: number, seed: number): [domain: string, problem: string] {
  const chance = lehmer(seed);
  const names = Array.from({ length: count }, (_, i) => `b${i + 1}`);
  const problem = `(define (problem blocks-${count}-${seed})
  (:domain blocks)
  (:objects ${names.join(' ')})
  (:init (hand-empty) ${atoms(towers(names, chance)).join(' ')})
  (:goal (and ${atoms(towers(names, chance)).join(' ')})))
`;
  return [DOMAIN, problem];
}

/** Numbers from 0 below 1, by Lehmer's generator with modulus 2^31 - 1. */
function lehmer(seed: number): () => number {
  let state = (seed * 7919 + 12345) % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

function towers(names: readonly string[], chance: () => number): string[][] {
  const left = [...names];
  const made: string[][] = [];
  while (left.length > 0) {
    const [block = ''] = left.splice(Math.floor(chance() * left.length), 1);
    const place = Math.floor(chance() * (made.length + 1));
    const tower = made[place];
    if (tower === undefined) made.push([block]);
    else tower.push(block);
  }
  return made;
}

function atoms(all: readonly (readonly string[])[]): string[] {
  return all.flatMap((tower) =>
    tower
      .map((block, i) => (i === 0 ? `(on-table ${block})` : `(on ${block} ${tower[i - 1]})`))
      .concat(`(clear ${tower.at(-1)})`),
  );
}
