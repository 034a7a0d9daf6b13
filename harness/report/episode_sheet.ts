/**
 * The script beside an episode's page: prompts and drawings, which the page shows on request.
 *
 * Prompts and drawings of one episode repeat most of their lines, so each line is stored once; lines that other episodes of the scene have, too, lie in
 * a script of the scene.
 */
import type { PromptLine } from './episode_moments.ts';
import { scriptValue, visible } from './html.ts';

/** An action as the page of two episodes has it beside another. */
export type SheetStep = {
  readonly id: string;
  readonly action: string;
  readonly ok: boolean;
  /** Why it was refused; empty where it was not. */
  readonly why: string;
  readonly goal: string;
  /** Number of the drawing; null where there is none. */
  readonly drawing: number | null;
  /** Numbers, from 0, of the calls before it. */
  readonly calls: readonly number[];
};

type SheetCall = { readonly purpose: string; readonly prompt: readonly number[][]; readonly reply: readonly number[] };

const KINDS = ['same', 'new', 'gone', 'role'] as const satisfies readonly PromptLine['kind'][];

export class EpisodeSheet {
  readonly #lines = new Map<string, number>();
  readonly #drawings = new Map<string, number>();
  readonly #calls: SheetCall[] = [];
  readonly #steps: SheetStep[] = [];

  /** Returns its number, from 0; the same picture has the same one. */
  addDrawing(svg: string): number {
    const known = this.#drawings.get(svg);
    if (known !== undefined) return known;
    this.#drawings.set(svg, this.#drawings.size);
    return this.#drawings.size - 1;
  }

  /** Takes calls in their order. Without lines, the prompt is not known. */
  addCall(purpose: string, prompt: readonly PromptLine[], reply: string | null): void {
    const runs: number[][] = [];
    for (const { kind, text } of prompt) {
      const code = KINDS.indexOf(kind);
      if (runs.at(-1)?.[0] !== code) runs.push([code]);
      runs.at(-1)!.push(this.#line(visible(text)));
    }
    const answer = reply === null ? [] : visible(reply).split('\n');
    this.#calls.push({ purpose: visible(purpose), prompt: runs, reply: answer.map((line) => this.#line(line)) });
  }

  addStep(step: SheetStep): void {
    const { action, why, goal } = step;
    this.#steps.push({ ...step, action: visible(action), why: visible(why), goal: visible(goal) });
  }

  /** Of prompts, replies and drawings, each once. */
  lines(): Iterable<string> {
    this.#drawn();
    return this.#lines.keys();
  }

  /** `path` is the page's, without its ending; a page finds what lies beside it by that name. Lines of the scene are numbered first. */
  script(path: string, about: { readonly title: string; readonly end: string }, scene: SceneLines): string {
    const drawn = this.#drawn();
    const own: string[] = [];
    const numbers = [...this.#lines.keys()].map((line) => scene.numberOf(line) ?? scene.count + own.push(line) - 1);
    const renumbered = (lines: readonly number[]) => lines.map((line) => numbers[line]!);
    const sheet = {
      title: visible(about.title),
      end: visible(about.end),
      steps: this.#steps,
      calls: this.#calls.map(({ purpose, prompt, reply }) => ({
        purpose,
        prompt: prompt.map(([kind = 0, ...lines]) => [kind, ...renumbered(lines)]),
        reply: renumbered(reply),
      })),
      drawings: drawn.map(renumbered),
      scene: scene.count === 0 ? null : scene.path,
      lines: own,
    };
    return `(globalThis.tapedeck ??= new Map()).set(${scriptValue(path)}, ${scriptValue(sheet)});\n`;
  }

  #drawn(): number[][] {
    return [...this.#drawings.keys()].map((svg) => svg.split('\n').map((line) => this.#line(line)));
  }

  #line(text: string): number {
    const known = this.#lines.get(text);
    if (known !== undefined) return known;
    this.#lines.set(text, this.#lines.size);
    return this.#lines.size - 1;
  }
}

/** A line is shared that at least this share of the episodes have, so that no page loads much that it does not show. */
const SHARE_MIN = 0.1;

export class SceneLines {
  /** Within the report, without ending. */
  readonly path: string;
  readonly #numbers = new Map<string, number>();

  /** `episodes` are the lines of each, every line once. */
  constructor(path: string, episodes: readonly Iterable<string>[]) {
    this.path = path;
    const counts = new Map<string, number>();
    for (const lines of episodes) for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
    const least = Math.max(2, SHARE_MIN * episodes.length);
    for (const [line, count] of counts) if (count >= least) this.#numbers.set(line, this.#numbers.size);
  }

  get count(): number {
    return this.#numbers.size;
  }

  /** From 0; undefined where the line is not among them. */
  numberOf(line: string): number | undefined {
    return this.#numbers.get(line);
  }

  script(): string {
    return `(globalThis.tapedeckScenes ??= new Map()).set(${scriptValue(this.path)}, ${scriptValue([...this.#numbers.keys()])});\n`;
  }
}
