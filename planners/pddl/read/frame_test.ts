import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { wordings } from '../testing/read_text.ts';
import { type List, readExpression } from './expression.ts';
import { declaredFlags, readFrame, readRequirements } from './frame.ts';

function read(text: string) {
  const log = new Diagnostics('domain');
  const frame = readFrame(readExpression(text, log) as List, [':types', ':action'], log);
  const sections = frame?.sections.map(({ keyword }) => keyword.name) ?? [];
  return [frame?.name.name ?? null, ...sections, ...wordings(log)];
}

const DEFINE = 'expected "(define (domain NAME) …)", found';
const NAME = 'expected "(domain NAME)" after "(define", found';

describe('readFrame()', () => {
  it.each([
    ['(define (domain d))', ['d']],
    ['(define (domain d) (:types a) (:action b) (:action c))', ['d', ':types', ':action', ':action']],
    ['()', [null, `${DEFINE} nothing after "("`]],
    ['(domain d)', [null, `${DEFINE} "domain" after "("; "define" is missing`]],
    ['((domain d))', [null, `${DEFINE} "(domain …)" after "("; "define" is missing`]],
    ['(define)', [null, `${NAME} "(define)"`]],
    ['(define d)', [null, `${NAME} "d"`]],
    ['(define (domain (d)))', [null, `${NAME} "(domain …)"`]],
    ['(define (problem d))', [null, 'expected a domain, found a problem: are the two files swapped?']],
  ])('of %s gives name, sections and mistakes', (text, frame) => {
    expect(read(text)).toEqual(frame);
  });

  it('leaves out what is no section, not supported, or there already', () => {
    expect(read('(define (domain d) a () (types) (:derived) (:types a) (:types b))')).toEqual([
      'd',
      ':types',
      'expected a section such as "(:types …)", found "a"',
      'expected a section such as "(:types …)", found "()"',
      'unknown section "types" in a domain: did you mean ":types"? Known: ":types", ":action"',
      'derived predicates are not supported: ":derived"',
      '":types" appears twice, first at line 1, column 45',
    ]);
  });
});

function flags(text: string) {
  const log = new Diagnostics('domain');
  const words = readRequirements((readExpression(`(${text})`, log) as List).items, log);
  return { words, wordings: wordings(log) };
}

describe('readRequirements()', () => {
  it('takes the flags that Fast Downward takes, refuses others by name', () => {
    const { words, wordings } = flags(':STRIPS :adl :negation :time :equals (:typing)');
    expect(words.map(({ name }) => name)).toEqual([':strips', ':adl', ':negation']);
    expect(wordings).toEqual([
      'the requirement ":time" is not supported',
      expect.stringMatching(/^unknown requirement ":equals": known: ":strips", ":typing"/),
      'expected a requirement such as ":strips", found "(:typing)"',
    ]);
  });

  it.each([
    [':type', '":typing"'],
    [':typed', '":typing"'],
    ['types', '":typing"'],
    [':cost', '":action-costs"'],
    ['costs', '":action-costs"'],
    [':time-travel', undefined],
  ])('takes %s for %s', (flag, meant) => {
    expect(flags(flag).wordings[0]?.match(/did you mean (".*?")/)?.[1]).toBe(meant);
  });
});

it('declaredFlags() holds what flags include', () => {
  const declared = declaredFlags(flags(':quantified-preconditions :typing :negation').words);
  const quantified = [':quantified-preconditions', ':existential-preconditions', ':universal-preconditions'];
  expect([...declared]).toEqual([...quantified, ':typing', ':negation', ':negative-preconditions']);
  expect(declaredFlags(flags(':adl').words).size).toBe(10);
});
