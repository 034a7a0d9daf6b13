import { shortened, svgText } from '../../printable.ts';
import type { Picture } from '../../world.ts';
import { type House, isSeenNode, LIST_BITS, STATE_BITS, stateBits } from '../scene/house.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { floorPlan, moveArea, type Point } from './floor_plan.ts';
import { dot, type Frame, figure, fitPanel, type Label, panelSvg, placeLabels, textWidth } from './labels.ts';
import {
  type DrawnPiece,
  drawnThings,
  floorMarks,
  furnitureLabels,
  furnitureMarks,
  HANGING_HEIGHT_M,
  INK,
  LIT,
  LOOKS,
  lookOf,
  PALE_INK,
  pathMarks,
  ROBOT,
  roomLabels,
  THING,
  TREATED,
  thingLabels,
  thingMarks,
} from './map_marks.ts';

const FRAME = { x: 0, y: 0, width: 640, height: 440 };

export function drawHouse(house: House): string {
  const plan = floorPlan(house);
  const panel = fitPanel(plan.whole, FRAME, 8);
  const pieces = plan.furniture.map(({ node, area }) => ({
    name: house.names[node]!,
    area,
    condition: null,
    isHung: house.nodes[node]!.position[1] >= HANGING_HEIGHT_M,
  }));
  // A name beside its piece could seem another's.
  const labels = furnitureLabels(panel, pieces).map((label) => ({
    ...label,
    size: 9,
    centres: label.centres.slice(0, 1),
  }));
  const marks = [
    ...floorMarks(panel, plan, house.names),
    ...furnitureMarks(panel, pieces, true),
    ...placeLabels([...roomLabels(panel, plan, house), ...labels], FRAME),
  ];
  return figure(FRAME, panelSvg(panel, marks));
}

const STATES = ['OPEN', 'CLOSED', 'ON', 'OFF'] as const;

function changeLines(state: HouseholdState): string[] {
  const { nodes, names } = state.tables.house;
  return nodes.flatMap((node, index) => {
    if (!isSeenNode(node)) return [];
    const before = stateBits(node);
    const changes = STATES.filter((name) => state.is(index, name) && (before & STATE_BITS[name]) === 0);
    const treated = [...(state.isHeated(index) ? ['heated'] : []), ...(state.isToasted(index) ? ['toasted'] : [])];
    const words = [placeText(state, index) ?? [], changes.map((name) => name.toLowerCase()), treated].flat();
    return words.length === 0 ? [] : [`${names[index]} ${words.join(', ')}`];
  });
}

function placeText(state: HouseholdState, node: number): string | null {
  const at = state.parentOf(node);
  const before = state.tables.house.nodes[node]!.place;
  if (at < 0 || before === null) return null;
  const isOn = state.liesOn(node);
  if (before.at === at && (before.relation === 'ON') === isOn) return null;
  return `${isOn ? 'on' : 'in'} ${state.tables.house.names[at]}`;
}

const TEXT_SIZE = 11;
const LINE_HEIGHT = 15;
const LEGEND_HEIGHT = 52;

function handsText(state: HouseholdState): string {
  const held = state.held().map((node) => state.tables.house.names[node]!);
  return held.length === 0 ? 'Hands empty' : `Holds ${held.join(' and ')}`;
}

function changesPanel(state: HouseholdState, changes: readonly string[], { x, y, width, height }: Frame): string[] {
  const linesMax = Math.floor((height - LEGEND_HEIGHT) / LINE_HEIGHT) - 2;
  const all = changes.length === 0 ? ['nothing'] : changes;
  const shown = all.length > linesMax ? all.slice(-(linesMax - 1)) : all;
  const more = all.length > shown.length ? [`… ${all.length - shown.length} more`] : [];
  const charactersMax = Math.floor(width / textWidth('x', TEXT_SIZE));
  const lines = [
    { text: handsText(state), weight: 'bold', fill: INK },
    { text: 'Changed since the start:', weight: 'normal', fill: PALE_INK },
    ...[...more, ...shown].map((text) => ({ text, weight: 'normal', fill: INK })),
  ];
  return lines.map(({ text, weight, fill }, at) =>
    textMark([x, y + LINE_HEIGHT * (at + 1) - 4], { size: TEXT_SIZE, weight, fill }, shortened(text, charactersMax)),
  );
}

type Font = { size: number; weight?: string; fill: string };

function textMark([x, y]: Point, { size, weight, fill }: Font, text: string): string {
  const fontWeight = weight === undefined ? '' : ` font-weight="${weight}"`;
  return `<text x="${x}" y="${y}" font-size="${size}"${fontWeight} fill="${fill}">${svgText(text)}</text>`;
}

const LEGEND = [
  { look: `fill="${ROBOT}"`, text: 'robot and path' },
  { look: `fill="${THING}"`, text: 'thing' },
  { look: `fill="#ffffff" stroke="${THING}" stroke-width="1.2"`, text: 'hidden' },
  { look: `fill="${LIT}" stroke="${INK}"`, text: 'switched on' },
  { look: `fill="${TREATED}" stroke="${INK}"`, text: 'heated, toasted' },
] as const;

function legend({ x, y, width, height }: Frame): string[] {
  const top = y + height - LEGEND_HEIGHT + 8;
  return [
    ...LEGEND.flatMap(({ look, text }, at) => {
      const [left, line] = [x + 6 + (at % 2) * (width / 2), top + Math.floor(at / 2) * LINE_HEIGHT];
      return [dot([left, line], 4, look), textMark([left + 9, line + 4], { size: 10, fill: PALE_INK }, text)];
    }),
    `<rect x="${x + 2 + width / 2}" y="${top + 2 * LINE_HEIGHT - 4}" width="9" height="8" fill="#ffffff" stroke="${INK}" stroke-dasharray="3 2"/>`,
    textMark([x + 15 + width / 2, top + 2 * LINE_HEIGHT + 4], { size: 10, fill: PALE_INK }, 'open'),
  ];
}

