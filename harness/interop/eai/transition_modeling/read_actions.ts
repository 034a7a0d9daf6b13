/**
 * The PDDL actions in an answer, each as the texts of its parameters, precondition and effect.
 *
 * After EAI, which looks for parentheses that match and knows no PDDL: what it reads wrongly is read wrongly here.
 *
 * @module
 */
import { jsonAnswerText, readJsonAnswer } from '../answers/read_json_answer.ts';

export type PddlAction = { readonly parameters: string; readonly precondition: string; readonly effect: string };

const HEAD = /\(:action\s+([\p{L}\p{N}_]+)/gu;

/** By name, the last of several. Null where EAI raises an error: on an answer whose "output" is no text, or that ends amid parameters. */
export function readActions(answer: string): ReadonlyMap<string, PddlAction> | null {
  const text = domainText(answer);
  return text === null ? null : actionsIn(text);
}

/** An answer that is no JSON is read as it stands. */
function domainText(answer: string): string | null {
  const document = readJsonAnswer(answer);
  if (document === undefined) return jsonAnswerText(answer);
  if (typeof document === 'string') return document;
  if (typeof document !== 'object' || document === null || !Object.hasOwn(document, 'output')) return null;
  const { output } = document as { output: unknown };
  return typeof output === 'string' ? output : null;
}

function actionsIn(text: string): ReadonlyMap<string, PddlAction> | null {
  const content = text
    .replaceAll(/;[^\n]*/g, '')
    .trim()
    .split(/\s+/)
    .join(' ');
  const actions = new Map<string, PddlAction>();
  let from = 0;
  for (;;) {
    HEAD.lastIndex = from;
    const head = HEAD.exec(content);
    if (head === null) return actions;
    const start = HEAD.lastIndex;
    const [parameters, precondition, effect] = [':parameters', ':precondition', ':effect'].map((key) =>
      content.indexOf(key, start),
    ) as [number, number, number];
    if (parameters < 0 || precondition < 0 || effect < 0) return actions;
    const parametersText = blockAfter(content, parameters);
    if (parametersText === null) return null;
    const effectText = blockAfter(content, effect) ?? '()';
    actions.set(head[1]!, {
      parameters: tidied(parametersText),
      precondition: tidied(blockAfter(content, precondition) ?? '()'),
      effect: tidied(effectText),
    });
    from = effectText.indexOf(')') + effect + 1;
  }
}

/** From behind the first parenthesis after `at` to the one that closes it; null where none does. The first character is not looked at. */
function blockAfter(content: string, at: number): string | null {
  const start = content.indexOf('(', at) + 1;
  if (start >= content.length) return null;
  if (content[start] === ')') return ')';
  for (let end = start + 1, open = 1; end < content.length; end++) {
    if (content[end] === '(') open++;
    else if (content[end] === ')' && --open === 0) return content.slice(start, end + 1);
  }
  return null;
}

function tidied(block: string): string {
  return `(${block}`.replaceAll(') )', '))');
}
