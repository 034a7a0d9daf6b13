/**
 * What lies beside an episode's page, as a script that it loads: prompts and drawings, which are shown when they are asked for.
 *
 * Prompts and drawings of one episode repeat most of their lines, so each line is stored once; what other episodes of the scene have, too, lies in a
 * script of the scene.
 *
 * @module
 */
import { scriptValue, visible } from './escaped_html.ts';
import type { PromptLine } from './prompt_changes.ts';
import type { SceneLines } from './scene_lines.ts';

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
