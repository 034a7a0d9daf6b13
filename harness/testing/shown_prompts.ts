/** Shows the first, middle and last question of each purpose, the first with full hands, and the last assertion of each form. */
import { readFileSync } from 'node:fs';
import type { Message } from '../../cassettes/llm.ts';
import type { Env } from '../../envs/env.ts';
import type { TabletopObservation } from '../../envs/tabletop/observation.ts';
import { PLACES } from '../io/places.ts';
import { planCells } from '../run/plan/episode_list.ts';
import { plannedEpisodes, planRun } from '../run/plan/run_plan.ts';
import { planText, readPlanText, readSuite } from '../run/suites/suite.ts';
import { type AskedQuestion, askScript, type Script } from './ask_script.ts';
import { householdScript } from './household_script.ts';
import { towerScript } from './tower_script.ts';

export type ShownCase = Readonly<{
  suite: string;
  scene: string;
  task: string;
  planner: string;
  /** Only the first question of each purpose is shown. */
  brief?: true;
}>;

export async function shownPrompts(shown: ShownCase) {
  const { suite, planner, scene, task: name } = shown;
  const request = { suite, planners: [planner], scenes: [scene], tasks: [name], trials: 1 };
  const [planned] = plannedEpisodes(await planRun(request));
  const [cell] = planCells(request, readSuite(shown.suite));
  if (planned === undefined || !cell?.reference) {
    throw new Error(`No episode with a reference plan: ${JSON.stringify(shown)}`);
  }
  const plan = readPlanText(cell.reference.plan);
  const { header, task } = planned;
  const script =
    header.world === 'household'
      ? householdScript(plan, {
          summary: header.options['summary'] !== false,
          objects: header.options['objects'] !== false,
        })
      : header.world === 'pddl'
        ? () => `[PLAN]\n${planText(plan).join('\n')}\n[PLAN END]`
        : towerScript(plan, await firstSight(cell.newCertainEnv()), task.skills ?? '');
  const { questions, trace } = await askScript(planned, shown.suite === 'listings' ? asPrinted(script) : script);
  const title = `## \`${shown.planner}\`, suite ${shown.suite}, ${shown.scene}, ${shown.task}\n\nTask: ${header.instruction}\n`;
  const asked = chosen(questions).filter(({ number }) => shown.brief === undefined || number === 1);
  return { trace, text: `${title}\n${asked.map(questionText).join('\n')}` };
}

async function firstSight(env: Env): Promise<TabletopObservation> {
  const { observation } = await env.reset();
  await env.close();
  return observation as TabletopObservation;
}

/** The first replies are Listings 3 and 4, so that Listings 4 and 5 are asked. */
function asPrinted(script: Script): Script {
  return (purpose, asked) =>
    asked === 0 && ['attention', 'state_estimator'].includes(purpose)
      ? readFileSync(`${PLACES.planners}/llm_state/golden/${purpose}_reply.txt`, 'utf8').trimEnd()
      : script(purpose, asked);
}

type NumberedQuestion = AskedQuestion & Readonly<{ number: number; count: number; isRepeated: boolean }>;

function chosen(questions: readonly AskedQuestion[]): NumberedQuestion[] {
  const byPurpose = Map.groupBy(questions, ({ purpose }) => purpose);
  return questions.flatMap((question) => {
    const { purpose, actionsBefore } = question;
    const alike = byPurpose.get(purpose) ?? [];
    const index = alike.indexOf(question);
    const isAssertion = purpose === 'assertion';
    const isRepeated = !isAssertion && alike[index - 1]?.actionsBefore === actionsBefore;
    const isChosen = isAssertion
      ? alike.findLastIndex((other) => assertionForm(other) === assertionForm(question)) === index
      : [0, alike.length >> 1, alike.length - 1, alike.findIndex(hasFullHands)].includes(index);
    return isChosen ? [{ ...question, number: index + 1, count: alike.length, isRepeated }] : [];
  });
}

function lastText({ messages }: AskedQuestion): string {
  return messages.at(-1)?.content ?? '';
}

function assertionForm(question: AskedQuestion): string | undefined {
  const assertion = lastText(question).split('\n').at(-1);
  return assertion?.replaceAll(/'[a-z]+\d+'/g, 'name');
}

function hasFullHands(question: AskedQuestion): boolean {
  const holding = lastText(question).match(/(?:holding |Current Holding: |^hands = )\[.*?\]/gm);
  return holding?.at(-1)?.includes(', ') ?? false;
}

function questionText(question: NumberedQuestion, at: number, all: readonly NumberedQuestion[]): string {
  const { purpose, messages, actionsBefore, number, count, isRepeated } = question;
  const before = all[at - 1]?.messages ?? [];
  const isNew = ({ role, content }: Message, at: number) =>
    before[at]?.role !== role || before[at]?.content !== content;
  const firstNew = messages.findIndex(isNew);
  const known = firstNew === -1 ? messages.length : firstNew;
  const goesOn = known === 0 ? [] : [`The conversation above goes on after its first ${known} messages.\n`];
  const again = isRepeated ? ', asked again after a reply without an action' : '';
  const heading = `### ${purpose}: question ${number} of ${count}, after ${actionsBefore} actions${again}\n`;
  return [heading, ...goesOn, ...messages.slice(known).map(messageText)].join('\n');
}

function messageText({ role, content }: Message): string {
  const longest = Math.max(2, ...Array.from(content.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${role === 'assistant' ? 'assistant (scripted)' : role}:\n\n${fence}text\n${content}\n${fence}\n`;
}
