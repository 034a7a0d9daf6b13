/** Programs as they were released: a title, a description, and script lines below, of which each begins with `[`. */

export type ScriptText = {
  readonly title: string;
  readonly description: string;
  /** Script lines with their numbers in the text, counted from 1. */
  readonly steps: readonly { readonly line: number; readonly text: string }[];
};

/** Whatever stands above the first line that begins with `[` is title and description; below, every line that is not empty is a step. */
export function readScriptText(text: string): ScriptText {
  const lines = text.split('\n').map((line, index) => ({ line: index + 1, text: line.trim() }));
  const first = lines.findIndex((line) => line.text.startsWith('['));
  const [head, body] = first < 0 ? [lines, []] : [lines.slice(0, first), lines.slice(first)];
  const [title = '', ...description] = head.map((line) => line.text).filter((line) => line !== '');
  return { title, description: description.join('\n'), steps: body.filter((line) => line.text !== '') };
}
