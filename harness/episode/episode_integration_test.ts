import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRun } from '../run/stored_run.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { metricsOf } from '../trace/metrics/metrics.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-goal-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Two actions of scene `tower_3_01`; the tower stands after both. */
const PLAN = [
  { verb: 'pick', args: ['C_block_1', 'table'] },
  { verb: 'place', args: ['C_block_1', 'T_block_1'] },
];

type Script = { readonly actions: number; readonly reason: string | null };

/** Carries out so many actions of the plan, then stops with the reason, or just returns. */
function typescript({ actions, reason }: Script): string {
  const file = join(folder, `planner_${actions}_${reason}.mts`);
  const stop = reason === null ? '' : `yield { kind: 'stop', reason: '${reason}' };`;
  writeFileSync(
    file,
    `const options = { parse: () => ({}), safeParse: () => ({ success: true, data: {} }) };
export const planner = {
  name: 'own', title: 'Own', worlds: ['tabletop'], summary: '', options, promptSlots: {}, asksModel: false, privileged: () => false,
  async *plan() {
    for (const action of ${JSON.stringify(PLAN.slice(0, actions))}) yield { kind: 'act', action };
    ${stop}
  },
};`,
  );
  return file;
}

function python({ actions, reason }: Script): string {
  const file = join(folder, `planner_${actions}_${reason}.py`);
  const stop = reason === null ? '' : `print(json.dumps({'type': 'stop', 'reason': '${reason}'}), flush=True)`;
  writeFileSync(
    file,
    `import json
input()
for action in json.loads('${JSON.stringify(PLAN.slice(0, actions))}'):
    print(json.dumps({'type': 'act', 'action': action}), flush=True)
    input()
${stop}`,
  );
  return `cmd:python3 '${file}'`;
}

let runs = 0;
async function played(planner: string) {
  runs += 1;
  const out = join(folder, `run_${runs}`);
  const { said } = await tapedeck('run', 'tabletop', '--scene', 'tower_3_01', '--planner', planner, '--out', out);
  const [trace] = readRun(out).traces;
  if (trace === undefined) throw new Error(said);
  const { success, completed, failureKind } = metricsOf(trace);
  return { end: trace.summary.end, detail: trace.summary.detail, success, completed, failureKind };
}

describe.for([
  ['in TypeScript', typescript],
  ['in any language', python],
] as const)('a table planner %s', ([, written]) => {
  it.for([
    ['returns', null],
    ['stops as finished', 'finished'],
    ['stops in words of its own', 'Done, all 3 blocks'],
    ['stops as plan_completed', 'plan_completed'],
  ] as const)('succeeds by the goal alone, when it %s', async ([, reason]) => {
    const completed = reason === 'plan_completed';
    expect(await played(written({ actions: 2, reason }))).toEqual({
      end: 'goal',
      detail: reason ?? 'returned',
      success: true,
      completed,
      failureKind: null,
    });
    expect(await played(written({ actions: 1, reason }))).toMatchObject({
      end: 'planner_stopped',
      success: false,
      completed,
    });
  });
});
