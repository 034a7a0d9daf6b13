import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ParseLog } from './parse_log.ts';
import { readPddlReply } from './read_pddl_reply.ts';
import { arbitraryText, repeated } from './testing/arbitrary_text.ts';

const DOMAIN = '(define (domain d)\n  (:predicates (p)))';
const PROBLEM = '(define (problem p)\n  (:domain d)\n  (:goal (p)))';

function read(text: string, file: 'domain' | 'problem' = 'problem') {
  const log = new ParseLog();
  const found = readPddlReply(text, file, log);
  const note = log.note('problem', 1);
  return { found, discarded: note.kind === 'parsed' ? note.discarded : [] };
}

const said = (text: string) => read(text).discarded.map(({ line, kind, text: own }) => `${line} ${kind} ${own}`);

describe('readPddlReply()', () => {
  it.each([
    PROBLEM,
    `\`\`\`pddl\n${PROBLEM}\n\`\`\``,
    `\`\`\`\n${PROBLEM}\n\`\`\``,
    `~~~lisp\n${PROBLEM}\n~~~`,
    `\`\`\`${PROBLEM}\`\`\``,
    `\`\`\`pddl ${PROBLEM}\`\`\``,
    `\`\`\`pddl\n${PROBLEM}`,
    `Sure:\n\n${PROBLEM}\n\nNote (this is important): p is :goal)`,
    `Sure: ${PROBLEM} is what you want.`,
    `\`\`\`pddl\n${DOMAIN}\n\`\`\`\n\`\`\`pddl\n${PROBLEM}\n\`\`\``,
    `\`\`\`pddl\n${DOMAIN}\n\n${PROBLEM}\n\`\`\``,
    `${DOMAIN}\n${PROBLEM}`,
    `${PROBLEM}\n${PROBLEM.replace('problem p', 'problem q')}`,
    `\`\`\`text\nFirst think.\n\`\`\`\n${PROBLEM}`,
    `\`\`\`pddl\n${DOMAIN}\n\`\`\`\n${PROBLEM}`,
    `\`\`\`pddl\n${PROBLEM}\n\`\`\`\nIt is (define (problem p) …).`,
  ])('finds the problem in %j', (text) => expect(read(text).found).toBe(PROBLEM));

  it.each([
    ['in capitals and with blanks', '( DEFINE\n(PROBLEM p))', 'problem'],
    ['of the other kind if there is none of the requested kind', DOMAIN, 'problem'],
    ['of the other kind if there is none of the requested kind', PROBLEM, 'domain'],
  ] as const)('finds a file %s', (_, text, file) => expect(read(text, file).found).toBe(text));

  const none = ['', 'No.', '```\n```', '(problem p)', 'define (problem p)', '(defined (problem p))'];
  it.each(none)('finds none in %j', (text) => expect(read(text).found).toBeNull());

  it.each([
    ['a parenthesis that is missing', PROBLEM.slice(0, -1)],
    ['a parenthesis too many', `${PROBLEM})`],
    ['a parenthesis too many on a line of its own', `${PROBLEM}\n)`],
    ['a section behind the end', `${PROBLEM}\n\n  (:metric minimize (total-cost)))`],
    ['comments with parentheses', PROBLEM.replace('(:goal', '; ))) (\n  (:goal')],
  ])('leaves %s to the PDDL reader', (_, text) => {
    expect(read(text).found).toBe(text);
    expect(read(`Here:\n\`\`\`\n${text}\n\`\`\``).found).toBe(text);
  });

  it('keeps all that is in the fence behind the file', () => {
    expect(read(`\`\`\`\n${PROBLEM}\nDone.\n\`\`\``).found).toBe(`${PROBLEM}\nDone.`);
  });

  it('reports omitted text by line', () => {
    expect(said(`Sure:\n\n\`\`\`pddl\n${PROBLEM}\n\`\`\`\nDone.`)).toEqual(['1 prose Sure:', '8 prose Done.']);
    expect(said(`${DOMAIN}\n\nand\n${PROBLEM}`)).toEqual([`1 not_asked ${DOMAIN}`, '4 prose and']);
    expect(said('No\nway')).toEqual(['1 prose No', '2 prose way']);
    expect(said(PROBLEM)).toEqual([]);
  });

  it('reads anything', () => {
    const text = arbitraryText('(define (problem p)¦(define (domain d)¦```¦```pddl\n¦)¦(¦;¦\n¦x ¦(:goal');
    fc.assert(
      fc.property(text, (reply) => {
        const { found } = read(reply);
        if (found !== null) expect(reply).toContain(found);
      }),
    );
  });

  it('finds the file behind comments, in files with either line ending', () => {
    for (const feed of ['\n', '\r\n']) {
      const text = ['(define ; one (define', ';two', ' (problem p))'].join(feed);
      expect(read(`Here: ${text} Done`).found).toBe(text);
    }
  });

  it('in linear time', () => {
    const parts = '(¦(define (¦(define;¦EFINE(DEFINE;¦(define\n;¦(define (problem p)¦```¦```\n¦( ¦;¦\n¦x¦\n)';
    for (const many of repeated(`${parts}¦${PROBLEM}\n)\n`, 300_000)) {
      for (const before of ['', PROBLEM, `\`\`\`\n${PROBLEM}`, '(define (problem p)']) {
        const text = before + many;
        const { found } = read(text);
        expect(found === null || text.includes(found)).toBe(true);
      }
    }
  });
});
