import { describe, expect, it } from 'vitest';
import { Complaints } from './complaints.ts';
import { type List, readExpression } from './expression.ts';
import { RequirementCheck, readRequirements } from './requirements.ts';

function read(text: string) {
  const complaints = new Complaints('domain');
  const words = readRequirements((readExpression(`(${text})`, complaints) as List).items, complaints);
  return { words, complaints };
}

describe('readRequirements()', () => {
  it('takes the flags that Fast Downward takes, refuses others by name', () => {
    const { words, complaints } = read(':STRIPS :adl :negation :fluents :time :equals (:typing)');
    expect(words.map(({ name }) => name)).toEqual([':strips', ':adl', ':negation']);
    expect(complaints.errors.map(({ kind }) => kind)).toEqual([
      'unsupported_requirement',
      'unsupported_requirement',
      'unknown_requirement',
      'unknown_requirement',
    ]);
  });
});

describe('RequirementCheck', () => {
  it('warns once of a flag that is not declared or included', () => {
    const { words, complaints } = read(':quantified-preconditions');
    const check = new RequirementCheck(words, complaints);
    const at = { line: 1, column: 1, start: 0, end: 0 };
    for (const flag of [':universal-preconditions', ':typing', ':typing', ':equality']) check.uses(flag, 'this', at);
    expect(complaints.warnings.map(({ message }) => message)).toEqual([
      'domain, line 1, column 1: this needs ":typing", which ":requirements" does not list',
    ]);
    const adl = read(':adl');
    new RequirementCheck(adl.words, adl.complaints).uses(':equality', 'this', at);
    expect(adl.complaints.warnings).toEqual([]);
  });
});
