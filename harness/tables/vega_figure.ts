/**
 * Draws a figure that Vega-Lite describes, as one SVG without scripts or references to elsewhere.
 *
 * The same description gives the same bytes in every runtime: the width of text is Vega's estimate, never a canvas's, and
 * coordinates are rounded. The packages are loaded when a figure is drawn, since no other command needs them.
 *
 * @module
 */
import type { TopLevelSpec } from 'vega-lite';
import { printable } from '../../envs/printable.ts';
import { svgText } from '../../envs/svg_text.ts';
import { sixDigits } from '../trace/metrics/numbers.ts';

/** What to draw; the values lie in it, and `description` is read out in place of the picture. */
export type FigureSpec = TopLevelSpec & { readonly description: string };

/** Whoever is to draw later may have it loaded while there is something to wait for. */
export function loadVega(): Promise<[vega: typeof import('vega'), lite: typeof import('vega-lite')]> {
  return Promise.all([import('vega'), import('vega-lite')]);
}

/** Throws an Error on whatever Vega-Lite would only warn of. */
export async function figureSvg(spec: FigureSpec): Promise<string> {
  const [vega, { compile }] = await loadVega();
  measureNothing(vega);
  vega.resetSVGDefIds();
  const logger = strictLogger(vega.logger(vega.Warn));
  const { spec: compiled } = compile(spec, { logger });
  const view = new vega.View(vega.parse(compiled), { renderer: 'none', logger });
  try {
    return tidied(await view.toSVG(), spec.description);
  } finally {
    view.finalize();
  }
}

/** Has Vega estimate the width of text even where it finds a canvas; its types leave the switch out. */
function measureNothing(vega: object): void {
  (vega as { readonly textMetrics: { canvas(isUsed: boolean): void } }).textMetrics.canvas(false);
}

/** A figure that is drawn otherwise than it was described must not pass unseen. */
function strictLogger<L extends { warn: unknown; error: unknown }>(logger: L): L {
  function refuse(...messages: readonly unknown[]): never {
    throw new Error(`Cannot draw the figure as described: ${messages.join(' ')}`);
  }
  return Object.assign(logger, { warn: refuse, error: refuse });
}

/** One element a line, numbers rounded, and a title for those who do not see the picture. */
function tidied(svg: string, description: string): string {
  const text = svg
    .replace(/<[^<>]*>/g, (tag) => tag.replace(/ (?!aria-)[\w-]+="[^"]*"/g, rounded))
    .replace(/>(?=<\/?(?:g|path|rect|text|line|defs)\b)/g, '>\n')
    .replace(' class="marks"', ' role="img"')
    .replace('>', () => `>\n<title>${svgText(description)}</title>`);
  return `${printable(text)}\n`;
}

function rounded(attribute: string): string {
  return attribute.replace(/-?(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?/g, (number) =>
    number.includes('.') ? String(sixDigits(Number(number)) + 0) : number,
  );
}
