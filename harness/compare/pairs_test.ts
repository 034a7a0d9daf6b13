import { describe, expect, it } from 'vitest';
import { pairPlanners, readNamedPair, unpairedPlanners } from './pairs.ts';
import { sideOf } from './testing/side_fixture.ts';

/** A side with these planners of suite `s`, or of the suite named before the slash. */
function withPlanners(...names: string[]) {
  return sideOf(
    names.map((name) => {
      const [planner = '', suite = 's'] = name.split('/').reverse();
      return { suite, planner };
    }),
  );
}

const pair = (baseline: string, candidate: string, suite = 's') => ({ suite, baseline, candidate });

describe('pairPlanners()', () => {
  it('pairs planners of one name, suite by suite', () => {
    const [before, after] = [withPlanners('p', 'q', 'r', 't/p'), withPlanners('q', 'p', 'own', 'u/p')];
    expect(pairPlanners(before, after, [])).toEqual([pair('p', 'p'), pair('q', 'q')]);
  });

  it('pairs two of different names where each side has no other in that suite', () => {
    expect(pairPlanners(withPlanners('p'), withPlanners('p+x=1'), [])).toEqual([pair('p', 'p+x=1')]);
    expect(pairPlanners(withPlanners('p', 't/p'), withPlanners('q', 't/p', 't/q'), [])).toEqual([
      pair('p', 'q'),
      pair('p', 'p', 't'),
    ]);
  });

  it('pairs those that are named and no others, each as often as it is named', () => {
    const [before, after] = [withPlanners('p', 'q', 't/p'), withPlanners('p', 'own', 't/own')];
    const named = ['p:own', 'q:own'].map(readNamedPair);
    expect(pairPlanners(before, after, named)).toEqual([pair('p', 'own'), pair('p', 'own', 't'), pair('q', 'own')]);
  });

  it.each([
    [
      withPlanners('p', 'q'),
      withPlanners('own'),
      [],
      'they have no planner in common; in suite "s", the baseline has "p", "q", the candidate "own"; name two that are to be compared, such as `npx tapedeck compare side side --pair p:own`',
    ],
    [
      withPlanners('p', 'q'),
      withPlanners('p'),
      [readNamedPair('p:q')],
      'no suite has both planners of --pair "p:q", the first in the baseline, the second in the candidate; in suite "s", the baseline has "p", "q", the candidate "p"',
    ],
    [
      withPlanners('t/p'),
      withPlanners('u/p'),
      [],
      'they have no suite in common; the baseline has "t", the candidate "u"',
    ],
    [withPlanners('t/p'), sideOf([]), [], 'they have no suite in common; the baseline has "t", the candidate none'],
  ])('names the planners of both sides where nothing pairs (%#)', (before, after, named, message) => {
    expect(() => pairPlanners(before, after, named)).toThrow(
      expect.objectContaining({ exitCode: 2, message: `Cannot compare "side" with "side": ${message}` }),
    );
  });
});

it('unpairedPlanners() are those without a counterpart, of the suites that are compared', () => {
  const [baseline, candidate] = [withPlanners('p', 'q', 't/p'), withPlanners('p', 'own')];
  const unpaired = unpairedPlanners(pairPlanners(baseline, candidate, []), { baseline, candidate });
  expect(unpaired).toEqual([
    { suite: 's', planner: 'q', in: 'baseline' },
    { suite: 's', planner: 'own', in: 'candidate' },
  ]);
});

describe('readNamedPair()', () => {
  it.for<readonly [string, string]>([
    ['llm_state', 'llm_state+states=false'],
    ['p', 'own+url=http://localhost:8080'],
    ['own+url=http://localhost:8080', 'p'],
    ['p', 'cmd:python3 mine.py'],
    ['cmd:python3 mine.py', 'p'],
    ['cmd:python3 mine.py --url http://localhost:8080', 'p'],
    ['cmd:./a', 'cmd:./b'],
    ['cmd:./a --port=a:1', 'cmd:./b --port=b:2+depth=3'],
  ])('divides "%s:%s" where the sides have these planners', ([before, after], { expect }) => {
    const named = [readNamedPair(`${before}:${after}`)];
    const sides = [before, after].map((planner) =>
      sideOf([
        { suite: 's', planner },
        { suite: 's', planner: 'r' },
      ]),
    );
    expect(pairPlanners(sides[0]!, sides[1]!, named)).toEqual([pair(before, after)]);
  });

  it('reads a pair in one way where only one gives the names of planners', () => {
    expect(readNamedPair('p:own+url=http://x').readings).toEqual([{ baseline: 'p', candidate: 'own+url=http://x' }]);
    expect(readNamedPair('cmd:./a --url http://x:p').readings).toEqual([
      { baseline: 'cmd:./a --url http://x', candidate: 'p' },
    ]);
  });

  it.each(['p', 'p:', ':p', '', 'p:q:r'])('refuses "%s"', (text) => {
    expect(() => readNamedPair(text)).toThrow(/^--pair must be BASELINE:CANDIDATE/);
  });
});
