import { costByRole } from '../../trace/metrics/cost.ts';
import type { EpisodesFigure } from '../paper_table.ts';
import { episodesOf } from '../suite_results.ts';
import { CROSS, framedFigure, type Layer, PALE, PALETTE, type Panel } from './figure.ts';

type Value = {
  readonly label: string;
  readonly role: string;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
};

const ROW = 28;

export function drawTokens({ title, methods, episodes, caption }: Omit<EpisodesFigure, 'traces'>): Promise<string> {
  const lines = methods.map((method) => {
    const own = episodesOf({ episodes }, method.planner);
    const label = `${method.title} (n = ${own.length})`;
    return {
      label,
      values: costByRole(own).map((cost): Value => ({ ...cost, label, role: cost.role.replaceAll('_', ' ') })),
    };
  });
  const values = lines.flatMap((line) => line.values);
  const labels = lines.map(({ label }) => label);
  const missing = lines.filter((line) => line.values.length === 0).map(({ label }) => ({ label }));
  const roles = [...new Set(values.map(({ role }) => role))];
  const content = { values, labels, missing, roles };
  const prompts = { field: 'promptTokens', title: 'tokens of prompts, mean per episode', width: 330 } as const;
  const answers = { field: 'completionTokens', title: 'tokens of answers', width: 190 } as const;
  const panels = [
    panelOf({ ...prompts, hasLabels: true }, content),
    panelOf({ ...answers, hasLabels: false }, content),
  ];
  return framedFigure({
    title,
    description: 'Mean tokens of prompts and of answers per episode, by method and role',
    panels: [{ spacing: 22, hconcat: panels }],
    caption: [
      `Mean per recorded episode, as counted with the answers; n = episodes, ${CROSS} = not recorded.`,
      ...caption,
    ],
  });
}

type Side = {
  readonly field: 'promptTokens' | 'completionTokens';
  readonly title: string;
  readonly hasLabels: boolean;
  readonly width: number;
};
type Content = {
  readonly values: readonly Value[];
  readonly labels: string[];
  readonly missing: readonly { label: string }[];
  readonly roles: string[];
};

function panelOf({ field, title, hasLabels, width }: Side, { values, labels, missing, roles }: Content): Panel {
  const y = {
    field: 'label',
    type: 'nominal',
    sort: null,
    scale: { domain: labels, paddingInner: 0.3 },
    axis: hasLabels ? { title: null, domain: false } : null,
  } as const;
  const layer: Layer[] = [
    {
      data: { values: values.map((value, order) => ({ ...value, order })) },
      mark: { type: 'bar', stroke: 'white', strokeWidth: 1 },
      encoding: {
        y,
        x: {
          field,
          type: 'quantitative',
          axis: { title, domain: false, tickCount: 5, format: '~s' },
          // Without values an axis has no domain.
          ...(values.length === 0 ? { scale: { domain: [0, 1] } } : {}),
        },
        color: {
          field: 'role',
          type: 'nominal',
          sort: null,
          scale: { domain: roles, range: roles.map((_, at) => PALETTE[at % PALETTE.length]!) },
          legend: { title: null, orient: 'top', columns: 5 },
        },
        order: { field: 'order', type: 'quantitative' },
      },
    },
    {
      data: { values: [...missing] },
      mark: { type: 'text', text: CROSS, fontSize: 13, color: PALE, align: 'left', dx: 4 },
      encoding: { y, x: { datum: 0, type: 'quantitative' } },
    },
  ];
  return { width, height: ROW * labels.length, layer };
}
