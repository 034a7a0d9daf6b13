import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a program that takes Fast Downward's arguments to a folder and returns its path. `body` is what it does, in JavaScript
 * with CommonJS modules; `words` are its arguments, `after(word)` is the one after a word.
 */
export function fakeFastDownward(folder: string, body: string): string {
  const script = join(folder, 'fast-downward.cjs');
  const path = join(folder, 'fast-downward');
  const start = "const fs = require('node:fs'); const words = process.argv.slice(2);";
  writeFileSync(script, `${start} const after = (word) => words[words.indexOf(word) + 1];\n${body}`);
  // The shell is replaced by Node, so that there is one process.
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

export function solvingWith(plan: readonly string[], cost = plan.length): string {
  return `
fs.writeFileSync(after('--plan-file'), ${JSON.stringify(`${plan.join('\n')}\n; cost = ${cost} (unit cost)\n`)});
console.log('[t=0.004s, 9876 KB] Plan cost: ${cost}');
console.log('[t=0.004s, 9876 KB] Expanded 5 state(s).');
console.log('[t=0.004s, 9876 KB] Evaluated 9 state(s).');
console.log('[t=0.004s, 9876 KB] Generated 11 state(s).');
console.log('[t=0.004s, 9876 KB] Total time: 0.005s');`;
}
