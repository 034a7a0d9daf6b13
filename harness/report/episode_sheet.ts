/** Stores each line once; a scene's script contains the lines that its episodes share. */
import { memoize } from '../../envs/memoize.ts';
import type { PromptLine } from './episode_moments.ts';
import { makeVisible, scriptValue } from './html.ts';

type SheetStep = Readonly<Record<'id' | 'action' | 'why' | 'goal', string>> &
  Readonly<{ ok: boolean; drawing: number | null; calls: readonly number[] }>;

type SheetCall = Readonly<{ purpose: string; prompt: readonly number[][]; reply: readonly number[] }>;

const KINDS = ['same', 'new', 'gone', 'role'] as const satisfies readonly PromptLine['kind'][];

export class EpisodeSheet {
  readonly #lines = new Map<string, number>();
  readonly #drawings = new Map<string, number>();
  readonly #calls: SheetCall[] = [];
  readonly #steps: SheetStep[] = [];

  addDrawing(svg: string): number {
    return numberIn(this.#drawings, svg);
  }

  addCall(purpose: string, prompt: readonly PromptLine[], reply: string | null): void {
    const groups: number[][] = [];
    for (const { kind, text } of prompt) {
      const code = KINDS.indexOf(kind);
      if (groups.at(-1)?.[0] !== code) groups.push([code]);
      groups.at(-1)!.push(numberIn(this.#lines, makeVisible(text)));
    }
    const answer = reply === null ? [] : makeVisible(reply).split('\n');
    this.#calls.push({
      purpose: makeVisible(purpose),
      prompt: groups,
      reply: answer.map((line) => numberIn(this.#lines, line)),
    });
  }

  addStep(step: SheetStep): void {
    const { action, why, goal } = step;
    this.#steps.push({ ...step, action: makeVisible(action), why: makeVisible(why), goal: makeVisible(goal) });
  }

  lines(): Iterable<string> {
    this.#drawingLines();
    return this.#lines.keys();
  }

  script(path: string, about: Readonly<{ title: string; end: string }>, scene: SceneLines): string {
    const drawings = this.#drawingLines();
    const ownLines: string[] = [];
    const numbers = [...this.#lines.keys()].map(
      (line) => scene.numberOf(line) ?? scene.count + ownLines.push(line) - 1,
    );
    const renumber = (lines: readonly number[]) => lines.map((line) => numbers[line]!);
    const sheet = {
      title: makeVisible(about.title),
      end: makeVisible(about.end),
      steps: this.#steps,
      calls: this.#calls.map(({ purpose, prompt, reply }) => ({
        purpose,
        prompt: prompt.map(([kind = 0, ...lines]) => [kind, ...renumber(lines)]),
        reply: renumber(reply),
      })),
      drawings: drawings.map(renumber),
      scene: scene.count === 0 ? null : scene.path,
      lines: ownLines,
    };
    return `(globalThis.tapedeck ??= new Map()).set(${scriptValue(path)}, ${scriptValue(sheet)});\n`;
  }

  #drawingLines(): number[][] {
    return [...this.#drawings.keys()].map((svg) => svg.split('\n').map((line) => numberIn(this.#lines, line)));
  }
}

function numberIn(numbers: Map<string, number>, text: string): number {
  return memoize(numbers, text, () => numbers.size);
}

/** Pages should load little unused text. */
const SHARE_MIN = 0.1;

export class SceneLines {
  readonly path: string;
  readonly #numbers = new Map<string, number>();

  constructor(path: string, episodes: readonly Iterable<string>[]) {
    this.path = path;
    const counts = new Map<string, number>();
    for (const lines of episodes) for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
    const countMin = Math.max(2, SHARE_MIN * episodes.length);
    for (const [line, count] of counts) if (count >= countMin) this.#numbers.set(line, this.#numbers.size);
  }

  get count(): number {
    return this.#numbers.size;
  }

  numberOf(line: string): number | undefined {
    return this.#numbers.get(line);
  }

  script(): string {
    return `(globalThis.tapedeckScenes ??= new Map()).set(${scriptValue(this.path)}, ${scriptValue([...this.#numbers.keys()])});\n`;
  }
}
