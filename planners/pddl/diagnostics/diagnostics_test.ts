import { describe, expect, it } from 'vitest';
import { checkPddl } from '../check/check_pddl.ts';
import { VALID } from '../testing/diagnostic_cases.ts';
import { byPlace, DIAGNOSTIC_KINDS, Diagnostics } from './diagnostics.ts';

const at = (line: number, column: number) => ({ line, column, start: 0, end: 0 });

describe('Diagnostics', () => {
  it('keeps errors and warnings apart, with their places', () => {
    const diagnostics = new Diagnostics('problem');
    diagnostics.report('unknown_object', at(3, 5), 'unknown object "a" in the goal');
    diagnostics.report('duplicate_fact', at(2, 1), '"(on a b)" is said twice');
    diagnostics.report('unsupported', at(4, 1), 'timed initial literals are not supported');
    expect(diagnostics.errors).toEqual([
      {
        status: 'invalid',
        kind: 'unknown_object',
        file: 'problem',
        line: 3,
        column: 5,
        message: 'problem, line 3, column 5: unknown object "a" in the goal',
      },
      expect.objectContaining({ status: 'unsupported', kind: 'unsupported' }),
    ]);
    expect(diagnostics.warnings).toEqual([
      {
        kind: 'duplicate_fact',
        file: 'problem',
        line: 2,
        column: 1,
        message: 'problem, line 2, column 1: "(on a b)" is said twice',
      },
    ]);
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

describe('byPlace()', () => {
  it('puts the domain first', () => {
    const place = (file: 'domain' | 'problem', line: number, column: number) => {
      return { kind: 'bad_fact', file, line, column, message: '' } as const;
    };
    const sorted = [place('problem', 1, 1), place('domain', 2, 3), place('domain', 2, 1)].sort(byPlace);
    expect(sorted.map(({ file, column }) => [file, column])).toEqual([
      ['domain', 1],
      ['domain', 3],
      ['problem', 1],
    ]);
  });
});

describe('Diagnostics.verdict()', () => {
  function kept(fill: (diagnostics: Diagnostics) => void): string[] {
    const diagnostics = new Diagnostics('problem');
    fill(diagnostics);
    return diagnostics.verdict().map(({ kind, line, message }) => {
      const hint = /perhaps .*/.exec(message)?.[0];
      return `${kind} ${line}${hint === undefined ? '' : ` ${hint}`}`;
    });
  }

  it('keeps everything where parentheses match', () => {
    expect(
      kept((diagnostics) => {
        diagnostics.report('bad_fact', at(5, 1), 'x', 'before it');
        diagnostics.report('missing_part', at(9, 1), 'x');
      }),
    ).toEqual(['bad_fact 5', 'missing_part 9']);
  });

  it('keeps the first mistake before the place where they do not, and that place', () => {
    expect(
      kept((diagnostics) => {
        diagnostics.unbalanced('missing_closing', at(8, 1), 'x', []);
        diagnostics.report('bad_effect', at(4, 1), 'x', 'in it');
        for (const line of [3, 2, 9]) diagnostics.report('nested_term', at(line, 1), 'x', 'before it');
      }),
    ).toEqual(['nested_term 2 perhaps a ")" is missing before it', 'missing_closing 8']);
    expect(
      kept((diagnostics) => {
        diagnostics.unbalanced('text_after_end', at(8, 1), 'x', []);
        diagnostics.report('bad_fact', at(4, 1), 'x', 'before it');
      }),
    ).toEqual(['bad_fact 4 perhaps a "(" is missing before it', 'text_after_end 8']);
    expect(
      kept((diagnostics) => {
        diagnostics.unbalanced('text_after_end', at(8, 1), 'x', []);
        diagnostics.report('unknown_section', at(4, 1), 'x');
      }),
    ).toEqual(['unknown_section 4', 'text_after_end 8']);
  });

  it('says that a parenthesis is missing in a list only where it is one that closes', () => {
    const inside = (kind: 'missing_closing' | 'missing_opening') =>
      kept((diagnostics) => {
        diagnostics.unbalanced(kind, at(8, 1), 'x', []);
        diagnostics.report('bad_effect', at(4, 1), 'x', 'in it');
      });
    expect(inside('missing_closing')).toEqual(['bad_effect 4 perhaps a ")" is missing in it', 'missing_closing 8']);
    expect(inside('missing_opening')).toEqual(['bad_effect 4', 'missing_opening 8']);
  });

  it('leaves out what is missing, what is not finished, and what is not supported', () => {
    expect(
      kept((diagnostics) => {
        diagnostics.unbalanced('missing_closing', at(8, 1), 'x', [at(3, 1)]);
        diagnostics.report('bad_effect', at(3, 1), 'x', 'in it');
        diagnostics.report('missing_part', at(4, 1), 'x');
        diagnostics.report('unsupported', at(5, 1), 'x');
      }),
    ).toEqual(['missing_closing 8']);
  });

  it('says nothing else of a file that is something else', () => {
    expect(
      kept((diagnostics) => {
        diagnostics.unbalanced('missing_opening', at(8, 1), 'x', []);
        diagnostics.report('wrong_file', at(1, 1), 'x');
        diagnostics.report('unknown_section', at(2, 1), 'x');
      }),
    ).toEqual(['wrong_file 1']);
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

describe('DIAGNOSTIC_KINDS', () => {
  it('says of every kind which failure it is, or what else', () => {
    const severities = [...DIAGNOSTIC_KINDS.values()];
    expect(severities.length).toBeGreaterThan(50);
    expect(new Set(severities)).toEqual(new Set(['parse', 'schema', 'unsupported', 'warning']));
  });
});
