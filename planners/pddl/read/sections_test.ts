import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { List } from './expression.ts';
import { readExpression } from './read_expression.ts';
import { readFrame } from './sections.ts';

function read(text: string): unknown {
  const diagnostics = new Diagnostics('domain');
  const frame = readFrame(readExpression(text, diagnostics) as List, [':types', ':action'], diagnostics);
  const errors = diagnostics.errors.map(({ kind }) => kind);
  return [frame?.name.name ?? null, ...(frame?.sections.map(({ keyword }) => keyword.name) ?? []), ...errors];
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
    expect(read('()')).toEqual([null, 'no_define']);
    expect(read('(domain d)')).toEqual([null, 'no_define']);
    expect(read('(define)')).toEqual([null, 'no_name']);
    expect(read('(define d)')).toEqual([null, 'no_name']);
    expect(read('(define (domain (d)))')).toEqual([null, 'no_name']);
    expect(read('(define (problem d))')).toEqual([null, 'wrong_file']);
  });

  it('leaves out what is no section, and what is not supported', () => {
    expect(read('(define (domain d) a () (types) (:derived) (:types))')).toEqual([
      'd',
      ':types',
      'not_a_section',
      'not_a_section',
      'unknown_section',
      'unsupported_section',
    ]);
  });
});
