import { costByRole } from '../../trace/metrics/cost.ts';
import { spaced } from '../../trace/metrics/numbers.ts';
import type { EpisodesFigure } from '../paper_table.ts';
import { episodesOf } from '../suite_results.ts';
import { CROSS, cycled, framedFigure, nominal, PALE, PALETTE, type Panel } from './figure.ts';

const ROW = 28;

export function drawTokens({ title, methods, episodes, caption }: Omit<EpisodesFigure, 'traces'>): Promise<string> {
  const lines = methods.map((method) => {
    const own = episodesOf({ episodes }, method.planner);
    const label = `${method.title} (n = ${own.length})`;
    return { label, values: costByRole(own).map((cost) => ({ ...cost, label, role: spaced(cost.role) })) };
  });
  const prompts = { field: 'promptTokens', title: 'tokens of prompts, mean per episode', width: 330, hasLabels: true };
  const answers = { field: 'completionTokens', title: 'tokens of answers', width: 190, hasLabels: false };
  return framedFigure({
    title,
    description: 'Mean tokens of prompts and of answers per episode, by method and role',
    panels: [{ spacing: 22, hconcat: [panelOf(prompts, lines), panelOf(answers, lines)] }],
    caption: [
      `Mean per recorded episode, as counted with the answers; n = episodes, ${CROSS} = not recorded.`,
      ...caption,
    ],
  });
}

type Side = Readonly<{ field: string; title: string; hasLabels: boolean; width: number }>;
type Line = Readonly<{ label: string; values: readonly { readonly role: string }[] }>;

function panelOf({ field, title, hasLabels, width }: Side, lines: readonly Line[]): Panel {
  const values = lines.flatMap((line) => line.values).map((value, order) => ({ ...value, order }));
  const labels = { domain: lines.map(({ label }) => label), paddingInner: 0.3 };
  const y = nominal('label', labels, { axis: hasLabels ? { title: null, domain: false } : null });
  const roles = cycled([...new Set(values.map(({ role }) => role))], PALETTE);
  // Without values an axis has no domain.
  const scale = values.length === 0 ? { scale: { domain: [0, 1] } } : {};
  return {
    width,
    height: ROW * lines.length,
    layer: [
      {
        data: { values },
        mark: { type: 'bar', stroke: 'white', strokeWidth: 1 },
        encoding: {
          y,
          x: { field, type: 'quantitative', axis: { title, domain: false, tickCount: 5, format: '~s' }, ...scale },
          color: nominal('role', roles, { legend: { title: null, orient: 'top', columns: 5 } }),
          order: { field: 'order', type: 'quantitative' },
        },
      },
      {
        data: { values: lines.filter((line) => line.values.length === 0).map(({ label }) => ({ label })) },
        mark: { type: 'text', text: CROSS, fontSize: 13, color: PALE, align: 'left', dx: 4 },
        encoding: { y, x: { datum: 0, type: 'quantitative' } },
      },
    ],
  };
}
