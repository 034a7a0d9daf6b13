import {
  ASSUMED,
  isName,
  type MotionNode,
  type NameUse,
  nameWords,
  type ObjectNode,
  type ObjectState,
  type Performer,
  quoted,
} from './foon.ts';

export type Complain = (expected: string, found: string) => never;

/** `label⇥flag[⇥!]` */
export type ObjectLine = Omit<ObjectNode, 'states'>;

const FLAGS = ['0', '00', '1'];
const GOAL = '!';
const RATE = /^\d+(\.\d+)?([eE][+-]?\d+)?$/;

export function readObjectLine(rest: string, complain: Complain): ObjectLine {
  const [label, flag, mark, ...more] = fieldsOf(rest);
  const name = readName(label, 'label', complain);
  if (flag === undefined) return complain('a motion flag, 0 or 1, after the label and a TAB', 'the end of the line');
  if (!FLAGS.includes(flag)) return complain('a motion flag, 0 or 1', quoted(flag));
  // FOON-111 has an unexplained number here.
  if (mark !== undefined && mark !== GOAL && !/^\d+$/.test(mark)) return complain('"!" or a number', quoted(mark));
  if (more.length > 0) return complain('at most four fields', `a fifth, ${quoted(more[0]!)}`);
  return { label: name, inMotion: flag === '1', isGoal: mark === GOAL };
}

export function objectLine({ label, inMotion, isGoal }: ObjectLine): string {
  return `${label}\t${inMotion ? 1 : 0}${isGoal ? `\t${GOAL}` : ''}`;
}

export function readStateLine(rest: string, complain: Complain): ObjectState {
  const [first, detail, ...more] = fieldsOf(rest);
  const label = readName(first, 'label', complain);
  if (detail === undefined) return { kind: 'plain', label };
  if (more.length > 0) return complain('at most three fields', `a fourth, ${quoted(more[0]!)}`);
  if (detail.startsWith('{')) {
    const inside = readEnclosed(detail, '}', complain);
    const names = inside === '' ? [] : inside.split(',');
    return { kind: 'contents', label, ingredients: names.map((name) => readName(name.trim(), 'ingredient', complain)) };
  }
  if (detail.startsWith('['))
    return { kind: 'related', label, object: readName(readEnclosed(detail, ']', complain), 'object', complain) };
  return complain('contents in braces or an object in brackets', quoted(detail));
}

export function stateLine(state: ObjectState): string {
  if (state.kind === 'related') return `${state.label}\t[${state.object}]`;
  if (state.kind === 'contents') return `${state.label}\t{${state.ingredients.join(',')}}`;
  return state.label;
}

export function readMotionLine(rest: string, complain: Complain): MotionNode {
  const [first, ...fields] = fieldsOf(rest);
  const label = readName(first, 'label', complain);
  const times = fields[0];
  const isOneField = times?.startsWith('<') === true;
  let pair = isOneField ? readEnclosed(times, '>', complain).split(',') : fields.slice(0, 2);
  if (isOneField && pair.length === 1 && pair[0]?.trim() === ASSUMED) pair = [ASSUMED, ASSUMED];
  if (pair.length !== 2) {
    const found = times === undefined ? 'the end of the line' : quoted(times);
    return complain('<Assumed>, <start,end>, or two fields with start and end', found);
  }
  const [start, end] = pair.map((time) => readName(time.trim(), 'time', complain)) as [string, string];
  const performer = performerOf(fields.slice(isOneField ? 1 : 2), complain);
  return { label, ...(start === ASSUMED && end === ASSUMED ? {} : { times: { start, end } }), ...performer };
}

function performerOf([name, rate, more]: readonly string[], complain: Complain): { performer?: Performer } {
  if (name === undefined) return {};
  if (rate === undefined) return complain('a performer and a success rate', `only ${quoted(name)}`);
  if (more !== undefined) return complain('no field after the success rate', quoted(more));
  const successRate = RATE.test(rate) ? Number(rate) : Number.NaN;
  if (!Number.isFinite(successRate)) return complain('a success rate (a number)', quoted(rate));
  return { performer: { name: readName(name, 'label', complain), successRate } };
}

export function motionLine({ label, times, performer }: MotionNode): string {
  const rest = performer === undefined ? '' : `\t${performer.name}\t${performer.successRate}`;
  return `${label}\t<${times === undefined ? ASSUMED : `${times.start},${times.end}`}>${rest}`;
}

export function readSourceLine(line: string): string {
  const address = /^# Source:(.*)$/s.exec(line)?.[1]?.trim() ?? '';
  return isName(address, 'label') ? address : '';
}

export function sourceLine(source: string): string {
  return `# Source:\t${source}`;
}

export const CANONICAL_LINE = {
  object: (spelled: string, complain: Complain) => objectLine(readObjectLine(spelled, complain)),
  state: (spelled: string, complain: Complain) => stateLine(readStateLine(spelled, complain)),
  motion: (spelled: string, complain: Complain) => motionLine(readMotionLine(spelled, complain)),
  source: (spelled: string) => sourceLine(readSourceLine(spelled)),
  unit_end: (spelled: string) => spelled.trimEnd(),
};

function fieldsOf(rest: string): string[] {
  return rest
    .trimEnd()
    .split('\t')
    .map((field) => field.trim());
}

function readName(name: string | undefined, use: NameUse, complain: Complain): string {
  if (name !== undefined && isName(name, use)) return name;
  return complain(nameWords(use), name === undefined || name === '' ? 'nothing' : quoted(name));
}

function readEnclosed(field: string, close: string, complain: Complain): string {
  if (!field.endsWith(close)) return complain(`"${close}" at the end of the field`, quoted(field.slice(-60)));
  return field.slice(1, -1).trim();
}
