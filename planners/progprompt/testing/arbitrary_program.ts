import fc from 'fast-check';
import type { Action } from '../../../envs/env.ts';
import { pythonString } from '../../python_repr.ts';
import { anyText, arbitraryAction } from '../../testing/arbitrary_text.ts';
import { type Condition, conditionText, type Program, type Statement } from '../program.ts';

const PLAIN = /^[a-z][a-z0-9_]*$/;
const plainName = fc.stringMatching(/^[a-z]{2}[a-z0-9_]{0,6}$/);
/** One line, trimmed, not empty. */
const line = fc
  .oneof(
    anyText.map((text) => text.slice(0, 24)),
    fc.string({ unit: fc.constantFrom(...'ab \'"“’\\#();:,1`'), maxLength: 8 }),
  )
  .map((text) => text.replaceAll('\n', '').trim())
  .filter((text) => text !== '');
const name = fc.oneof(plainName, line);

const action = arbitraryAction(name);

const condition: fc.Arbitrary<Condition> = fc.oneof(
  name.map((object) => ({ form: 'close_to', object }) as const),
  fc.tuple(name, name).map(([object, state]) => ({ form: 'is', object, state }) as const),
  name.map((object) => ({ form: 'in_hands', object }) as const),
  fc
    .tuple(plainName, fc.constantFrom("in 'sink1'", 'on table', 'not in hands'), plainName)
    .map(([thing, rest, more]) => ({ form: 'other', text: `${pythonString(thing)} ${rest} ${more}` }) as const),
);

const statement: fc.Arbitrary<Statement> = fc.oneof(
  fc.oneof(line, fc.constant('')).map((text) => ({ kind: 'comment', text }) as const),
  action.map((action) => ({ kind: 'call', action }) as const),
  fc
    .tuple(condition, fc.array(action, { maxLength: 4 }))
    .map(([condition, orElse]) => ({ kind: 'assert', condition, orElse }) as const),
);

/** A program and a text of it in a random style. */
export const arbitraryWriting: fc.Arbitrary<Readonly<{ program: Program; text: string }>> = fc
  .tuple(fc.array(statement, { maxLength: 12 }), fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 }))
  .map(([program, choices]) => ({ program, text: writing(program, choices) }));

type Pick = <W>(ways: readonly W[]) => W;

function writing(program: Program, choices: readonly number[]): string {
  let taken = 0;
  const pick: Pick = (ways) => ways[(choices[taken++ % choices.length] ?? 0) % ways.length]!;
  const step = pick(['\t', '    ', '  ', '\t\t']);
  const lines = program.flatMap((statement) => statementLines(statement, step, pick));
  const body = lines.map((text) => `${step}${text}`);
  const spaced = body.flatMap((text) => pick([[text], [text], [text, ''], [text, ' \t']]));
  const def = pick([[], ['def task():'], ['def do_it(a, b):  # so'], ['', 'def task() :', '']]);
  const code = [...def, ...spaced];
  const before = pick([[], ['Here is the program.'], ['Sure! "Let\'s" go:', '']]);
  const fenced = pick([null, '```', '```python', '~~~']);
  if (fenced === null) return [...before, ...(before.length + def.length === 0 ? unindented(code) : code)].join('\n');
  const after = pick([[], ['wait() waits.'], ['', 'It calls move("a").', "move('a')"]]);
  // Text after a fence is prose only if the fence contains code.
  const isCode = def.length > 0 || program.some(({ kind }) => kind !== 'comment');
  return [...before, fenced, ...code, fenced.slice(0, 3), ...(isCode ? after : [])].join(pick(['\n', '\r\n']));
}

/** Replies lose the indentation of their first line. */
function unindented(code: readonly string[]): string[] {
  return code.map((text, index) => (index === 0 ? text.trimStart() : text));
}

function statementLines(statement: Statement, step: string, pick: Pick): string[] {
  const marker = pick(['', '', '', '1. ', '- ', '>>> ']);
  if (statement.kind === 'comment') return [`${marker}#${pick(['', ' '])}${statement.text}`];
  const end = pick(['', '', ';', '  # so', ' (I guess)', ', that is all']);
  if (statement.kind === 'call') return [marker + callText(statement.action, pick) + end];
  const written = assertText(statement.condition, pick);
  const calls = statement.orElse.map((action) => callText(action, pick));
  const [first, ...rest] = calls;
  if (first === undefined) return [marker + written + end];
  const assert = marker + written;
  const way = pick(['lines', 'level', 'block', 'joined', 'beside', 'below']);
  if (way === 'lines') return [assert + end, ...calls.map((call) => `${step}else: ${call}`)];
  if (way === 'level') return [assert + end, ...calls.map((call) => `else : ${call}  # else`)];
  if (way === 'block') return [assert, `${step}else:  # block`, ...calls.map((call) => `${step}${step}${call}`)];
  if (way === 'joined') return [assert, `${step}else: ${calls.join('; ')}`];
  if (way === 'beside') return [`${assert} else: ${first}`, ...rest.map((call) => `${step}else ${call}`)];
  return [assert, `${step}else: ${first}`, ...rest.map((call) => `${step}${step}${call}`)];
}

const ALIASES = { move: ['find', 'walk', 'Find'], pickup: ['grab'], placein: ['putin'], placeon: ['putback'] };

function callText({ verb, args }: Action, pick: Pick): string {
  const gap = pick(['', ' ']);
  const written = args.map((argument) => gap + nameText(argument, pick) + gap);
  return `${pick([verb, ...(ALIASES[verb as keyof typeof ALIASES] ?? [])])}${gap}(${written.join(',')})`;
}

function assertText(condition: Condition, pick: Pick): string {
  const text = () => {
    if (condition.form === 'other') return conditionText(condition);
    const object = nameText(condition.object, pick);
    if (condition.form === 'close_to') return `${pick(["'close'", '"close"', 'close'])} to ${object}`;
    if (condition.form === 'is') return `${object} is ${nameText(condition.state, pick)}`;
    return `${object} in ${pick(["'hands'", 'hands', '"hand"'])}`;
  };
  const [open, close] = pick(['(¦)', '( ¦ )', ' (¦):', '(¦, "no")', ' ¦']).split('¦');
  return `assert${open}${text()}${close}`;
}

/** Without quotes if possible. */
function nameText(name: string, pick: Pick): string {
  const [open = '', close = ''] = pick(["''", '""', '“”', '‘’', '']);
  if (open === '' && PLAIN.test(name)) return name;
  return (open || "'") + name.replace(/["“”„«»'‘’‚\\]/g, '\\$&') + (close || "'");
}
