import { describe, expect, it } from 'vitest';
import { checkPddl } from '../check/check_pddl.ts';
import { VALID } from '../testing/diagnostic_cases.ts';
import { withoutCascadingErrors } from './cascading_errors.ts';
import { Diagnostics } from './diagnostics.ts';

const at = (line: number) => ({ line, column: 1, start: 0, end: 0 });
const LIST = { shown: '"(define …)"', line: 1, column: 1 };
const WORD = { name: 'x', written: 'x' };

function kept(fill: (diagnostics: Diagnostics) => void): string[] {
  const diagnostics = new Diagnostics('problem');
  fill(diagnostics);
  return withoutCascadingErrors(diagnostics).map(({ kind, line, message }) => {
    const hint = /perhaps .*/.exec(message)?.[0];
    return `${kind} ${line}${hint === undefined ? '' : ` ${hint}`}`;
  });
}

describe('withoutCascadingErrors()', () => {
  it('keeps everything where parentheses match', () => {
    expect(
      kept((diagnostics) => {
        diagnostics.report('bad_fact', at(5), '"x"', null);
        diagnostics.report('missing_section', at(9), [':goal'], 'p');
      }),
    ).toEqual(['bad_fact 5', 'missing_section 9']);
  });

  it('keeps the first mistake before the place where they do not, and that place', () => {
    expect(
      kept((diagnostics) => {
        diagnostics.unbalanced('section_inside_section', at(8), [], ':goal', LIST, 1);
        diagnostics.report('not_arguments', at(4), 'atom', 2, null);
        for (const line of [3, 2, 9]) diagnostics.report('nested_term', at(line), 'on', '"(…)"', true);
      }),
    ).toEqual(['nested_term 2 perhaps a ")" is missing before it', 'section_inside_section 8']);
    expect(
      kept((diagnostics) => {
        diagnostics.unbalanced('text_after_end', at(8), [], 'x', LIST, at(7));
        diagnostics.report('bad_fact', at(4), '"x"', null);
      }),
    ).toEqual(['bad_fact 4 perhaps a "(" is missing before it', 'text_after_end 8']);
    expect(
      kept((diagnostics) => {
        diagnostics.unbalanced('text_after_end', at(8), [], 'x', LIST, at(7));
        diagnostics.report('unknown_section', at(4), WORD, 'problem', []);
      }),
    ).toEqual(['unknown_section 4', 'text_after_end 8']);
  });

  it('leaves out what is missing, what is not finished, and what is not supported', () => {
    expect(
      kept((diagnostics) => {
        diagnostics.unbalanced('missing_closing', at(8), [at(3)], 1, LIST, LIST);
        diagnostics.report('not_arguments', at(3), 'atom', 2, null);
        diagnostics.report('missing_field', at(4), 'go');
        diagnostics.report('unsupported_section', at(5), ':axiom', 'axioms');
      }),
    ).toEqual(['missing_closing 8']);
  });

  it('says nothing else of a file that is something else', () => {
    expect(
      kept((diagnostics) => {
        diagnostics.unbalanced('extra_closing', at(8), [], ')', LIST, at(7));
        diagnostics.report('wrong_file', at(1), 'problem', 'domain', false);
        diagnostics.report('unknown_section', at(2), WORD, 'problem', []);
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