const WIDTH = 720;
const HEIGHT = 480;
const HEADING = 34;
const ROOM_FRAME = { x: 10, y: HEADING, width: 464, height: HEIGHT - HEADING - 10 };
const HOUSE_FRAME = { x: 484, y: HEADING, width: 226, height: 190 };
const CHANGES_FRAME = { x: 486, y: HEADING + 198, width: 224, height: HEIGHT - HEADING - 208 };
const TITLE_LENGTH = 84;
const DESCRIPTION_LENGTH = 4000;

type Path = readonly Point[];

export function drawHousehold(state: HouseholdState, path: Path): Picture {
  const { house } = state.tables;
  const content = { path, pieces: drawnPieces(state) };
  const changes = changeLines(state);
  const body = [
    roomPanel(state, content),
    housePanel(state, content),
    ...changesPanel(state, changes, CHANGES_FRAME),
    ...legend(CHANGES_FRAME),
  ];
  const description = `The robot is in ${house.names[state.robotRoom]}. ${handsText(state)}. ${changes.join('; ')}`;
  return (title) => sheet(title, description, body);
}

export function drawAround(state: HouseholdState, path: Path): string {
  return figure(ROOM_FRAME, roomPanel(state, { path, pieces: drawnPieces(state) }));
}

function sheet(title: string, description: string, body: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" ` +
      'aria-labelledby="drawing-title drawing-desc" font-family="Helvetica, Arial, sans-serif">',
    `<title id="drawing-title">${svgText(title, TITLE_LENGTH)}</title>`,
    `<desc id="drawing-desc">${svgText(description, DESCRIPTION_LENGTH)}</desc>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f7f7f5"/>`,
    ...body,
    textMark([12, 22], { size: 14, weight: 'bold', fill: INK }, shortened(title, TITLE_LENGTH)),
    '</svg>\n',
  ].join('\n');
}

type PanelContent = Readonly<{ pieces: readonly (DrawnPiece & { readonly room: number })[]; path: Path }>;

function roomPanel(state: HouseholdState, { path, pieces }: PanelContent): string {
  const { house } = state.tables;
  const { area } = floorPlan(house).rooms.find(({ node }) => node === state.robotRoom)!;
  const panel = fitPanel(area, ROOM_FRAME, 16);
  const near = pieces.filter(({ room }) => room === state.robotRoom);
  const things = drawnThings(panel, state, thingsAround(state));
  const stand = panel.place(state.robotPosition);
  return panelSvg(panel, [
    ...floorMarks(panel, floorPlan(house), house.names, state.robotRoom),
    ...furnitureMarks(panel, near, true),
    ...pathMarks(panel, path),
    ...thingMarks(things),
    ...heldMarks(state, stand),
    ...placeLabels([...heldLabels(state, stand), ...furnitureLabels(panel, near), ...thingLabels(things)], ROOM_FRAME, [
      ...things.map(({ at }) => at),
      stand,
    ]),
  ]);
}

function housePanel(state: HouseholdState, { path, pieces }: PanelContent): string {
  const { house } = state.tables;
  const plan = floorPlan(house);
  const panel = fitPanel(plan.whole, HOUSE_FRAME, 6);
  return panelSvg(panel, [
    ...floorMarks(panel, plan, house.names, state.robotRoom),
    ...furnitureMarks(panel, pieces, false),
    ...pathMarks(panel, path),
    ...placeLabels(roomLabels(panel, plan, house), HOUSE_FRAME),
  ]);
}

function drawnPieces(state: HouseholdState): PanelContent['pieces'] {
  const { house } = state.tables;
  const pieces = floorPlan(house).furniture.filter(({ node }) => !state.isHeld(node));
  return pieces.map(({ node, area }) => {
    const [x, z] = state.positionOf(node);
    const [startX, height, startZ] = house.nodes[node]!.position;
    return {
      name: house.names[node]!,
      area: moveArea(area, x - startX, z - startZ),
      condition: (['ON', 'OPEN'] as const).find((name) => state.is(node, name)) ?? null,
      isHung: height >= HANGING_HEIGHT_M,
      room: state.roomOf(node),
    };
  });
}

function thingsAround(state: HouseholdState): number[] {
  const { house, listed, lists } = state.tables;
  const furniture = new Set(floorPlan(house).furniture.map(({ node }) => node));
  return listed.filter(
    (node) =>
      (lists[node]! & LIST_BITS.objects) !== 0 &&
      state.roomOf(node) === state.robotRoom &&
      !state.isHeld(node) &&
      !furniture.has(node),
  );
}

function heldMarks(state: HouseholdState, stand: Point): string[] {
  return state
    .held()
    .map((node, hand) => dot(beside(stand, hand), 5, LOOKS[lookOf(state, node)], state.tables.house.names[node]));
}

function heldLabels(state: HouseholdState, stand: Point): Label[] {
  return state.held().map((node, hand) => {
    const [x, y] = beside(stand, hand);
    const centres = [[x, y + (hand === 0 ? 13 : -13)]] as const;
    return { text: state.tables.house.names[node]!, size: 11, fill: INK, isBold: true, isRequired: true, centres };
  });
}

function beside([x, y]: Point, hand: number): Point {
  return [hand === 0 ? x + 13 : x - 13, y];
}
