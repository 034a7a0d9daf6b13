/**
 * Which planner is compared with which.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import { pairPlanners, readNamedPair, unpairedPlanners } from './pair_planners.ts';
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
    const named = [
      { baseline: 'p', candidate: 'own' },
      { baseline: 'q', candidate: 'own' },
    ];
    expect(pairPlanners(before, after, named)).toEqual([pair('p', 'own'), pair('p', 'own', 't'), pair('q', 'own')]);
  });

  it.each([
    [
      withPlanners('p', 'q'),
      withPlanners('own'),
      [],
      'they have no planner in common; of suite "s" the one has "p", "q", the other "own"; name two that are to be compared, such as --pair p:own',
    ],
    [
      withPlanners('p', 'q'),
      withPlanners('p'),
      [{ baseline: 'p', candidate: 'q' }],
      'no suite has "p" in the baseline and "q" in the candidate, as --pair says; of suite "s" the one has "p", "q", the other "p"',
    ],
    [withPlanners('t/p'), withPlanners('u/p'), [], 'they have no suite in common; the one has "t", the other "u"'],
    [withPlanners('t/p'), sideOf([]), [], 'they have no suite in common; the one has "t", the other none'],
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
  it('splits at the first colon, since only a planner of one’s own has one in an option', () => {
    expect(readNamedPair('llm_state:llm_state+states=false')).toEqual({
      baseline: 'llm_state',
      candidate: 'llm_state+states=false',
    });
    expect(readNamedPair('p:own+url=http://x')).toEqual({ baseline: 'p', candidate: 'own+url=http://x' });
    expect(readNamedPair('p:cmd:python3 mine.py')).toEqual({ baseline: 'p', candidate: 'cmd:python3 mine.py' });
    expect(readNamedPair('cmd:python3 mine.py:p')).toEqual({ baseline: 'cmd:python3 mine.py', candidate: 'p' });
    expect(readNamedPair('cmd:./a:cmd:./b')).toEqual({ baseline: 'cmd:./a', candidate: 'cmd:./b' });
  });

  it.each(['p', 'p:', ':p', ''])('refuses "%s"', (text) => {
    expect(() => readNamedPair(text)).toThrow(/^--pair must be BASELINE:CANDIDATE/);
  });
});
