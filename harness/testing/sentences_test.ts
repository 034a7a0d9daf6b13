import { describe, expect, it } from 'vitest';
import { claim, claimText, withFigures } from './claim.ts';
import { marksOf, sentencesOf, unshown } from './sentences.ts';

const SOLVED = claim`each method solves ${'3 or 4'} of ${7} scenes`;

describe('sentences of a page', () => {
  it('sentencesOf() breaks prose and lists into sentences, and leaves out code, tables, headings and parts between markers', () => {
    const page = [
      ...['# All of it', 'A first, in\ntwo lines. And (a second.) `third` too.', '```sh\nall 7\n```', '| every | 3 |'],
      ...['<!-- steps a/b -->\n\nall 9\n\n<!-- /steps -->', '- one item\n- another. And more'],
    ].join('\n\n');
    const first = ['A first, in two lines.', 'And (a second.)', '`third` too.'];
    expect(sentencesOf(page)).toEqual([...first, '- one item', '- another.', 'And more']);
  });

  it.each([
    ['Of these, 7 of 9 and 80–90 % hold.', ['7', '9', '80', '90']],
    ['Nearly all do, and None never fails.', ['Nearly', 'all', 'None', 'never']],
    ['It fails twice, in 1,038 steps and 1.16 times.', ['twice', '1,038', '1.16']],
    ['gpt-4-0613 in Figure 7, `hands=1`, [arXiv 2311.17406](https://a.b/2311.17406), Table I and Listing 5.', []],
    ['It fails because of bad luck, since it guesses with one hand.', ['because', 'luck', 'since']],
  ])('marksOf() finds in "%s" %j', (sentence, marks) => {
    expect(marksOf(sentence)).toEqual(marks);
  });
});

describe('unshown()', () => {
  const page = 'Here each method\nsolves 3 or 4 of 7 scenes. No plan is cut. Blue is a colour.';

  it('lets pass what a claim computes and what a list approves, and nothing else', () => {
    expect(unshown(page, [SOLVED], ['No plan is cut.'])).toEqual([]);
    expect(unshown(page, [], [])).toEqual(['Here each method solves 3 or 4 of 7 scenes.', 'No plan is cut.']);
  });

  it.each([
    ['3 or 4', '3 or 5'],
    ['each method', 'every method'],
    ['Here each', 'Here, as always, each'],
    ['is cut', 'is cut short'],
    ['a colour', 'a colour because it is'],
  ])('sees that "%s" became "%s"', (before, after) => {
    expect(unshown(page.replaceAll('\n', ' ').replace(before, after), [SOLVED], ['No plan is cut.'])).toHaveLength(1);
  });
});

describe('withFigures()', () => {
  it('writes the figures anew where the words stand, and leaves the rest as it is', () => {
    const page = 'Here each method\nsolves 1 to 2 of\n9 scenes. A method solves 9.';
    const written = withFigures(page, [SOLVED]);
    expect(written).toBe('Here each method\nsolves 3 or 4 of\n7 scenes. A method solves 9.');
    expect(written.replaceAll('\n', ' ')).toContain(claimText(SOLVED));
    expect(withFigures(written, [SOLVED])).toBe(written);
  });

  it('writes nothing where the words are others, too far apart, or where a number is none; a claim ends in words', () => {
    const page = `each method solves ${'x'.repeat(200)} of 7 scenes; each method solved 1 of 2 scenes; each method solves 3 of its scenes`;
    expect(withFigures(page, [SOLVED])).toBe(page);
    expect(() => claim`scenes: ${7}`).toThrow('A claim begins and ends with words, found "scenes: …"');
  });
});
