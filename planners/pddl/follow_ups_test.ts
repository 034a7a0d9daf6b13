import { describe, expect, it } from 'vitest';
import { checkTask } from './check_task.ts';
import { Complaints } from './complaints.ts';
import { withoutFollowUps } from './follow_ups.ts';
import { RIGHT } from './mistakes.ts';

const at = (line: number) => ({ line, column: 1, start: 0, end: 0 });

function kept(fill: (complaints: Complaints) => void): string[] {
  const complaints = new Complaints('problem');
  fill(complaints);
  return withoutFollowUps(complaints).map(({ kind, line, message }) => `${kind} ${line}${message.split(';')[1] ?? ''}`);
}

describe('withoutFollowUps()', () => {
  it('keeps everything where parentheses match', () => {
    expect(
      kept((complaints) => {
        complaints.add('bad_fact', at(5), '');
        complaints.add('missing_section', at(9), '');
      }),
    ).toEqual(['bad_fact 5', 'missing_section 9']);
  });

  it('keeps the first mistake before the place where they do not, and that place', () => {
    expect(
      kept((complaints) => {
        complaints.unbalanced('section_inside_section', at(8), '');
        complaints.add('not_arguments', at(4), '');
        for (const line of [3, 2, 9]) complaints.add('nested_term', at(line), '');
      }),
    ).toEqual(['nested_term 2 perhaps a ")" is missing before it', 'section_inside_section 8']);
    expect(
      kept((complaints) => {
        complaints.unbalanced('text_after_end', at(8), '');
        complaints.add('bad_fact', at(4), '');
      }),
    ).toEqual(['bad_fact 4 perhaps a "(" is missing before it', 'text_after_end 8']);
    expect(
      kept((complaints) => {
        complaints.unbalanced('text_after_end', at(8), '');
        complaints.add('unknown_section', at(4), '');
      }),
    ).toEqual(['unknown_section 4', 'text_after_end 8']);
  });

  it('leaves out what is missing, what is not finished, and what is not supported', () => {
    expect(
      kept((complaints) => {
        complaints.unbalanced('missing_closing', at(8), '', [at(3)]);
        complaints.add('not_arguments', at(3), '');
        complaints.add('missing_field', at(4), '');
        complaints.add('unsupported_section', at(5), '');
      }),
    ).toEqual(['missing_closing 8']);
  });

  it('says nothing else of a file that is something else', () => {
    expect(
      kept((complaints) => {
        complaints.unbalanced('extra_closing', at(8), '');
        complaints.add('wrong_file', at(1), '');
        complaints.add('unknown_section', at(2), '');
      }),
    ).toEqual(['wrong_file 1']);
  });
});

describe('checkTask() of a text with one parenthesis deleted, or written twice', () => {
  const places = (text: string) => [...text.matchAll(/[()]/g)].map(({ index }) => index);
  const spoilt = places(RIGHT.domain).flatMap((place) => [
    RIGHT.domain.slice(0, place) + RIGHT.domain.slice(place + 1),
    RIGHT.domain.slice(0, place + 1) + RIGHT.domain.slice(place),
  ]);

  it('reports one mistake, and at most the place where it shows', () => {
    for (const text of spoilt) {
      const result = checkTask(text, RIGHT.problem);
      expect(result.status).toBe('invalid');
      expect('errors' in result && result.errors.length).toBeLessThanOrEqual(2);
    }
  });

  it('names the end of a text that is cut off', () => {
    for (let end = RIGHT.domain.indexOf('(domain'); end < RIGHT.domain.lastIndexOf(')'); end++) {
      const result = checkTask(RIGHT.domain.slice(0, end), RIGHT.problem);
      if (result.status === 'ok') throw new Error('nothing was reported');
      expect([end, result.errors.at(-1)?.kind]).toEqual([end, 'missing_closing']);
    }
  });
});
