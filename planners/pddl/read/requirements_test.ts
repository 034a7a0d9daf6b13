import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { List } from './expression.ts';
import { readExpression } from './read_expression.ts';
import { RequirementCheck, readRequirements } from './requirements.ts';

function read(text: string) {
  const diagnostics = new Diagnostics('domain');
  const words = readRequirements((readExpression(`(${text})`, diagnostics) as List).items, diagnostics);
  return { words, diagnostics };
}

describe('readRequirements()', () => {
  it('takes the flags that Fast Downward takes, refuses others by name', () => {
    const { words, diagnostics } = read(':STRIPS :adl :negation :fluents :time :equals (:typing)');
    expect(words.map(({ name }) => name)).toEqual([':strips', ':adl', ':negation']);
    expect(diagnostics.errors.map(({ kind }) => kind)).toEqual([
      'unsupported_requirement',
      'unsupported_requirement',
      'unknown_requirement',
      'unknown_requirement',
    ]);
  });
});

describe('RequirementCheck', () => {
  it('warns once of a flag that is not declared or included', () => {
    const { words, diagnostics } = read(':quantified-preconditions');
    const check = new RequirementCheck(words, diagnostics);
    const at = { line: 1, column: 1, start: 0, end: 0 };
    for (const flag of [':universal-preconditions', ':typing', ':typing', ':equality']) check.uses(flag, 'this', at);
    expect(diagnostics.warnings.map(({ message }) => message)).toEqual([
      'domain, line 1, column 1: this needs ":typing", which ":requirements" does not list',
    ]);
    const adl = read(':adl');
    new RequirementCheck(adl.words, adl.diagnostics).uses(':equality', 'this', at);
    expect(adl.diagnostics.warnings).toEqual([]);
  });
});
