import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { wordings } from '../testing/diagnostic_cases.ts';
import { type List, readExpression } from './expression.ts';
import { declaredFlags, readFrame, readRequirements } from './frame.ts';

function read(text: string): unknown {
  const diagnostics = new Diagnostics('domain');
  const frame = readFrame(readExpression(text, diagnostics) as List, [':types', ':action'], diagnostics);
  return [
    frame?.name.name ?? null,
    ...(frame?.sections.map(({ keyword }) => keyword.name) ?? []),
    ...wordings(diagnostics),
  ];
}

describe('readFrame()', () => {
  it('gives the name and the sections', () => {
    expect(read('(define (domain d))')).toEqual(['d']);
    expect(read('(define (domain d) (:types a) (:action b) (:action c))')).toEqual([
      'd',
      ':types',
      ':action',
      ':action',
    ]);
  });

  it('says what is missing', () => {
    const define = 'expected "(define (domain NAME) …)", found';
    const name = 'expected "(domain NAME)" behind "(define", found';
    expect(read('()')).toEqual([null, `${define} nothing behind "("`]);
    expect(read('(domain d)')).toEqual([null, `${define} "domain" behind "("; "define" is missing`]);
    expect(read('(define)')).toEqual([null, `${name} "(define)"`]);
    expect(read('(define d)')).toEqual([null, `${name} "d"`]);
    expect(read('(define (domain (d)))')).toEqual([null, `${name} "(domain …)"`]);
    expect(read('(define (problem d))')).toEqual([
      null,
      'expected a domain, found a problem: are the two files exchanged?',
    ]);
  });

  it('leaves out what is no section, and what is not supported', () => {
    expect(read('(define (domain d) a () (types) (:derived) (:types))')).toEqual([
      'd',
      ':types',
      'expected a section such as "(:types …)", found "a"',
      'expected a section such as "(:types …)", found "()"',
      'unknown section "types" in a domain: did you mean ":types"? Known: ":types", ":action"',
      'derived predicates are not supported: ":derived"',
    ]);
  });

  it('leaves out what stands twice', () => {
    expect(read('(define (domain d) (:types a) (:types b))')).toEqual([
      'd',
      ':types',
      '":types" stands twice, the first time at line 1, column 21',
    ]);
  });
});

function flags(text: string) {
  const diagnostics = new Diagnostics('domain');
  const words = readRequirements((readExpression(`(${text})`, diagnostics) as List).items, diagnostics);
  return { words, kinds: diagnostics.errors.map(({ kind }) => kind), wordings: wordings(diagnostics) };
}

describe('readRequirements()', () => {
  it('takes the flags that Fast Downward takes, refuses others by name', () => {
    const { words, ...said } = flags(':STRIPS :adl :negation :fluents :time :equals (:typing)');
    expect(words.map(({ name }) => name)).toEqual([':strips', ':adl', ':negation']);
    expect(said.kinds).toEqual(['unsupported', 'unsupported', 'unknown_requirement', 'unknown_requirement']);
    expect(said.wordings).toEqual([
      'the requirement ":fluents" is not supported',
      'the requirement ":time" is not supported',
      expect.stringMatching(/^unknown requirement ":equals": Known: ":strips", ":typing"/),
      'expected a requirement such as ":strips", found "(:typing)"',
    ]);
  });

  it('names the flag that is meant', () => {
    const meant = (flag: string) => flags(flag).wordings[0]?.match(/did you mean "(.*?)"/)?.[1];
    expect([':type', ':types', ':typed', 'types', ':cost', 'costs', ':typping', ':time-travel'].map(meant)).toEqual([
      ...[':typing', ':typing', ':typing', ':typing', ':action-costs', ':action-costs', ':typing'],
      undefined,
    ]);
  });
});

describe('declaredFlags()', () => {
  it('holds what flags include', () => {
    const declared = (text: string) => [...declaredFlags(flags(text).words)];
    expect(declared(':quantified-preconditions :typing')).toEqual([
      ':quantified-preconditions',
      ':existential-preconditions',
      ':universal-preconditions',
      ':typing',
    ]);
    expect(declared(':adl')).toContain(':equality');
    expect(declared(':negation')).toContain(':negative-preconditions');
  });
});
