import { expect, it } from 'vitest';
import { EpisodeSheet, SceneLines } from './episode_sheet.ts';
import { storedValue } from './testing/stored_value.ts';

function sheetOf(...replies: string[]): EpisodeSheet {
  const sheet = new EpisodeSheet();
  for (const reply of replies) sheet.addCall('policy', [], reply);
  return sheet;
}

const ABOUT = { title: 'x', end: 'goal' };

it('SceneLines contains lines of two episodes, and of a tenth of many episodes', () => {
  const two = new SceneLines('s', [sheetOf('a', 'b', 'a').lines(), sheetOf('b', 'c').lines()]);
  expect(storedValue(two.script())).toEqual(['b']);
  expect([two.numberOf('b'), two.numberOf('a'), two.count]).toEqual([0, undefined, 1]);
  const many = Array.from({ length: 40 }, (_, at) =>
    sheetOf(`line ${at < 4 ? 'shared' : at}`, at < 3 ? 'rare' : `${at}`).lines(),
  );
  expect(storedValue(new SceneLines('s', many).script())).toEqual(['line shared']);
});

it('EpisodeSheet numbers the lines of its scene first, then its own', () => {
  const [one, other] = [sheetOf('mine\nboth'), sheetOf('both')];
  const scene = new SceneLines('scenes/s/1', [one.lines(), other.lines()]);
  const sheet = storedValue(one.script('p', ABOUT, scene));
  expect(sheet).toMatchObject({ scene: 'scenes/s/1', lines: ['mine'], calls: [{ reply: [1, 0] }] });
  const alone = storedValue(one.script('p', ABOUT, new SceneLines('scenes/s/1', [one.lines()])));
  expect(alone).toMatchObject({ scene: null, lines: ['mine', 'both'], calls: [{ reply: [0, 1] }] });
});
