import { describe, expect, it } from 'vitest';
import { DIAGNOSTIC_KINDS, type PddlWarning } from '../diagnostics/diagnostics.ts';
import { CONDITION, VALID } from '../testing/diagnostic_cases.ts';
import { FAULTY_TEXTS } from '../testing/faulty_texts.ts';
import { checkPddl } from './check_pddl.ts';

describe('checkPddl()', () => {
  it('gives the trees of right texts', () => {
    const trees = { domain: { name: { name: 'blocks' } }, problem: { metric: 'total-cost' } };
    expect(checkPddl(VALID.domain, VALID.problem)).toMatchObject({ status: 'ok', ...trees, warnings: [] });
  });

  it.each(FAULTY_TEXTS)('reports $kind in a $file at its place, where $right is $wrong', (faulty) => {
    const { kind, file, right, wrong, words, marked, texts } = faulty;
    expect(VALID[file]).toContain(right);
    const result = checkPddl(...texts);
    const severity = DIAGNOSTIC_KINDS.get(kind);
    const found = severity === 'warning' ? result.warnings.find((warning) => warning.kind === kind) : result;
    const status = severity === 'warning' ? 'ok' : severity === 'unsupported' ? severity : 'invalid';
    expect([result.status, found]).toMatchObject([status, { kind, file }]);
    const { line, column, message } = found as PddlWarning;
    const before = marked.slice(0, marked.indexOf('¦')).split('\n');
    if (wrong.includes('¦')) expect([line, column]).toEqual([before.length, before.at(-1)!.length + 1]);
    expect(message.startsWith(`${file}, line ${line}, column ${column}: `)).toBe(true);
    for (const word of words) expect(message).toContain(word);
    expect(message).not.toMatch(/undefined|\[object|\n|\.$/);
  });

  it('has an example of every kind of mistake', () => {
    const tested = new Set(['too_many_types', ...FAULTY_TEXTS.map(({ kind }) => kind)]); // the first one with its module
    expect(new Set(DIAGNOSTIC_KINDS.keys())).toEqual(tested);
  });

  it('warns once a file of a flag that is not declared or included', () => {
    const condition = VALID.domain.replace(CONDITION, '(not (forall (?z) (= ?x ?z)))');
    const warned = (flags: string) =>
      checkPddl(condition.replace(':adl :action-costs', flags), VALID.problem).warnings.map(({ message }) => message);
    expect(warned(':adl :action-costs')).toEqual([]);
    expect(warned(':quantified-preconditions :equality :typing :negation')).toEqual([
      'domain, line 10, column 46: "increase" requires ":action-costs", which ":requirements" does not list',
    ]);
    expect(warned(':action-costs :negative-preconditions').map((message) => message.replace(/, .*: /, ': '))).toEqual([
      'domain: ":types" requires ":typing", which ":requirements" does not list',
      'domain: "forall" requires ":universal-preconditions", which ":requirements" does not list',
      'domain: "=" requires ":equality", which ":requirements" does not list',
      'problem: "-" requires ":typing", which ":requirements" does not list',
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

  it('warns of an undeclared type once, not of arguments that have it', () => {
    const undeclared = (domain: string) =>
      checkPddl(domain, VALID.problem).warnings.map(({ kind, line }) => [kind, line]);
    expect(undeclared(VALID.domain.replace('(?x - block', '(?x - blok'))).toEqual([['undeclared_type', 8]]);
    const supertype = VALID.domain.replace('block - object', 'block - item').replaceAll('?x - block', '?x - item');
    expect(undeclared(supertype).filter(([kind]) => kind === 'undeclared_type')).toEqual([['undeclared_type', 3]]);
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
