import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cassettes/testing/tape_fixture.ts';
import { readRun } from '../run/stored_run.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { metricsOf } from '../trace/metrics/metrics.ts';

const folder = temporaryFolder(afterAll);

const PLAN = [
  { verb: 'pick', args: ['C_block_1', 'table'] },
  { verb: 'place', args: ['C_block_1', 'T_block_1'] },
];

let files = 0;
function file(ending: string, text: string): string {
  files += 1;
  const path = join(folder, `planner_${files}.${ending}`);
  writeFileSync(path, text);
  return path;
}

function typescript(actions: number, reason: string | null): string {
  return file(
    'mts',
    `const options = { parse: () => ({}), safeParse: () => ({ success: true, data: {} }) };
export const planner = {
  name: 'own', title: 'Own', worlds: ['tabletop'], summary: '', options, promptSlots: {}, asksModel: false, privileged: () => false,
  async *plan() {
    for (const action of ${JSON.stringify(PLAN.slice(0, actions))}) yield { kind: 'act', action };
    ${reason === null ? '' : `yield { kind: 'stop', reason: '${reason}' };`}
  },
};`,
  );
}

function python(actions: number, reason: string | null): string {
  const path = file(
    'py',
    `import json
input()
for action in json.loads('${JSON.stringify(PLAN.slice(0, actions))}'):
    print(json.dumps({'type': 'act', 'action': action}), flush=True)
    input()
${reason === null ? '' : `print(json.dumps({'type': 'stop', 'reason': '${reason}'}), flush=True)`}`,
  );
  return `cmd:python3 '${path}'`;
}

async function played(planner: string) {
  const out = join(folder, `run_${files}`);
  const { said } = await tapedeck('run', 'tabletop', '--scene', 'tower_3_01', '--planner', planner, '--out', out);
  const [trace] = readRun(out).traces;
  if (trace === undefined) throw new Error(said);
  const { end, detail } = trace.summary;
  const { success, completed, failureKind } = metricsOf(trace);
  return { end, detail, success, completed, failureKind };
}

describe.for([
  ['in TypeScript', typescript],
  ['in any language', python],
] as const)('a table planner %s', ([, written]) => {
  it.for([
    ['returns', null],
    ['stops in words of its own', 'Done, all 3 blocks'],
    ['stops as plan_completed', 'plan_completed'],
  ] as const)('succeeds by the goal alone, when it %s', async ([, reason]) => {
    const completed = reason === 'plan_completed';
    const [whole, half] = [await played(written(2, reason)), await played(written(1, reason))];
    const detail = reason ?? 'returned';
    expect(whole).toEqual({ end: 'goal', detail, success: true, completed, failureKind: null });
    expect(half).toMatchObject({ end: 'planner_stopped', success: false, completed });
  });
});
