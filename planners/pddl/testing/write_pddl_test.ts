import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArbitraryTask, arbitraryTask } from './arbitrary_pddl.ts';
import { readPddl } from './read_or_throw.ts';
import { KITCHEN, ownTasks } from './sample_tasks.ts';
import { writeDomain, writeProblem } from './write_pddl.ts';

function bare({ domain, problem }: ArbitraryTask): unknown {
  const text = JSON.stringify([domain, problem], (key, value) => (/^(at|written)$/.test(key) ? undefined : value));
  return JSON.parse(text);
}

function reread({ domain, problem }: ArbitraryTask): unknown {
  return bare(readPddl(writeDomain(domain), writeProblem(problem)));
}

function renamed<T>(tree: T, names: ReadonlyMap<string, string>): T {
  const text = JSON.stringify(tree, (_, value) => {
    if (value?.kind !== 'word') return value;
    const [, mark, name] = /^(\??)(.*)$/s.exec(value.name)!;
    return { ...value, name: `${mark}${names.get(name!) ?? name}` };
  });
  return JSON.parse(text);
}

describe('writeDomain() and writeProblem()', () => {
  it('give the same tree when read again', () => {
    const property = fc.property(arbitraryTask, (task) => {
      expect(reread(task)).toEqual(bare(task));
    });
    fc.assert(property);
  });

  it('keep odd names', () => {
    const odd = ['__proto__', 'constructor', '1', '-5', 'a.b', '"q"', "it's", '#', 'either', 'and', '\\n', '[]', '\0'];
    const predicates = ['p', 'q', 'r', 'on', 'fixed', 'linked', 'weight'];
    const names = ['a', 'b', 'c', 'd', ...predicates, 'act-0', 'act-1', 'x'];
    const property = fc.property(arbitraryTask, fc.shuffledSubarray(odd), (task, some) => {
      const pairs = some.map((other, i) => [names[i]!, other] as const);
      const usable = pairs.filter(([name, other]) => !(predicates.includes(name) && /^(and|either|-5)$/.test(other)));
      const other = renamed(task, new Map(usable));
      expect(reread(other)).toEqual(bare(other));
    });
    fc.assert(property);
  });

  it('give the same tree for every file of our own problems', () => {
    for (const { name, domain, problem } of [...ownTasks, KITCHEN]) {
      const read = readPddl(domain, problem);
      expect(reread(read), name).toEqual(bare(read));
    }
  });
});
