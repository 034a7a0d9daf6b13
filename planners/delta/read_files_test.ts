import { describe, expect, it } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { fenced, RIGHT_DOMAIN, RIGHT_PROBLEM } from '../testing/pddl_corpus.ts';
import { readDomain, readProblem } from './read_files.ts';

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

describe('readProblem()', () => {
  it('gives both files, read', () => {
    const reading = readProblem(RIGHT_PROBLEM, RIGHT_DOMAIN, new ParseLog());
    if (!reading.ok) throw new Error(reading.problem);
    expect(reading.value.domainText).toBe(RIGHT_DOMAIN);
    expect(reading.value.domain.actions.map(({ name }) => name.name)).toEqual(['pick', 'place']);
    expect(reading.value.problem.objects).toHaveLength(3);
  });

  it('says what is wrong', () => {
    expect(readProblem(RIGHT_PROBLEM.replace('(in hand air)', '(empty hand)'), RIGHT_DOMAIN, new ParseLog())).toEqual({
      ok: false,
      failure: 'schema',
      problem: expect.stringContaining('unknown predicate "empty"'),
    });
  });
});
