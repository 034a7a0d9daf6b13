import { z } from 'zod';
import { firstTooDeep, JsonError, NESTING_MAX } from '../../checked_json.ts';
import {
  type Args,
  DONE,
  DONE_EMPTY,
  failure,
  jsonOutcome,
  type Outcome,
  readSettings,
  SettingsError,
  vectorSchema,
  type WireReply,
  wireReply,
  wireRequestSchema,
} from '../client.ts';
import { isRoom } from './camera.ts';
import { Cameras } from './camera_actions.ts';
import { instanceColour } from './picture.ts';
import type { Position } from './played_graph.ts';
import { checkScript, type PictureKeeper, renderScript } from './render_script.ts';
import type { SceneSource } from './scene_source.ts';
import { CHARACTERS_MAX, type ReportedGraph, ServedScene } from './served_scene.ts';

const SIDES = [-0.5, 0, 0.5];
const SURFACE_POINTS = SIDES.flatMap((x) => SIDES.flatMap((y) => SIDES.map((z) => [x, y, z]))).filter((side) =>
  side.some((part) => part !== 0),
);

function pointClouds({ nodes }: ReportedGraph): object[] {
  return nodes.map(({ id, bounding_box: { center, size } }) => {
    return { id, points: SURFACE_POINTS.map((side) => side.map((part, axis) => center[axis]! + part * size[axis]!)) };
  });
}

const characterSchema = z.object({
  character_resource: z.string().max(200).default('Chars/Male1'),
  mode: z.string().default('random'),
  character_position: vectorSchema.optional(),
  initial_room: z.string().nullish(),
});

const moveSchema = z.object({ char_index: z.int(), character_position: vectorSchema });

type Room = ReportedGraph['nodes'][number];

/** Departure: mode `random` chooses the scene's start. */
function addCharacter(args: Args, { source, scene }: Stage): Outcome {
  const { character_resource: resource, mode, character_position, initial_room } = readSettings(args, characterSchema);
  if (scene.characters >= CHARACTERS_MAX) return failure(`The limit of ${CHARACTERS_MAX} characters is reached`);
  const { nodes, edges } = scene.graph();
  const rooms = nodes.filter(isRoom);
  const place = mode === 'fix_position' ? character_position : undefined;
  let room: Room | undefined;
  if (mode === 'fix_position') room = rooms.find((candidate) => place !== undefined && contains(candidate, place));
  else if (mode === 'fix_room') room = rooms.find(({ class_name }) => class_name === initial_room);
  else {
    const first = nodes.find(({ class_name }) => class_name === 'character');
    const inside = edges.filter(({ from_id, relation_type }) => from_id === first?.id && relation_type === 'INSIDE');
    const starts = first === undefined ? [source.start] : inside.map(({ to_id }) => to_id);
    room = rooms.find(({ id }) => starts.includes(id)) ?? rooms[0];
  }
  if (room === undefined) return failure(`Mode ${JSON.stringify(mode.slice(0, 40))} finds no room for the character`);
  const [x, , z] = room.bounding_box.center;
  scene.addCharacter({ room: room.id, position: place ?? [x, 0, z], resource });
  return DONE;
}

function moveCharacter(args: Args, { scene }: Stage): Outcome {
  const { char_index, character_position: position } = readSettings(args, moveSchema);
  if (char_index < 0 || char_index >= scene.characters) return failure(`There is no character ${char_index}`);
  const room = scene.graph().nodes.find((node) => isRoom(node) && contains(node, position));
  if (room === undefined) return failure('The position is not in a room');
  scene.moveCharacter(char_index, { room: room.id, position });
  return DONE;
}

function contains({ bounding_box: { center, size } }: Room, [x, , z]: Position) {
  return Math.abs(x - center[0]) <= size[0] / 2 && Math.abs(z - center[2]) <= size[2] / 2;
}

function expandScene(args: Args, { scene }: Stage): Outcome {
  readSettings(args, z.looseObject({}));
  const [, graph] = args.strings;
  if (graph === undefined) throw new SettingsError('stringParams has no graph');
  if (firstTooDeep(graph) !== null) throw new SettingsError(`more than ${NESTING_MAX} levels of nesting`);
  try {
    scene.replace(graph);
  } catch (error) {
    if (error instanceof JsonError) return failure(`Error processing input graph: ${error.message}`);
    throw error;
  }
  return { success: true, message: '{}' };
}

function coloursOf({ nodes }: ReportedGraph) {
  return Object.fromEntries(nodes.map(({ id }) => [id, instanceColour(id).map((part) => part / 255)]));
}

function withoutEffect(schema: z.ZodType): Action {
  return (args) => {
    readSettings(args, schema);
    return DONE;
  };
}

type Stage = ReturnType<typeof stageOf>;
type Action = (args: Args, stage: Stage) => Outcome;

function stageOf(source: SceneSource) {
  const scene = new ServedScene(source.graph);
  return { source, scene, cameras: new Cameras(scene) };
}

