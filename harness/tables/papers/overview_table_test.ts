import { expect, it } from 'vitest';
import { episodeMetrics } from '../../trace/metrics/testing/episode_metrics.ts';
import { publishedLlmState } from './llm_state/published.ts';
import { publishedOlp } from './olp/published.ts';
import { olpEpisode, olpResults } from './olp/testing/olp_episodes.ts';
import { overviewTable } from './overview_table.ts';

const PAPERS = { olp: publishedOlp(), llmState: publishedLlmState() };

function house(task: string, success: boolean, promptTokens: number) {
  const planner = 'llm_state+states=false';
  return episodeMetrics({ suite: 'household', task, planner, complete: true, success, promptTokens });
}

const TABLE = overviewTable(
  new Map([
    [
      'tabletop',
      olpResults(...['tower_3', 'tower_3', 'tower_3', 'organize_222'].map((task) => olpEpisode('olp', task))),
    ],
    [
      'household',
      {
        episodes: [house('heat_milk', true, 1_000), house('make_3_toasts', false, 20_001)],
        ...{ instructions: new Map(), model: 'm', provenance: [] },
      },
    ],
  ]),
  PAPERS,
);
const line = (title: string) => TABLE?.shown.lines.find(([first]) => first === title);

it('overviewTable() has four columns, and a number with its interval in a cell', () => {
  expect(TABLE?.shown.header).toHaveLength(4);
  expect(TABLE?.shown.lines).toHaveLength(12);
  expect(line('w/o States')).toEqual(['w/o States', '50 % (9–91)', '60 %', '10,501 (1,000–20,001)']);
});

it('overviewTable() weighs the shares of the paper by what is recorded here, and all alike where nothing is', () => {
  // Three episodes of towers (86 %), one of Organize (81.43 %).
  expect(line('OLP')?.[2]).toBe('85 %');
  expect(line('DELTA')).toEqual(['DELTA', 'not recorded', '75 %', 'not recorded']);
});

it('overviewTable() is none, where neither was played', () => {
  expect(overviewTable(new Map(), PAPERS)).toBeNull();
});
