/**
 * Lines of prompts and drawings that several episodes of a scene have, each stored once, in a script that their pages load.
 *
 * @module
 */
import { scriptValue } from './escaped_html.ts';

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
