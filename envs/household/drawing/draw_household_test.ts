import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xmlFault } from '../../testing/well_formed.ts';
import { type HouseholdEnv, householdEnvs } from '../household_env.ts';
import { arbitraryHouse } from '../kit/arbitrary_house.ts';
import { readHouse } from '../scene/read_house.ts';
import { FIVE_HOUSES, houseNamed, smallHouse } from '../testing/small_house.ts';
import { actionsOf, taskOf } from '../testing/walks.ts';
import { drawHousehold } from './draw_household.ts';

const KITCHEN = smallHouse({
  rooms: { kitchen1: [0, 0], bathroom1: [5, 0] },
  things: [
    { is: 'fridge1', in: 'kitchen1', at: [-1.5, 0.9, 1.5] },
    { is: 'milk1', in: 'fridge1', at: [-1.5, 1.1, 1.5] },
    { is: 'juice1', in: 'fridge1', at: [-1.5, 1.1, 1.5] },
    { is: 'kitchentable1', in: 'kitchen1', at: [0.5, 0.5, 0.5] },
    { is: 'microwave1', on: 'kitchentable1', at: [0.7, 0.9, 0.5], states: ['OPEN'] },
    { is: 'lightswitch1', in: 'bathroom1', at: [4, 1.3, 0.5], states: ['ON'] },
    { is: 'rug1', in: 'kitchen1', at: [0, 0, 0] },
  ],
});
const FETCH = 'move fridge1, open fridge1, pickup milk1';
const HEAT = `${FETCH}, move microwave1, placein milk1 microwave1, close microwave1, switchon microwave1`;

function begun(house = KITCHEN): HouseholdEnv {
  const env = householdEnvs(house, taskOf(house, { held: ['any'] }, { goal: [] }))();
  env.reset();
  return env;
}

function drawn(walk = ''): string {
  const env = begun();
  for (const action of actionsOf(walk)) expect(env.step(action)).toMatchObject({ ok: true });
  return drawHousehold(env.state(), env.path())('Kitchen');
}

function markOf(svg: string, name: string): string | undefined {
  return new RegExp(`<(?:rect|circle) [^>]*>(?=<title>${name}[<:( ])`).exec(svg)?.[0];
}

describe('drawHousehold() draws', () => {
  it('a kitchen, as it was looked at and found good', async () => {
    const svg = drawn(HEAT);
    expect(xmlFault(svg)).toBe(null);
    await expect(svg).toMatchFileSnapshot('golden/kitchen.svg');
  });

  it('what is shut away as hollow, and what is open in broken lines', () => {
    expect(markOf(drawn(), 'milk1')).toContain('fill="#ffffff"');
    expect(markOf(drawn(), 'fridge1')).not.toContain('dasharray');
    const open = drawn('move fridge1, open fridge1');
    expect(markOf(open, 'milk1')).toContain('fill="#0072b2"');
    expect(markOf(open, 'fridge1')).toContain('dasharray');
  });

  it('the way of the robot, from room to room', () => {
    const line = (svg: string) => /<polyline points="([^"]*)"/.exec(svg)?.[1]?.split(' ').length;
    expect(line(drawn())).toBe(1);
    expect(line(drawn('move bathroom1, move lightswitch1, switchoff lightswitch1'))).toBe(3);
  });

  it('the room in which the robot is, and of others the furniture only; nothing that is never seen', () => {
    expect(markOf(drawn(), 'lightswitch1')).toBe(undefined);
    expect(drawn()).not.toContain('rug1');
    const next = drawn('move bathroom1');
    expect(markOf(next, 'lightswitch1')).toBeDefined();
    expect(markOf(next, 'milk1')).toBe(undefined);
  });

  it('what is held beside the robot, in words and as a mark', () => {
    const svg = drawn(FETCH);
    expect(svg).toContain('>Holds milk1<');
    expect(markOf(svg, 'milk1')).toContain('r="5"');
  });

  it('things that lie at one place side by side', () => {
    const svg = drawn();
    const at = (name: string) => Array.from(markOf(svg, name)!.matchAll(/c[xy]="([\d.]+)"/g), ([, n]) => Number(n));
    const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [at('milk1'), at('juice1')];
    expect(Math.max(Math.abs(x1 - x2), Math.abs(y1 - y2))).toBeGreaterThanOrEqual(7.9);
  });
});

describe('drawHousehold()', () => {
  it('is of the moment at which it was asked for', () => {
    const env = begun();
    const picture = drawHousehold(env.state(), env.path());
    const svg = picture('Now');
    env.step({ verb: 'move', args: ['bathroom1'] });
    expect(picture('Now')).toBe(svg);
  });

  it('has no scripts, styles or references', () => {
    const svg = drawn('move bathroom1');
    expect([...svg.matchAll(/ id="([^"]*)"/g)].map((match) => match[1])).toEqual(['drawing-title', 'drawing-desc']);
    expect(svg).not.toMatch(/script|style=|href|url\(|\bon\w+=/);
    expect([...svg.matchAll(/https?:[^"]*/g)].map(String)).toEqual(['http://www.w3.org/2000/svg']);
  });

  it('stays well-formed, whatever the title and whatever house', () => {
    const odd = fc.constantFrom('</svg><script>', '&', '"', ']]>', '\ud800');
    const titles = fc.oneof(fc.string({ unit: 'binary' }), odd);
    fc.assert(
      fc.property(arbitraryHouse, titles, (text, title) => {
        const env = begun(readHouse(text, 'any_house.json'));
        const svg = drawHousehold(env.state(), env.path())(title);
        expect(xmlFault(svg)).toBe(null);
        expect(svg).not.toMatch(/NaN|Infinity|undefined|<script/);
      }),
      { numRuns: 30 },
    );
  });

  it.each([...FIVE_HOUSES, 'robot_home'])('draws %s in no more than 60 kB', (name) => {
    const env = begun(houseNamed(name));
    const svg = drawHousehold(env.state(), env.path())(name);
    expect(xmlFault(svg)).toBe(null);
    expect(svg.length).toBeLessThan(60_000);
    for (const room of env.observe().rooms) expect(svg).toContain(`>${room}<`);
  });
});