const ACTIONS: Readonly<Record<string, Action>> = {
  idle: () => DONE_EMPTY,
  // Unity loses the action while it loads a scene.
  clear: () => failure('Unknown action '),
  clear_procedural: () => DONE_EMPTY,
  environment_graph: (_, { scene }) => ({ success: true, message: scene.graphText() }),
  expand_scene: expandScene,
  instance_colors: (_, { scene }) => jsonOutcome(coloursOf(scene.graph())),
  add_character: addCharacter,
  move_character: moveCharacter,
  check_script: (args, { scene }) => checkScript(args, scene),
  point_cloud: (_, { scene }) => jsonOutcome(pointClouds(scene.graph())),
  camera_count: (_, { cameras }) => ({ success: true, value: cameras.list().length }),
  camera_data: (args, { cameras }) => cameras.describe(args),
  // Clients read the list even without a picture.
  camera_image: (args, stage) => ({
    message_list: [],
    ...outcomeOf((request, { cameras }) => cameras.takeImages(request), args, stage),
  }),
  add_camera: (args, { cameras }) => cameras.add(args),
  update_camera: (args, { cameras }) => cameras.update(args),
  character_cameras: (_, { cameras }) => jsonOutcome(cameras.names),
  add_character_camera: (args, { cameras }) => cameras.addForCharacter(args),
  update_character_camera: (args, { cameras }) => cameras.updateForCharacter(args),
  observation: (args, { cameras }) => cameras.observe(args),
  set_time: withoutEffect(z.object({ hours: z.number(), minutes: z.number(), seconds: z.number() }).partial()),
  activate_physics: withoutEffect(z.object({ gravity: z.number() })),
  remove_terrain: () => DONE_EMPTY,
};

export type HttpAnswer = Readonly<{ status: number; reply: WireReply }>;

const ENVIRONMENTS = 50;

export class ServedSimulator {
  readonly #sources: readonly SceneSource[];
  readonly #actions: ReadonlyMap<string, Action>;
  #stage: Stage;

  constructor(sources: readonly SceneSource[], { keepPicture = null }: { keepPicture?: PictureKeeper | null } = {}) {
    this.#sources = sources;
    this.#stage = stageOf(sources[0]!);
    const ofThisServer: Readonly<Record<string, Action>> = {
      environment: ({ ints }) => this.#load(ints?.[0]),
      fast_reset: ({ ints }) => (ints === null || ints.length === 0 ? failure('') : this.#load(ints[0])),
      procedural_generation: ({ ints }) => this.#generate(ints?.[0] ?? 0),
      render_script: (args, stage) => renderScript(args, stage, keepPicture),
    };
    this.#actions = new Map(Object.entries({ ...ACTIONS, ...ofThisServer }));
  }

  answer(body: string): HttpAnswer {
    if (body === '') return { status: 400, reply: wireReply('', failure('Request body is null or empty')) };
    if (firstTooDeep(body) !== null) return invalid(`more than ${NESTING_MAX} levels of nesting`);
    let parsed: unknown;
    try {
      parsed = JSON.parse(body);
    } catch (error) {
      return invalid((error as Error).message);
    }
    const request = wireRequestSchema.safeParse(parsed);
    if (!request.success) return invalid(z.prettifyError(request.error).slice(0, 500));
    const { id, action, intParams, stringParams } = request.data;
    const act = this.#actions.get(action ?? '') ?? (() => failure(`Unknown action ${(action ?? '').slice(0, 200)}`));
    const outcome = outcomeOf(act, { ints: intParams ?? null, strings: stringParams ?? [] }, this.#stage);
    return { status: 200, reply: wireReply(id, outcome) };
  }

  #load(environment: number = this.#stage.source.environment): Outcome {
    const source = this.#sources.find((candidate) => candidate.environment === environment);
    if (source === undefined) {
      const names = this.#sources.map(({ environment, name }) => `${environment} (${name})`).join(', ');
      const range = environment < 0 || environment >= ENVIRONMENTS ? '; VirtualHome has 0 to 49' : '';
      return failure(`There is no environment ${environment} here${range}; the environments are ${names}`);
    }
    this.#stage = stageOf(source);
    return DONE_EMPTY;
  }

  /** Departure: the seed chooses an existing scene. */
  #generate(seed: number): Outcome {
    const count = this.#sources.length;
    this.#stage = stageOf(this.#sources[((seed % count) + count) % count]!);
    return DONE_EMPTY;
  }
}

function outcomeOf(act: Action, args: Args, stage: Stage): Outcome {
  try {
    return act(args, stage);
  } catch (error) {
    if (error instanceof SettingsError) return failure(`Error deserializing params: ${error.message}`);
    throw error;
  }
}

function invalid(problem: string): HttpAnswer {
  return { status: 400, reply: wireReply('', failure(`Invalid request format (${problem})`)) };
}
