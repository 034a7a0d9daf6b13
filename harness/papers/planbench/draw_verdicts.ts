/**
 * What the published verdicts say beside what the answers say: two marks a model, and a bar between them where they differ.
 *
 * @module
 */
import type { Cell } from '../../planbench/scored/cells.ts';
import { DARK, framedFigure, GRID, PALE, PALETTE, type Panel, PERCENT } from '../../tables/figures/figure_frame.ts';
import { keyRow } from '../../tables/figures/key_row.ts';
import { groupTitle } from './grouped_table.ts';
import { type CellRow, cellRow } from './verdict_tables.ts';

/** Narrow: a page that shows it 400 pixels wide shows it almost in full size. */
const WIDTH = 230;
const LINE = 16;
const LABELS = 130;
/** Elsewhere: cells of so many answers that differ by so many percentage points. */
const [ANSWERS_MIN, POINTS_MIN] = [100, 10];

export function drawVerdicts(cells: readonly Cell[]): Promise<string> {
  const rows = cells.filter(({ prompt }) => prompt.includes('-shot')).map(cellRow);
  const judged = rows.filter(({ answers, published }) => answers >= ANSWERS_MIN && published !== null);
  const isMain = ({ domain, prompt }: CellRow) =>
    domain === 'blocksworld' && ['zero-shot', 'one-shot'].includes(prompt);
  const main = (prompt: string) => judged.filter((row) => isMain(row) && row.prompt === prompt);
  const others = judged.filter((row) => !isMain(row) && Math.abs(row.percent - row.publishedPercent!) >= POINTS_MIN);
  return framedFigure({
    title: 'PlanBench, published and read',
    description:
      'Right answers in percent by model: by the published verdicts, and as read here with 95 % intervals. The numbers are in planbench.md',
    panels: [
      keyRow([
        { kind: 'paper', text: 'published' },
        { kind: 'bar', text: 'as read here, 95 %', colour: PALETTE[0] },
      ]),
      panel('Blocksworld, 500 instances, zero-shot', main('zero-shot'), LINE),
      panel('Blocksworld, 500 instances, one-shot', main('one-shot'), LINE),
      panel(`Elsewhere, ${POINTS_MIN} points apart or more`, others, 2 * LINE),
    ],
    caption: ['Numbers: planbench.md. Only models whose answers are in the committed plans.'],
  });
}

/** Vega takes text to be wider than it is, so names begin at a place of their own instead of being an axis. */
function panel(title: string, rows: readonly CellRow[], line: number): Panel {
  const sorted = rows.toSorted((one, other) => other.percent - one.percent);
  const values = sorted.map((row, at) => ({ ...row, at, about: line === LINE ? '' : groupTitle(row) }));
  const x = (field: string) => ({ ...PERCENT, field });
  const axis = { title: 'right in %', values: [0, 20, 40, 60, 80, 100], domain: false, gridColor: GRID };
  const [text, left] = [{ type: 'text', align: 'left' } as const, { x: { value: -LABELS } }];
  const mark = { type: 'point', filled: true, opacity: 1 } as const;
  return {
    width: WIDTH,
    height: line * values.length,
    title: { text: title, anchor: 'middle', fontSize: 12, offset: 6 },
    data: { values },
    encoding: { y: { field: 'at', type: 'ordinal', axis: null } },
    layer: [
      { mark: { ...text, dy: line === LINE ? 0 : -7 }, encoding: { ...left, text: { field: 'model' } } },
      { mark: { ...text, dy: 6, color: PALE }, encoding: { ...left, text: { field: 'about' } } },
      {
        mark: { type: 'rule', strokeWidth: 6, color: PALETTE[1], opacity: 0.75 },
        encoding: { x: { ...x('publishedPercent'), axis }, x2: { field: 'percent' } },
      },
      { mark: { type: 'rule', strokeWidth: 1.2, color: DARK }, encoding: { x: x('low'), x2: { field: 'high' } } },
      { mark: { ...mark, shape: 'square', size: 50, color: PALETTE[0] }, encoding: { x: x('percent') } },
      {
        mark: { ...mark, shape: 'diamond', size: 52, fill: 'white', stroke: DARK },
        encoding: { x: x('publishedPercent') },
      },
    ],
  };
}
