/** Plans such as `{"WALK": ["lamp"]}`. The first error counts: parsing, hallucination, argument number. */
import { parsedJson } from '../../../../envs/checked_json.ts';
import { scriptLine } from '../../../../envs/household/virtualhome/scripts/script_line.ts';
import { type Answers, unclosedAnswerText } from '../checkout/answers.ts';
import type { EaiScene } from '../checkout/scene.ts';
import { type Quirks, quirksOf } from './quirks.ts';

type PlannedAction = Readonly<{ verb: string; arguments: readonly unknown[] }>;

type PlanReading =
  | Readonly<{ ok: true; actions: readonly PlannedAction[] }>
  | Readonly<{ ok: false; wrong: 'a list that is no JSON' | 'no action' }>;

const KEY = /"([\p{L}\p{N}_]+)" ?: ?\[/gu;

/** As in EAI: keys with a list behind them, which may repeat; the rest is ignored. */
export function readPlan(answer: string, quirks: Quirks): PlanReading {
  const text = unclosedAnswerText(answer).replaceAll(/\s+/g, ' ');
  const actions: PlannedAction[] = [];
  KEY.lastIndex = 0;
  for (let key = KEY.exec(text); key !== null; key = KEY.exec(text)) {
    const [start, end] = [KEY.lastIndex, text.indexOf(']', KEY.lastIndex)];
    if (end < 0) break;
    KEY.lastIndex = end;
    if (end === start && quirks.empty_lists_vanish) continue;
    const list = parsedJson(text.slice(start - 1, end + 1));
    if (list === undefined) return { ok: false, wrong: 'a list that is no JSON' };
    actions.push({ verb: key[1]!, arguments: list as unknown[] });
  }
  return actions.length === 0 ? { ok: false, wrong: 'no action' } : { ok: true, actions };
}

/** `["lamp"]` as in the paper, or `["lamp", 7]` as in EAI since 2024-12-24. */
export type Naming = 'names' | 'pairs';

export function namingOf(answers: Answers): Naming {
  const isPaired = (answer: string) => {
    const reading = readPlan(answer, quirksOf('eai'));
    return reading.ok && reading.actions.some((action) => action.arguments.some((each) => typeof each === 'number'));
  };
  return [...answers.values()].some(isPaired) ? 'pairs' : 'names';
}

type NamedObject = Readonly<{ className: string; id: number }>;

type ObjectFinder = (words: readonly unknown[], naming: Naming) => readonly NamedObject[] | 'odd' | 'unknown';

/** A class alone means its last relevant object. */
export function objectFinder({ start, relevant }: EaiScene): ObjectFinder {
  const byName = new Map<unknown, NamedObject>();
  const byPair = new Map<string, NamedObject>();
  for (const id of relevant) {
    const { className } = start.nodes[start.indexOf.get(id)!]!;
    byName.set(className, { className, id });
    byPair.set(`${className}_${id}`, { className, id });
  }
  return (words, naming) => {
    if (naming === 'pairs' && words.length % 2 !== 0) return 'odd';
    const found =
      naming === 'names'
        ? words.map((word) => byName.get(word))
        : words.flatMap((name, at) => (at % 2 === 0 ? [byPair.get(`${name}_${words[at + 1]}`)] : []));
    return found.every((object) => object !== undefined) ? found : 'unknown';
  };
}

const ONE =
  'DRINK EAT CUT TOUCH LOOKAT WATCH READ TYPE PUSH PULL MOVE SQUEEZE RINSE SCRUB WASH GRAB SWITCHOFF SWITCHON CLOSE FIND ' +
  'WALK OPEN POINTAT PUTOBJBACK RUN SIT TURNTO WIPE PUTON PUTOFF GREET DROP LIE PLUGIN PLUGOUT RELEASE';
const ARITIES: ReadonlyMap<string, number> = new Map([
  ...['SLEEP', 'WAKEUP', 'STANDUP'].map((name) => [name, 0] as const),
  ...ONE.split(' ').map((name) => [name, 1] as const),
  ...['PUTBACK', 'PUTIN', 'POUR'].map((name) => [name, 2] as const),
]);
/** The simulator does not know them. */
const LOOKS = ['LOOKAT_SHORT', 'LOOKAT_MEDIUM', 'LOOKAT_LONG'];
/** The prompt offers them; EAI's evaluator does not know them. */
const PROMPTED = ['PLUGIN', 'PLUGOUT', 'RELEASE'];

/** On `crash` EAI's evaluator ends with an error. */
function actionName(word: string, quirks: Quirks): { verb: string; arity: number } | 'unknown' | 'crash' {
  const verb = word.toUpperCase();
  if (PROMPTED.includes(verb) && quirks.prompted_actions_unknown) return 'unknown';
  if (LOOKS.includes(verb)) return quirks.names_crash ? 'crash' : { verb: 'LOOKAT', arity: 1 };
  const arity = ARITIES.get(verb);
  if (arity === undefined) return 'unknown';
  return verb !== word && quirks.names_crash ? 'crash' : { verb, arity };
}

type PlanError = 'parsing' | 'hallucination' | 'argument_number' | 'crash';
export type CheckedPlan =
  | Readonly<{ ok: true; lines: readonly string[] }>
  | Readonly<{ ok: false; error: PlanError; what: string }>;

type Surroundings = { objectsOf: ObjectFinder; naming: Naming; quirks: Quirks };

export function checkPlan(reading: PlanReading, { objectsOf, naming, quirks }: Surroundings): CheckedPlan {
  if (!reading.ok) return { ok: false, error: 'parsing', what: reading.wrong };
  const found = reading.actions.map((action) => ({
    written: `${action.verb}: ${JSON.stringify(action.arguments)}`,
    name: actionName(action.verb, quirks),
    objects: objectsOf(action.arguments, naming),
  }));
  const odd = found.find((each) => each.objects === 'odd');
  if (odd !== undefined) return { ok: false, error: 'parsing', what: `a name without an id in ${odd.written}` };
  const invented = found.find((each) => each.name === 'unknown') ?? found.find((each) => each.objects === 'unknown');
  if (invented !== undefined) return { ok: false, error: 'hallucination', what: invented.written };
  const lines: string[] = [];
  for (const { written, name, objects: named } of found) {
    if (typeof name === 'string' || typeof named === 'string') return { ok: false, error: 'crash', what: written };
    if (named.length !== name.arity)
      return { ok: false, error: 'argument_number', what: `${written}; ${name.verb} takes ${name.arity}` };
    lines.push(scriptLine(name.verb, ...named));
  }
  return { ok: true, lines };
}
