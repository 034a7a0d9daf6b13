import { describe, expect, it } from 'vitest';
import { checkPddl } from './pddl/check/check_pddl.ts';
import { DIAGNOSTIC_TABLE } from './pddl/diagnostics/diagnostic_table.ts';
import { planProblem } from './pddl/plan/plan_problem.ts';
import { type DiagnosticCase, VALID, WARNING_CASES } from './pddl/testing/diagnostic_cases.ts';
import { SEMANTIC_ERROR_CASES } from './pddl/testing/semantic_error_cases.ts';
import { SYNTAX_ERROR_CASES } from './pddl/testing/syntax_error_cases.ts';
import { failureOf, failureOfErrors } from './pddl_failure.ts';

/** The right texts with a mistake in one of them. */
function textsWith([, file, right, wrong]: DiagnosticCase): [domain: string, problem: string] {
  const texts = { ...VALID, [file]: VALID[file].replace(right, () => wrong.replace('¦', '')) };
  return [texts.domain, texts.problem];
}

function named(mistakes: readonly DiagnosticCase[]) {
  return mistakes.map((mistake) => ({ name: mistake[0], mistake }));
}

/** In the form of PDDL, yet readable, and not what was asked for. */
const READABLE = [
  'wrong_file',
  'missing_section',
  'missing_field',
  'reserved_type',
  'unsupported_section',
  'unsupported_requirement',
  'unsupported_either',
];

describe('failureOf()', () => {
  it.each(named(SYNTAX_ERROR_CASES))('sorts the mistake of form $name', ({ mistake }) => {
    const texts = textsWith(mistake);
    const expected = READABLE.includes(mistake[0]) ? 'schema' : 'parse';
    expect(failureOf(...texts, { status: 'invalid' })).toBe(expected);
  });

  it.each(named(SEMANTIC_ERROR_CASES))('sorts the mistake of meaning $name', ({ mistake }) => {
    const checked = checkPddl(...textsWith(mistake));
    const kinds = checked.status === 'ok' ? [] : checked.errors.map(({ kind }) => kind);
    const isParse = kinds.some((kind) => DIAGNOSTIC_TABLE[kind].failure === 'parse');
    expect(failureOf(...textsWith(mistake), { status: 'invalid' })).toBe(isParse ? 'parse' : 'schema');
  });

  it.each(named(WARNING_CASES))('takes no offence at $name', async ({ mistake }) => {
    const texts = textsWith(mistake);
    const document = planProblem(...texts, { limits: { expansionsMax: 100 } });
    expect(['solved', 'unsolvable']).toContain(document.status);
    expect([null, 'unsolvable']).toContain(failureOf(...texts, document));
  });

  it('tells what there is no plan for from what was not searched to the end', async () => {
    expect(failureOf(VALID.domain, VALID.problem, { status: 'unsolvable' })).toBe('unsolvable');
    expect(failureOf(VALID.domain, VALID.problem, { status: 'limit' })).toBe('planning_limit');
    expect(failureOf(VALID.domain, VALID.problem, { status: 'solved' })).toBeNull();
  });

  it('says schema of what only the planner refuses', () => {
    expect(failureOf(VALID.domain, VALID.problem, { status: 'unsupported' })).toBe('schema');
    expect(failureOf(VALID.domain, VALID.problem, { status: 'invalid' })).toBe('schema');
  });
});

describe('failureOfErrors()', () => {
  it('says parse where form and names are wrong', () => {
    const checked = checkPddl(
      VALID.domain.replace('(clear ?y))', '(cleer ?y))'),
      VALID.problem.replace('(:goal', '(:gaol'),
    );
    if (checked.status === 'ok') throw new Error('nothing is wrong');
    expect(checked.errors.map(({ kind }) => kind)).toEqual(['unknown_predicate', 'unknown_section']);
    expect(failureOfErrors(checked.errors)).toBe('parse');
    expect(failureOfErrors(checked.errors.slice(0, 1))).toBe('schema');
  });
});
