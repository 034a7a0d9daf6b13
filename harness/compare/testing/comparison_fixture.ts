import { type Comparison, compareSides } from '../comparison.ts';
import type { Flip } from '../flips.ts';
import { type GateVerdict, gate } from '../gate.ts';
import { OPTIONS, sideOf } from './side_fixture.ts';

/** What tries to get out of wherever it is put. */
export const HOSTILE =
  '</pre></details><script>alert(1)</script> ``` | @all & ]]> "\'\u0007 [x](javascript:1) **b** <!-- -->';

/** Eight tasks of which six fail now, and one that only the baseline has. */
export async function comparisonFixture(): Promise<{ comparison: Comparison; verdict: GateVerdict }> {
  const tasks = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const before = [...tasks, 'gone'].map((task) => ({ task, steps: 8 }));
  const after = tasks.map((task, at) => ({ task, success: at > 5, steps: at > 5 ? 9 : 30 }));
  const baseline = sideOf(before, { name: `base ${HOSTILE}` });
  const code = { version: '1.1.0', commit: null };
  const candidate = sideOf([...after, { task: 'gone', end: 'tape_miss' }], { name: 'candidate', code });
  const compared = await compareSides(baseline, candidate, { ...OPTIONS, margins: { share: 0.05, metrics: {} } });
  const comparison = { ...compared, flips: compared.flips.map(hostile) };
  const verdict = gate(comparison, { failOnRegression: true, failUnder: [], failOnMissing: true });
  return { comparison, verdict };
}

function hostile(flip: Flip): Flip {
  const firstDifference = { at: { baseline: 3, candidate: 4 }, baseline: HOSTILE, candidate: null };
  return {
    ...flip,
    firstDifference,
    prompt: { purpose: 'policy', removed: [HOSTILE], added: ['```', HOSTILE], more: 2 },
  };
}
