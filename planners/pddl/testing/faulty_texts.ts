import type { PddlFile } from '../diagnostics/diagnostics.ts';
import { type DiagnosticCase, VALID } from './diagnostic_cases.ts';
import { DOMAIN_CASES } from './domain_cases.ts';
import { PROBLEM_CASES } from './problem_cases.ts';

/** For every kind of mistake, the valid texts with one; `marked` is the wrong one with the mark. */
export const FAULTY_TEXTS = [...faulty('domain', DOMAIN_CASES), ...faulty('problem', PROBLEM_CASES)];

function faulty(file: PddlFile, cases: readonly DiagnosticCase[]) {
  return cases.map(([kind, right, wrong, ...words]) => {
    const marked = VALID[file].replace(right, () => wrong);
    const text = marked.replace('¦', '');
    const texts = file === 'domain' ? ([text, VALID.problem] as const) : ([VALID.domain, text] as const);
    return { kind, file, right, wrong, words, marked, texts };
  });
}
