import { describe, expect, it } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { fenced, RIGHT_DOMAIN } from '../testing/pddl_corpus.ts';
import { readDomain } from './read_files.ts';

const domainOf = (text: string) => readDomain(text, new ParseLog());

describe('readDomain()', () => {
  it('gives the text of the domain', () => {
    expect(domainOf(fenced(RIGHT_DOMAIN))).toEqual({ ok: true, value: RIGHT_DOMAIN.trim(), accepted: 1 });
  });

  it('ignores a name in a comment', () => {
    expect(domainOf(RIGHT_DOMAIN.replace('(domain', '; (domain other)\n(domain')).ok).toBe(true);
  });

  it('names the missing action', () => {
    const problem = 'the domain has no action for place; its actions: "pick", "put"';
    expect(domainOf(RIGHT_DOMAIN.replace('action place', 'action put'))).toEqual({
      ok: false,
      failure: 'schema',
      problem,
    });
  });
});
