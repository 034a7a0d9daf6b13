import { execFileSync } from 'node:child_process';
import { describe, expect, it, test } from 'vitest';
import { AlikeSentences, alikeLines, are, commandText, counted, KINDS_MAX } from './counted.ts';

it('counted() takes the singular of one alone', () => {
  expect([0, 1, 2].map((count) => counted(count, 'problem'))).toEqual(['0 problems', '1 problem', '2 problems']);
  expect([1, 2].map((count) => counted(count, 'reply', 'replies'))).toEqual(['1 reply', '2 replies']);
  expect([0, 1, 2].map(are)).toEqual(['are', 'is', 'are']);
});

const miss = (at: number, reason = `no tape of "${at}"`) => {
  return { sentence: `Cannot replay "${at}": ${reason}`, about: `e${at}` };
};

describe('AlikeSentences', () => {
  it('tells sentences once that are alike but for names and numbers, and names the first', () => {
    expect(alikeLines(Array.from({ length: 75 }, (_, at) => miss(at)))).toEqual([
      'Cannot replay "0": no tape of "0"\n  alike in 74 more episodes: e1, e2, e3, …',
    ]);
    const first = 'Cannot replay "1": no tape of "1"';
    expect(alikeLines([miss(1), miss(2)], 'task')).toEqual([`${first}\n  alike in 1 more task: e2`]);
    expect(alikeLines([miss(1)])).toEqual([first]);
    expect(alikeLines([])).toEqual([]);
  });

  it('separates sentences by their kind, where it is given', () => {
    expect(alikeLines([miss(1, 'gone'), miss(2, 'cut off'), miss(3, 'gone')])).toEqual([
      'Cannot replay "1": gone\n  alike in 1 more episode: e3',
      'Cannot replay "2": cut off',
    ]);
    const ended = (name: string) => ({ sentence: `${name}: timeout: slow`, about: name, kind: 'timeout: slow' });
    expect(alikeLines([ended('a'), ended('b')])).toEqual(['a: timeout: slow\n  alike in 1 more episode: b']);
  });

  it('keeps a bounded number of kinds, and counts the rest', () => {
    const all = new AlikeSentences();
    for (let at = 0; at < 1_000; at++) all.add(miss(at, 'x'.repeat(at)));
    expect(all.count).toBe(1_000);
    expect(all.lines).toHaveLength(KINDS_MAX + 1);
    expect(all.lines.at(-1)).toBe('… and 990 more');
  });
});

test('commandText() leaves ordinary words as they are', () => {
  const text = 'run ./my_suite.json --planner llm_state+states=false --scene 2';
  expect(commandText(text.split(' '))).toBe(`npx tapedeck ${text}`);
});

test.skipIf(process.platform === 'win32')(
  'a shell reads commandText() as its words (skipped on Windows, which has none)',
  () => {
    const words = ['a b', "it's", '$HOME', '`ls`', 'a\\b', '*', '~', 'a\nb', ';', '', '"'];
    const script = commandText(words).replace('npx tapedeck', 'printf "%s|"');
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(`${words.join('|')}|`);
  },
);
