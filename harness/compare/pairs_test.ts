import { expect, it } from 'vitest';
import { pairPlanners, readNamedPair, unpairedPlanners } from './pairs.ts';
import { sideOf } from './testing/side_fixture.ts';

/** A side with these planners, of suite `s` or of the suite named before the slash. */
function withPlanners(...names: string[]) {
  const planners = names.map((name) => /^(?:(?<suite>t|u)\/)?(?<planner>.*)$/.exec(name)?.groups);
  return sideOf(planners.map((each) => ({ suite: each?.['suite'] ?? 's', planner: each?.['planner'] ?? '' })));
}

const pair = (baseline: string, candidate: string, suite = 's') => ({ suite, baseline, candidate });

it.each([
  ['by name, suite by suite', 'p q r t/p', 'q p own u/p', '', [pair('p', 'p'), pair('q', 'q')]],
  ['the only ones of both sides', 'p', 'p+x=1', '', [pair('p', 'p+x=1')]],
  ['the only ones of both sides in a suite', 'p t/p', 'q t/p t/q', '', [pair('p', 'q'), pair('p', 'p', 't')]],
  ['only the named ones', 'p q t/p', 'p own t/own', 'p:own', [pair('p', 'own'), pair('p', 'own', 't')]],
  [
    'each as often as it is named',
    'p q t/p',
    'p own t/own',
    'p:own q:own',
    [pair('p', 'own'), pair('p', 'own', 't'), pair('q', 'own')],
  ],
])('pairPlanners() pairs %s', (_, before, after, named, expected) => {
  const [one, other] = [before, after].map((names) => withPlanners(...names.split(' ')));
  const readPairs = named.split(' ').filter(Boolean).map(readNamedPair);
  expect(pairPlanners(one!, other!, readPairs)).toEqual(expected);
});

it.each([
  [
    ['p', 'q'],
    ['own'],
    [],
    'they have no planner in common; in suite "s", the baseline has "p", "q", the candidate "own"; name two to compare, such as `npx tapedeck compare side side --pair p:own`',
  ],
  [
    ['p', 'q'],
    ['p'],
    ['p:q'],
    'no suite has both planners of --pair "p:q", the first in the baseline, the second in the candidate; in suite "s", the baseline has "p", "q", the candidate "p"',
  ],
  [['t/p'], ['u/p'], [], 'they have no suite in common; the baseline has "t", the candidate "u"'],
  [['t/p'], [], [], 'they have no suite in common; the baseline has "t", the candidate none'],
])('pairPlanners() lists the planners of both sides where nothing pairs (%#)', (before, after, named, reason) => {
  const pairs = () => pairPlanners(withPlanners(...before), withPlanners(...after), named.map(readNamedPair));
  const refusal = { exitCode: 2, message: `Cannot compare "side" with "side": ${reason}` };
  expect(pairs).toThrow(expect.objectContaining(refusal));
});

it('unpairedPlanners() lists planners without a counterpart, of the suites that are compared', () => {
  const [baseline, candidate] = [withPlanners('p', 'q', 't/p'), withPlanners('p', 'own')];
  const unpaired = unpairedPlanners(pairPlanners(baseline, candidate, []), { baseline, candidate });
  expect(unpaired).toEqual([
    { suite: 's', planner: 'q', in: 'baseline' },
    { suite: 's', planner: 'own', in: 'candidate' },
  ]);
});

it.for([
  ['llm_state', 'llm_state+states=false'],
  ['p', 'own+url=http://localhost:8080'],
  ['own+url=http://localhost:8080', 'p'],
  ['p', 'cmd:python3 mine.py'],
  ['cmd:python3 mine.py --url http://localhost:8080', 'p'],
  ['cmd:./a', 'cmd:./b'],
  ['cmd:./a --port=a:1', 'cmd:./b --port=b:2+depth=3'],
] as const)('readNamedPair() divides "%s:%s" where the sides have these planners', ([before, after]) => {
  const named = [readNamedPair(`${before}:${after}`)];
  expect(pairPlanners(withPlanners(before, 'r'), withPlanners(after, 'r'), named)).toEqual([pair(before, after)]);
});

it.each([
  ['p:own+url=http://x', 'p', 'own+url=http://x'],
  ['cmd:./a --url http://x:p', 'cmd:./a --url http://x', 'p'],
])('readNamedPair() reads "%s" in one way, where only one gives the names of planners', (text, baseline, candidate) => {
  expect(readNamedPair(text).readings).toEqual([{ baseline, candidate }]);
});

it.each(['p', 'p:', ':p', '', 'p:q:r'])('readNamedPair() refuses "%s"', (text) => {
  expect(() => readNamedPair(text)).toThrow(/^--pair must be BASELINE:CANDIDATE/);
});
