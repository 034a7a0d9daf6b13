import { describe, expect, it } from 'vitest';
import { checkPddl } from '../check/check_pddl.ts';
import { VALID } from '../testing/diagnostic_cases.ts';
import { byPlace, DIAGNOSTIC_KINDS, type DiagnosticKind, Diagnostics } from './diagnostics.ts';

const at = (line: number, column: number) => ({ line, column, start: 0, end: 0 });

describe('Diagnostics', () => {
  it('keeps errors and warnings apart, with their places', () => {
    const diagnostics = new Diagnostics('problem');
    diagnostics.report('unknown_object', at(3, 5), 'unknown object "a"');
    diagnostics.report('duplicate_fact', at(2, 1), 'said twice');
    diagnostics.report('unsupported', at(4, 1), 'not supported');
    const [file, status] = ['problem', 'invalid'] as const;
    const message = 'problem, line 3, column 5: unknown object "a"';
    expect(diagnostics.errors).toEqual([
      { status, kind: 'unknown_object', file, line: 3, column: 5, message },
      expect.objectContaining({ status: 'unsupported', kind: 'unsupported' }),
    ]);
    const warning = 'problem, line 2, column 1: said twice';
    expect(diagnostics.warnings).toEqual([{ kind: 'duplicate_fact', file, line: 2, column: 1, message: warning }]);
  });

  it('says one thing at one place once', () => {
    const diagnostics = new Diagnostics('domain');
    diagnostics.report('unknown_type', at(1, 2), 'a');
    diagnostics.report('unknown_type', at(1, 2), 'b');
    diagnostics.report('duplicate_object', at(1, 1), 'b');
    diagnostics.report('unknown_type', at(1, 2), 'b');
    diagnostics.report('unknown_type', at(1, 3), 'c');
    expect(diagnostics.errors.map(({ column }) => column)).toEqual([2, 1, 3]);
  });

  it('does not work out what it does not keep', () => {
    const diagnostics = new Diagnostics('domain');
    let count = 0;
    for (let i = 0; i < 1000; i++) diagnostics.report('unknown_object', at(i, 1), () => `${count++}`);
    expect(count).toBe(100);
  });
});

it('byPlace() puts the domain first', () => {
  const place = (file: 'domain' | 'problem', line: number, column: number) =>
    ({ kind: 'bad_fact', file, line, column, message: '' }) as const;
  const sorted = [place('problem', 1, 1), place('domain', 2, 3), place('domain', 2, 1)].sort(byPlace);
  expect(sorted.map(({ file, column }) => `${file} ${column}`)).toEqual(['domain 1', 'domain 3', 'problem 1']);
});

describe('Diagnostics.verdict()', () => {
  const [opening, closing] = ['perhaps a "(" is missing', 'perhaps a ")" is missing'];
  /** Reports: kind, line, slip. The parentheses do not match at line 8, if at all; what begins in line 3 is not finished. */
  it.each([
    [null, 'bad_fact 5 before it', 'bad_fact 5'],
    ['missing_closing', 'bad_fact 3, bad_fact 2 before it', `bad_fact 2 ${closing} before it, missing_closing 8`],
    ['missing_closing', 'bad_effect 9 in it, bad_fact 4', 'bad_fact 4, missing_closing 8'],
    ['text_after_end', 'bad_fact 4 before it', `bad_fact 4 ${opening} before it, text_after_end 8`],
    ['text_after_end', 'unknown_section 4', 'unknown_section 4, text_after_end 8'],
    ['missing_closing', 'bad_effect 4 in it', `bad_effect 4 ${closing} in it, missing_closing 8`],
    ['missing_opening', 'bad_effect 4 in it', 'bad_effect 4, missing_opening 8'],
    ['missing_closing', 'bad_effect 3 in it, missing_part 4, unsupported 5', 'missing_closing 8'],
    ['missing_opening', 'wrong_file 1, unknown_section 2', 'wrong_file 1'],
  ] as const)('of %s with %s keeps %s', (imbalance, reports, kept) => {
    const diagnostics = new Diagnostics('problem');
    if (imbalance !== null) diagnostics.reportImbalance(imbalance, at(8, 1), 'x', [at(3, 1)]);
    for (const report of reports.split(', ')) {
      const [, kind, line, slip] = /^(\w+) (\d) ?(.*)$/.exec(report)!;
      diagnostics.report(kind as DiagnosticKind, at(Number(line), 1), 'x', (slip as 'in it') || undefined);
    }
    const shown = diagnostics
      .verdict()
      .map(({ kind, line, message }) => [kind, line, ...(/perhaps .*/.exec(message) ?? [])].join(' '));
    expect(shown.join(', ')).toBe(kept);
  });
});

describe('checkPddl() of a text with one parenthesis deleted, or written twice', () => {
  const places = (text: string) => [...text.matchAll(/[()]/g)].map(({ index }) => index);
  const spoilt = places(VALID.domain).flatMap((place) => [
    VALID.domain.slice(0, place) + VALID.domain.slice(place + 1),
    VALID.domain.slice(0, place + 1) + VALID.domain.slice(place),
  ]);

  it('reports one mistake, and at most the place where it shows', () => {
    for (const text of spoilt) {
      const result = checkPddl(text, VALID.problem);
      expect(result.status).toBe('invalid');
      expect('errors' in result && result.errors.length).toBeLessThanOrEqual(2);
    }
  });

  it('names the end of a text that is cut off', () => {
    for (let end = VALID.domain.indexOf('(domain'); end < VALID.domain.lastIndexOf(')'); end++) {
      const result = checkPddl(VALID.domain.slice(0, end), VALID.problem);
      if (result.status === 'ok') throw new Error('nothing was reported');
      expect([end, result.errors.at(-1)?.kind]).toEqual([end, 'missing_closing']);
    }
  });
});

it('DIAGNOSTIC_KINDS says of every kind which failure it is, or what else', () => {
  const severities = [...DIAGNOSTIC_KINDS.values()];
  expect(severities.length).toBeGreaterThan(50);
  expect(new Set(severities)).toEqual(new Set(['parse', 'schema', 'unsupported', 'warning']));
});
