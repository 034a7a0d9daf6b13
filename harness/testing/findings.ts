/** Parts of `results/findings.md` stand between `<!-- NAME -->` and `<!-- /NAME -->`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLACES } from '../io/places.ts';
import { wrapWords } from '../tables/plain_table.ts';
import type { Table } from '../tables/table.ts';
import { readTrace, type Trace } from '../trace/trace.ts';

/** Failures read `motion=5 goal=1` and `free_hand=3 seen=1`. */
export type MethodRow = Readonly<Record<'suite' | 'planner' | 'failureKinds' | 'failures', string>> &
  Readonly<Record<'episodes' | 'successes' | 'successLow' | 'successHigh' | 'steps' | 'failedSteps', number>> &
  Readonly<Record<'promptTokens' | 'trackingRecall' | 'trackingRecallLow' | 'trackingRecallHigh', number>> & {
    readonly stepsRatio: number | null;
  };

export type EpisodeRow = Readonly<{ episode: string; success: boolean; failureKind: string | null }>;

type Tape = Readonly<Record<'suite' | 'model', string>> &
  Readonly<{
    provenance: readonly Readonly<Record<'channel' | 'answeredOn' | 'provider', string>>[];
    tasks: readonly { readonly entries: number }[];
  }>;

const LINE_WIDTH = 132;
const NO_MODEL = ['random', 'oracle'];

export function baselineRows<Row>(name: string): Row[] {
  return JSON.parse(readFileSync(join(PLACES.baseline, `${name}.json`), 'utf8')).rows;
}

export function methodRows(): MethodRow[] {
  const errors = baselineRows<Pick<MethodRow, 'suite' | 'planner' | 'steps'>>('errors');
  const steps = new Map(errors.map((row) => [`${row.suite} ${row.planner}`, row.steps]));
  return baselineRows<Omit<MethodRow, 'steps'>>('metrics')
    .filter(({ suite, planner }) => suite !== 'listings' && !NO_MODEL.includes(planner))
    .map((row) => ({ ...row, steps: steps.get(`${row.suite} ${row.planner}`) ?? 0 }));
}

export function failuresTable(): string {
  const rows = methodRows();
  const lines = rows.map((row) => [
    ...[row.suite, `\`${row.planner}\``, `${row.successes}/${row.episodes}`],
    `${Math.round(row.successLow * 100)}–${Math.round(row.successHigh * 100)} %`,
    ...[row.failureKinds || '–', `${row.failedSteps} of ${row.steps}`, row.stepsRatio?.toFixed(2) ?? 'n/a'],
  ]);
  const header = ['Suite', 'Method', 'Done', '95 %', 'Failed by', 'Refused', 'Steps ÷ ref'];
  const refused = rows.filter(({ failures }) => failures !== '');
  const because = [...Map.groupBy(refused, ({ suite }) => suite)].map(([suite, methods]) => {
    const each = methods.map(({ planner, failures }) => `\`${planner}\` ${failures}`);
    return `- ${suite}: ${each.join('; ')}`;
  });
  return [bare({ header, lines }), '', 'Refused because:', '', ...because.map(filled)].join('\n');
}

export function tapesList(): string {
  const tapes: Tape[] = JSON.parse(readFileSync(join(PLACES.baseline, 'sources.json'), 'utf8'));
  const answered = tapes.filter(({ provenance }) => provenance.length > 0);
  const said = (values: readonly string[]) => [...new Set(values)].join('; ');
  return answered
    .map(({ suite, model, provenance, tasks }) => {
      const who = `\`${model}\`, ${said(provenance.map(({ provider }) => provider))}`;
      const how = said(provenance.map(({ channel }) => channel));
      const when = said(provenance.map(({ answeredOn }) => answeredOn));
      const answers = tasks.reduce((sum, { entries }) => sum + entries, 0);
      return filled(`- ${suite}: ${who}; ${how}; answered on: ${when}; ${answers} answers`);
    })
    .join('\n');
}

export function stepsBlock({ header, events, summary }: Trace): string {
  const steps = events.flatMap((event) => {
    if (event.event !== 'step') return [];
    const action = `${event.action.verb}(${event.action.args.join(', ')})`;
    return [event.ok ? `${event.number} ${action}` : `${event.number} ✗ ${action}: ${event.reason?.precondition}`];
  });
  const shortest = header.reference === null ? '' : `, shortest possible ${header.reference.steps}`;
  const refused = `${summary?.counts.failedSteps} refused`;
  const end = `${summary?.end}: ${summary?.steps} steps${shortest}, ${refused}, ${summary?.calls} calls`;
  return ['```text', ...stepLines(steps), end, '```'].join('\n');
}

export function renderedPage(page: string, traceOf: (episode: string) => string): string {
  return page.replaceAll(
    /^<!-- (tapes|failures|steps (\S+)) -->\n[\s\S]*?^<!-- \/(\w+) -->$/gm,
    (_, name: string, episode: string | undefined, end: string) => {
      const part =
        episode === undefined
          ? { tapes: tapesList, failures: failuresTable }[name as 'tapes' | 'failures']()
          : stepsBlock(readTrace(traceOf(episode), episode));
      return `<!-- ${name} -->\n\n${part}\n\n<!-- /${end} -->`;
    },
  );
}

function bare({ header, lines }: Table['shown']): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [header, header.map(() => '---'), ...lines].map(line).join('\n');
}

function filled(item: string): string {
  return wrapWords(item, 116).join('\n  ');
}

function stepLines(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length + 3 > LINE_WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${line} · ${word}`;
  }
  return lines;
}
