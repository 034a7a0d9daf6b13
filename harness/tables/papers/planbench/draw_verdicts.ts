import { DARK, framedFigure, GRID, keyRow, PALE, PALETTE, type Panel, PERCENT, TICKS } from '../../figures/figure.ts';

const MAIN = ['Blocksworld, zero-shot', 'Blocksworld, one-shot'];
const [ANSWERS_MIN, POINTS_MIN] = [100, 10];
const LINE = 16;

type Row = Record<'group' | 'model', string> &
  Record<'answers' | 'percent', number> & { publishedPercent: number | null };

export function drawVerdicts(rows: readonly Readonly<Row>[]): Promise<string> {
  const judged = rows.filter(({ answers, publishedPercent }) => answers >= ANSWERS_MIN && publishedPercent !== null);
  const isFar = ({ percent, publishedPercent }: Row) => Math.abs(percent - publishedPercent!) >= POINTS_MIN;
  const others = judged.filter((row) => !MAIN.includes(row.group) && isFar(row));
  const main = MAIN.map((group) => judged.filter((row) => row.group === group));
  return framedFigure({
    title: 'PlanBench, published and read',
    description:
      'Right answers in percent by model: by the published verdicts, and as read here with 95 % intervals. The numbers are in planbench.md',
    panels: [
      keyRow([
        { kind: 'paper', text: 'published' },
        { kind: 'bar', text: 'as read here, 95 %', colour: PALETTE[0] },
      ]),
      ...main.map((own, at) => panel(MAIN[at]!.replace(',', ', 500 instances,'), own, LINE)),
      panel(`Elsewhere, ${POINTS_MIN} points apart or more`, others, 2 * LINE),
    ],
    caption: ['Numbers: planbench.md. Only models whose answers are in the committed plans.'],
  });
}

function panel(title: string, rows: readonly Readonly<Row>[], line: number): Panel {
  const sorted = rows.toSorted((one, other) => other.percent - one.percent);
  const values = sorted.map((row, at) => ({ ...row, at, about: line === LINE ? '' : row.group }));
  const x = (field: string) => ({ ...PERCENT, field });
  const axis = { title: 'right in %', values: TICKS, domain: false, gridColor: GRID };
  const [text, left] = [{ type: 'text', align: 'left' } as const, { x: { value: -130 } }];
  const point = { type: 'point', filled: true, opacity: 1 } as const;
  const bar = { type: 'rule', strokeWidth: 6, color: PALETTE[1], opacity: 0.75 } as const;
  const diamond = { ...point, shape: 'diamond', size: 52, fill: 'white', stroke: DARK } as const;
  return {
    width: 230, // narrow: a page shows it 400 pixels wide, almost at full size
    height: line * values.length,
    title: { text: title, anchor: 'middle', fontSize: 12, offset: 6 },
    data: { values },
    encoding: { y: { field: 'at', type: 'ordinal', axis: null } },
    layer: [
      { mark: { ...text, dy: line === LINE ? 0 : -7 }, encoding: { ...left, text: { field: 'model' } } },
      { mark: { ...text, dy: 6, color: PALE }, encoding: { ...left, text: { field: 'about' } } },
      { mark: bar, encoding: { x: { ...x('publishedPercent'), axis }, x2: { field: 'percent' } } },
      { mark: { type: 'rule', strokeWidth: 1.2, color: DARK }, encoding: { x: x('low'), x2: { field: 'high' } } },
      { mark: { ...point, shape: 'square', size: 50, color: PALETTE[0] }, encoding: { x: x('percent') } },
      { mark: diamond, encoding: { x: x('publishedPercent') } },
    ],
  };
}
