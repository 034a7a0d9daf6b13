/** An instruction as the name of a function, which is how ProgPrompt says what is to be done. */

/** `Find a magazine, put it on a bed.` → `find_a_magazine_put_it_on_a_bed`; `task` where there is no letter or digit. */
export function taskName(instruction: string): string {
  const words = instruction.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['task'];
  const name = words.join('_');
  return /^\p{N}/u.test(name) ? `task_${name}` : name;
}
