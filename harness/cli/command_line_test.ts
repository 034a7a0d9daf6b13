import { expect, it } from 'vitest';
import { reportFailures } from './command_line.ts';

const FAILURE = { exitCode: 2, message: 'No suite is called "houshold"' };
const DOCUMENT = JSON.stringify({ error: FAILURE.message, exitCode: 2 });

function toldAfter(argv: readonly string[], printed: readonly string[]): { out: string[]; said: string[] } {
  const out: string[] = [];
  const said: string[] = [];
  const { terminal, report } = reportFailures(argv, {
    out: (text) => out.push(text),
    say: (text) => said.push(text),
    progress() {},
  });
  for (const text of printed) terminal.out(text);
  report(FAILURE);
  return { out, said };
}

it.each([
  [['run', 'houshold'], [], []],
  [['run', 'houshold', '--json'], [], [DOCUMENT]],
  [['run', 'houshold', '--json=true'], [], [DOCUMENT]],
  [['run', '--', '--json'], [], []],
  [['simulate', '--json'], ['{"steps":[]}'], ['{"steps":[]}']],
])('reportFailures() for %j, after %j, prints %j', (argv, printed, out) => {
  expect(toldAfter(argv, printed)).toEqual({ out, said: [FAILURE.message] });
});
