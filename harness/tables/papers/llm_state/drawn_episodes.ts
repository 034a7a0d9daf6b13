import { worldCalled } from '../../../episode/worlds.ts';
import { drawActions } from '../../../run/reading/replayed_cell.ts';
import { readScenes, readSuite } from '../../../run/suites/suite.ts';
import { episodeId, type Trace } from '../../../trace/trace.ts';
import type { EventOf } from '../../../trace/trace_schema.ts';
import { type StoryFrame, storyboard } from '../../figures/storyboard.ts';
import { answersOf, type PaperFigure, type SuiteResults } from '../../suite_results.ts';

const ROOM = { columns: 3, pictureWidth: 330, aspect: 436 / 464 };
const HOUSE = { columns: 2, pictureWidth: 500, aspect: 440 / 640 };
const MARKS = 'Orange: the robot and its way. Blue dot: a thing; ring: shut away. Yellow: switched on. Dashed: open.';
const NO_SECOND_SLICE =
  'Not recorded yet: in no recorded episode has LLM-State tried to put a second slice of bread into a toaster.';
const PASSING_VERBS: readonly string[] = ['move', 'wait', 'close', 'switchoff'];

export const DRAWN_EPISODES: readonly PaperFigure[] = [
  {
    suite: 'household',
    file: 'llm_state_figure_4.svg',
    async draw(results, traces) {
      const found = traces.filter(isOurs).flatMap((trace) => {
        const refused = steps(trace).find((step) => step.reason?.precondition === 'has_space');
        return refused === undefined ? [] : [{ trace, refused }];
      })[0];
      const before = (step: Step, { number, action }: Step) =>
        step.ok && step.number < number && step.action.args.at(-1) === action.args.at(-1);
      const isShown = (step: Step) =>
        found !== undefined && ([0, 1].includes(step.number - found.refused.number) || before(step, found.refused));
      const frames = found === undefined ? [] : await framesOf(found.trace, isShown);
      return storyboard({
        title: 'LLM-State, Figure 4: a second slice of bread is refused',
        description:
          'LLM-State puts a second slice of bread into a toaster that holds one, is refused, and sums up why',
        ...ROOM,
        frames: frames.slice(-6),
        caption:
          found === undefined
            ? [NO_SECOND_SLICE]
            : captionOf(
                found.trace,
                results,
                `: "${found.trace.header.instruction}". Red: the step that was refused; green: what LLM-State's summary said next.`,
              ),
      });
    },
  },
  {
    suite: 'household',
    file: 'llm_state_figure_5.svg',
    async draw() {
      const suite = readSuite('household');
      const { drawScene } = worldCalled(suite.world);
      const frames = readScenes(suite, undefined).flatMap(({ scene }): StoryFrame[] =>
        drawScene === undefined ? [] : [{ heading: scene.name, picture: drawScene(scene) }],
      );
      return storyboard({
        title: 'LLM-State, Figure 5: the five houses',
        description: 'The plans of the five houses: rooms, doors and furniture from above',
        ...HOUSE,
        frames,
        caption: [
          'After apartments 0 to 4 of VirtualHome; rooms as large as what is in them, furniture of ordinary sizes where it stands.',
        ],
      });
    },
  },
  {
    suite: 'robot',
    file: 'llm_state_figure_6.svg',
    async draw(results, traces) {
      const trace = traces.filter(isOurs).find(({ summary }) => summary.success) ?? traces.find(isOurs);
      const isShown = (step: Step, last: Step | undefined) =>
        step.ok ? !PASSING_VERBS.includes(step.action.verb) : last?.ok !== false;
      const frames = trace === undefined ? [] : await framesOf(trace, isShown);
      return storyboard({
        title: 'LLM-State, Figure 6: heat some food from the fridge and bring it to the sofa',
        description:
          'The robot experiment in pictures: where the robot is, what it does, which steps are refused and what its summary says of them',
        ...ROOM,
        frames,
        caption:
          trace === undefined
            ? ['Not recorded yet.']
            : captionOf(
                trace,
                results,
                `, ${trace.summary.steps} steps. Actions that only lead to the next one (${PASSING_VERBS.join(', ')}) are left out, as are further refusals in a row. Red: refused; green: what LLM-State's summary said next.`,
              ),
      });
    },
  },
];

type Step = EventOf<'step'>;

function captionOf({ header }: Trace, results: SuiteResults, text: string): string[] {
  return [`Episode ${episodeId(header)}${text}`, MARKS, `Here: ${answersOf(results)}.`];
}

function isOurs({ header }: Trace): boolean {
  return header.planner === 'llm_state';
}

function steps({ events }: Trace): Step[] {
  return events.filter((event) => event.event === 'step');
}

async function framesOf(trace: Trace, isShown: (step: Step, last: Step | undefined) => boolean): Promise<StoryFrame[]> {
  const { drawAround } = worldCalled(trace.header.world);
  if (drawAround === undefined) return [];
  const [start, ...after] = await drawActions(trace, (env) => {
    const picture = drawAround(env);
    return () => picture;
  });
  const all = steps(trace);
  const shown = all.flatMap((step, at): StoryFrame[] => {
    if (!isShown(step, all[at - 1])) return [];
    const { verb, args } = step.action;
    const heading = `${step.number}. ${verb}(${args.join(', ')})`;
    const picture = after[at]!.svg;
    if (step.ok) return [{ heading, picture }];
    const note = summaryAfter(trace, step);
    return [{ heading: `${heading}: refused`, isRefused: true, picture, ...(note === null ? {} : { note }) }];
  });
  return [{ heading: 'At the start', picture: start!.svg }, ...shown];
}

function summaryAfter({ events }: Trace, step: Step): string | null {
  for (const event of events.slice(events.indexOf(step) + 1)) {
    if (event.event === 'step') return null;
    if (event.event !== 'note' || event.note.kind !== 'belief') continue;
    const { belief } = event.note;
    if (typeof belief !== 'object' || belief === null || !('reasoning' in belief)) return null;
    return typeof belief.reasoning === 'string' ? belief.reasoning : null;
  }
  return null;
}
