/**
 * `<char0> [walk] <fridge> (305)`, agents separated by `|`; follows `ScriptReader` of VirtualHome's Unity project.
 * Ignores positions (`-2.5,1,0.3`, `<position> -2.5,0.3`) and walk distances (`:2:`) after the last object.
 * Departure: refuses a line without a character; the original skips it and reports "Success".
 */
import { quoted } from '../../quoted.ts';

export type AgentLine = { readonly agent: number; readonly line: string };

export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

const AGENT = /^\s*<char(\d{1,3})>/;
const VERB = /^\[\s{0,9}(\w{1,40})/;
const WHERE = /^(:\d{1,9}:|(<position>\s{0,9})?[-\d.,E]{1,100})$/i;
const LINE_MAX = 10_000;

/** Unity verb → household verb of the same meaning. */
const SAME_AS: ReadonlyMap<string, string> = new Map([
  ['PUT', 'PUTBACK'],
  ['GOTO', 'WALK'],
  ['WALKTOWARDS', 'WALK'],
  ['LOOKAT_SHORT', 'LOOKAT'],
  ['LOOKAT_MEDIUM', 'LOOKAT'],
  ['LOOKAT_LONG', 'LOOKAT'],
]);

/** Each inner array runs in parallel. Throws a ScriptError. */
export function readScript(lines: readonly string[]): AgentLine[][] {
  return lines.map((text, at) => {
    if (text.length > LINE_MAX) throw new ScriptError(`line ${at + 1} has more than ${LINE_MAX} characters`);
    if (!text.startsWith('<')) {
      throw new ScriptError(`line ${at + 1}: expected "<char0> [action] <class> (id)", found ${quoted(text)}`);
    }
    return text.split('|').map(readPart);
  });
}

function readPart(part: string): AgentLine {
  const [head, agent] = AGENT.exec(part) ?? [];
  if (head === undefined) throw new ScriptError(`Can not parse character for the line containing ${quoted(part)}`);
  const line = withoutWhere(part.slice(head.length).trim());
  const [, word = ''] = VERB.exec(line) ?? [];
  if (word === '') throw new ScriptError(`Can not parse action for the line containing ${quoted(part)}`);
  const same = SAME_AS.get(word.toUpperCase());
  return { agent: Number(agent), line: same === undefined ? line : line.replace(word, same) };
}

function withoutWhere(line: string): string {
  const end = line.lastIndexOf(')') + 1;
  return end > 0 && WHERE.test(line.slice(end).trim()) ? line.slice(0, end) : line;
}
