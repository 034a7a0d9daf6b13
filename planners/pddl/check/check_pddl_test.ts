import { describe, expect, it } from 'vitest';
import { DIAGNOSTIC_KINDS, type PddlFile } from '../diagnostics/diagnostics.ts';
import { CONDITION, type DiagnosticCase, VALID, WARNING_CASES } from '../testing/diagnostic_cases.ts';
import { SEMANTIC_ERROR_CASES } from '../testing/semantic_error_cases.ts';
import { SYNTAX_ERROR_CASES } from '../testing/syntax_error_cases.ts';
import { checkPddl } from './check_pddl.ts';

/** The right texts with one mistake, and where it is. */
function spoilt([, file, right, wrong]: DiagnosticCase): {
  texts: Record<PddlFile, string>;
  line: number;
  column: number;
} {
  expect(VALID[file]).toContain(right);
  const marked = VALID[file].replace(right, () => wrong);
  const before = (marked.includes('¦') ? marked.slice(0, marked.indexOf('¦')) : '').split('\n');
  const texts = { ...VALID, [file]: marked.replace('¦', '') };
  return { texts, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

const ALL = [...SYNTAX_ERROR_CASES, ...SEMANTIC_ERROR_CASES];

describe('checkPddl()', () => {
  it('gives the trees of right texts', () => {
    const read = checkPddl(VALID.domain, VALID.problem);
    expect(read).toMatchObject({
      status: 'ok',
      domain: { name: { name: 'blocks' } },
      problem: { metric: 'total-cost' },
    });
    expect(read.warnings).toEqual([]);
  });

  it.each(ALL.map((mistake) => [mistake[0], mistake[3].slice(0, 60), mistake] as const))(
    'reports %s at its place, when it reads %j',
    (kind, _, mistake) => {
      const { texts, line, column } = spoilt(mistake);
      const result = checkPddl(texts.domain, texts.problem);
      if (result.status === 'ok') throw new Error('nothing was reported');
      const [, file, , wrong, ...words] = mistake;
      const status = DIAGNOSTIC_KINDS.get(kind) === 'unsupported' ? 'unsupported' : 'invalid';
      expect(result).toMatchObject({ kind, status, file });
      if (wrong.includes('¦')) expect([result.line, result.column]).toEqual([line, column]);
      expect(result.message.startsWith(`${file}, line ${result.line}, column ${result.column}: `)).toBe(true);
      for (const word of words) expect(result.message).toContain(word);
      expect(result.message).not.toMatch(/undefined|\[object|\n|\.$/);
    },
  );

  it.each(WARNING_CASES.map((mistake) => [mistake[0], mistake[3].slice(0, 60), mistake] as const))(
    'lets %s pass with a warning, when it reads %j',
    (kind, _, mistake) => {
      const { texts, line, column } = spoilt(mistake);
      const result = checkPddl(texts.domain, texts.problem);
      if (result.status !== 'ok') throw new Error(result.message);
      const [, file, , wrong, ...words] = mistake;
      const warning = result.warnings.find((other) => other.kind === kind);
      expect(warning).toMatchObject({ kind, file });
      if (wrong.includes('¦')) expect([warning?.line, warning?.column]).toEqual([line, column]);
      for (const word of words) expect(warning?.message).toContain(word);
    },
  );

  it('has an example of every kind of mistake', () => {
    const shown = new Set([...ALL, ...WARNING_CASES].map(([kind]) => kind));
    const bounds = ['too_many_types']; // tested with its module
    expect([...DIAGNOSTIC_KINDS.keys()].filter((kind) => !shown.has(kind) && !bounds.includes(kind))).toEqual([]);
    expect(new Set(ALL.map(([kind]) => kind)).size).toBeGreaterThan(30);
    expect(ALL.length).toBeGreaterThan(150);
  });

  it('warns once a file of a flag that is not declared or included', () => {
    const warned = (flags: string) => {
      const domain = VALID.domain
        .replace(':adl :action-costs', flags)
        .replace(CONDITION, '(not (forall (?z) (= ?x ?z)))');
      return checkPddl(domain, VALID.problem).warnings.map(({ message }) => message);
    };
    expect(warned(':adl :action-costs')).toEqual([]);
    expect(warned(':quantified-preconditions :equality :typing :negation')).toEqual([
      'domain, line 10, column 46: "increase" needs ":action-costs", which ":requirements" does not list',
    ]);
    expect(warned(':action-costs :negative-preconditions').map((message) => message.replace(/, .*: /, ': '))).toEqual([
      'domain: ":types" needs ":typing", which ":requirements" does not list',
      'domain: "forall" needs ":universal-preconditions", which ":requirements" does not list',
      'domain: "=" needs ":equality", which ":requirements" does not list',
      'problem: "-" needs ":typing", which ":requirements" does not list',
    ]);
  });

  it('gives line and column of the first mistake, and all mistakes in order', () => {
    const domain = VALID.domain.replace('(clear ?x) (clear', '(cleer ?x) (clear').replace('(on ?x ?y)', '(on ?x)');
    const result = checkPddl(domain, VALID.problem.replace('(clear a)', '(glear a)'));
    if (result.status === 'ok') throw new Error('nothing was reported');
    expect(result).toMatchObject({ status: 'invalid', kind: 'unknown_predicate', line: 9, column: 25 });
    expect(result.message).toBe(
      'domain, line 9, column 25: unknown predicate "cleer" in action "move": did you mean "clear"? ' +
        'Declared: "on", "clear", "free"',
    );
    expect(result.errors.map(({ kind, file, line }) => [kind, file, line])).toEqual([
      ['unknown_predicate', 'domain', 9],
      ['wrong_arity', 'domain', 10],
      ['unknown_predicate', 'problem', 4],
    ]);
  });

  it('says one thing of a name that fits nothing in an action, in ":init" and in the goal', () => {
    const domain = VALID.domain.replaceAll('?y', '?z').replace('?z - object)\n', '?y - object)\n');
    const problem = VALID.problem.replace('a b - block', 'a, b - block');
    const result = checkPddl(domain, VALID.problem);
    expect('errors' in result && result.errors.map(({ line, column }) => [line, column])).toEqual([[9, 42]]);
    const other = checkPddl(VALID.domain, problem);
    expect('errors' in other && other.errors.map(({ line }) => line)).toEqual([4, 5]);
    expect(other.warnings.map(({ kind, line }) => [kind, line])).toEqual([['mark_in_name', 3]]);
  });

  it('does not warn of types of arguments whose type is not declared', () => {
    const result = checkPddl(VALID.domain.replace('(?x - block', '(?x - blok'), VALID.problem);
    expect(result.warnings.map(({ kind }) => kind)).toEqual(['undeclared_type']);
  });

  it('knows a type that is declared as a supertype only', () => {
    const domain = VALID.domain.replace('block - object', 'block - item').replaceAll('?x - block', '?x - item');
    const { warnings } = checkPddl(domain, VALID.problem);
    expect(warnings.filter(({ kind }) => kind === 'undeclared_type').map(({ line }) => line)).toEqual([3]);
  });

  it('reads carriage returns as line ends', () => {
    const domain = VALID.domain.replace('(free)', 'free');
    for (const end of ['\r\n', '\r'])
      expect(checkPddl(domain.replaceAll('\n', end), VALID.problem)).toMatchObject({ line: 5, column: 64 });
  });

  it('keeps spelling in messages, and nothing else', () => {
    expect(checkPddl(VALID.domain.toUpperCase(), VALID.problem).status).toBe('ok');
    const result = checkPddl(VALID.domain, VALID.problem.replace('(on a b)', '(On A Bee)'));
    expect(result).toMatchObject({ message: expect.stringContaining('unknown object "Bee"') });
  });

  it('keeps only the first hundred mistakes', () => {
    const init = Array.from({ length: 1000 }, (_, i) => `(p${i} a)`).join(' ');
    const result = checkPddl(VALID.domain, VALID.problem.replace('(clear a)', init));
    expect(result).toMatchObject({ status: 'invalid', message: expect.stringContaining('"p0"') });
    expect('errors' in result && result.errors).toHaveLength(100);
  });
});
