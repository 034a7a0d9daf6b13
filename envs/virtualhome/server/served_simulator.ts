/** Serves the Unity protocol from the symbolic household, one request at a time; `conformance.json` shows replies. */
import { z } from 'zod';
import { firstTooDeep, JsonError, NESTING_MAX } from '../../checked_json.ts';
import {
  type Asked,
  DONE,
  DONE_EMPTY,
  failed,
  type Said,
  SettingsError,
  saidJson,
  settings,
  vectorSchema,
  type WireReply,
  wireReply,
  wireRequestSchema,
} from '../wire.ts';
import { Cameras } from './camera_actions.ts';
import { instanceColour } from './picture.ts';
import type { Position } from './played_graph.ts';
import { checkScript, type PictureKeeper, renderScript } from './render_script.ts';
import type { SceneSource } from './scene_source.ts';
import { CHARACTERS_MAX, type ReportedGraph, ServedScene } from './served_scene.ts';

const SIDES = [-0.5, 0, 0.5];
const ON_SURFACE = SIDES.flatMap((x) => SIDES.flatMap((y) => SIDES.map((z) => [x, y, z]))).filter((side) =>
  side.some((part) => part !== 0),
);

/** Samples each node's bounding box instead of its surface. */
function pointClouds({ nodes }: ReportedGraph): object[] {
  return nodes.map(({ id, bounding_box: { center, size } }) => ({
    id,
    points: ON_SURFACE.map((side) => side.map((part, axis) => center[axis]! + part * size[axis]!)),
  }));
}

const characterSchema = z.object({
  character_resource: z.string().max(200).default('Chars/Male1'),
  mode: z.string().default('random'),
  character_position: vectorSchema.optional(),
  initial_room: z.string().nullish(),
});

const moveSchema = z.object({ char_index: z.int(), character_position: vectorSchema });

type Room = ReportedGraph['nodes'][number];

const isRoom = ({ category }: Room) => category === 'Rooms';

/** The first character starts in the scene's room for it, where the original draws one at random. */
function addCharacter(asked: Asked, { source, scene }: Stage): Said {
  const { character_resource: resource, mode, character_position, initial_room } = settings(asked, characterSchema);
  if (scene.characters >= CHARACTERS_MAX) return failed(`There are ${CHARACTERS_MAX} characters already`);
  const { nodes, edges } = scene.graph();
  const rooms = nodes.filter(isRoom);
  // "At random" is beside the first, as in the original.
  const first = nodes.find(({ class_name }) => class_name === 'character');
  const ofFirst = edges.filter(({ from_id, relation_type }) => from_id === first?.id && relation_type === 'INSIDE');
  const starts = first === undefined ? [source.start] : ofFirst.map(({ to_id }) => to_id);
  const place = mode === 'fix_position' ? character_position : undefined;
  const room =
    mode === 'fix_position'
      ? rooms.find((each) => place !== undefined && contains(each, place))
      : mode === 'fix_room'
        ? rooms.find(({ class_name }) => class_name === initial_room)
        : (rooms.find(({ id }) => starts.includes(id)) ?? rooms[0]);
  if (room === undefined) return failed(`No room is there for a character: ${JSON.stringify(mode.slice(0, 40))}`);
  const [x, , z] = room.bounding_box.center;
  scene.addCharacter({ room: room.id, position: place ?? [x, 0, z], resource });
  return DONE;
}

function moveCharacter(asked: Asked, { scene }: Stage): Said {
  const { char_index, character_position: position } = settings(asked, moveSchema);
  if (char_index < 0 || char_index >= scene.characters) return failed(`There is no character ${char_index}`);
  const room = scene.graph().nodes.find((each) => isRoom(each) && contains(each, position));
  if (room === undefined) return failed('The position is in no room');
  scene.moveCharacter(char_index, { room: room.id, position });
  return DONE;
}

function contains({ bounding_box: { center, size } }: Room, [x, , z]: Position): boolean {
  return Math.abs(x - center[0]) <= size[0] / 2 && Math.abs(z - center[2]) <= size[2] / 2;
}

export type HttpAnswer = { readonly status: number; readonly reply: WireReply };

type Stage = ReturnType<typeof staged>;

const timeSchema = z.object({ hours: z.number(), minutes: z.number(), seconds: z.number() }).partial();
const physicsSchema = z.object({ gravity: z.number() });
const expandSchema = z.object({}).loose();
const ENVIRONMENTS = 50;

export class ServedSimulator {
  readonly #sources: readonly SceneSource[];
  readonly #keep: PictureKeeper | null;
  #stage: Stage;
  readonly #actions = new Map(Object.entries(this.#table()));

  /** Needs at least one source and loads the first. Without `keepPicture` nothing is recorded. */
  constructor(
    sources: readonly SceneSource[],
    { keepPicture = null }: { readonly keepPicture?: PictureKeeper | null } = {},
  ) {
    this.#sources = sources;
    this.#keep = keepPicture;
    this.#stage = staged(sources[0]!);
  }

  answer(body: string): HttpAnswer {
    if (body === '') return { status: 400, reply: wireReply('', failed('Request body is null or empty')) };
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
    const act = this.#actions.get(action ?? '') ?? (() => failed(`Unknown action ${(action ?? '').slice(0, 200)}`));
    return { status: 200, reply: wireReply(id, said(act, { ints: intParams ?? null, strings: stringParams ?? [] })) };
  }

  #table(): Record<string, (asked: Asked) => Said> {
    const stage = () => this.#stage;
    return {
      idle: () => DONE_EMPTY,
      // The original answers again after loading another scene, by then without an action; clients ignore it.
      clear: () => failed('Unknown action '),
      environment: ({ ints }) => this.#load(ints?.[0]),
      fast_reset: ({ ints }) => (ints === null || ints.length === 0 ? failed('') : this.#load(ints[0])),
      clear_procedural: () => DONE_EMPTY,
      procedural_generation: ({ ints }) => this.#generate(ints?.[0] ?? 0),
      environment_graph: () => ({ success: true, message: stage().scene.graphText() }),
      expand_scene: (asked) => this.#expand(asked),
      instance_colors: () => saidJson(coloursOf(stage().scene.graph())),
      add_character: (asked) => addCharacter(asked, stage()),
      move_character: (asked) => moveCharacter(asked, stage()),
      render_script: (asked) => renderScript(asked, stage(), this.#keep),
      check_script: (asked) => checkScript(asked, stage().scene),
      point_cloud: () => saidJson(pointClouds(stage().scene.graph())),
      camera_count: () => ({ success: true, value: stage().cameras.list().length }),
      camera_data: (asked) => stage().cameras.data(asked),
      // The client decodes the list even without a picture.
      camera_image: (asked) => ({ message_list: [], ...said((each) => stage().cameras.images(each), asked) }),
      add_camera: (asked) => stage().cameras.add(asked),
      update_camera: (asked) => stage().cameras.update(asked),
      character_cameras: () => saidJson(stage().cameras.names()),
      add_character_camera: (asked) => stage().cameras.addForCharacter(asked),
      update_character_camera: (asked) => stage().cameras.updateForCharacter(asked),
      observation: (asked) => stage().cameras.observation(asked),
      set_time: (asked) => checked(asked, timeSchema),
      activate_physics: (asked) => checked(asked, physicsSchema),
      remove_terrain: () => DONE_EMPTY,
    };
  }

  #load(environment: number = this.#stage.source.environment): Said {
    const source = this.#sources.find((each) => each.environment === environment);
    if (source === undefined) {
      const known = this.#sources.map((each) => `${each.environment} (${each.name})`).join(', ');
      const range = environment < 0 || environment >= ENVIRONMENTS ? '; VirtualHome has 0 to 49' : '';
      return failed(`There is no environment ${environment} here${range}; there are ${known}`);
    }
    this.#stage = staged(source);
    return DONE_EMPTY;
  }

  /** Picks a scene by seed; nothing is generated. */
  #generate(seed: number): Said {
    const count = this.#sources.length;
    this.#stage = staged(this.#sources[((seed % count) + count) % count]!);
    return DONE_EMPTY;
  }

  #expand(asked: Asked): Said {
    settings(asked, expandSchema);
    const [, graph] = asked.strings;
    if (graph === undefined) return failed('Error deserializing params: stringParams has no graph');
    if (firstTooDeep(graph) !== null) return failed(`Error deserializing params: more than ${NESTING_MAX} levels`);
    try {
      this.#stage.scene.replace(graph);
    } catch (error) {
      if (error instanceof JsonError) return failed(`Error processing input graph: ${error.message}`);
      throw error;
    }
    return { success: true, message: '{}' };
  }
}

/** Id → RGB, 0 to 1. */
function coloursOf({ nodes }: ReportedGraph): object {
  return Object.fromEntries(nodes.map(({ id }) => [id, instanceColour(id).map((part) => part / 255)]));
}

function staged(source: SceneSource) {
  const scene = new ServedScene(source.graph);
  return { source, scene, cameras: new Cameras(scene) };
}

function said(act: (asked: Asked) => Said, asked: Asked): Said {
  try {
    return act(asked);
  } catch (error) {
    if (error instanceof SettingsError) return failed(`Error deserializing params: ${error.message}`);
    throw error;
  }
}

/** Validates settings that have no effect in a symbolic world. */
function checked(asked: Asked, schema: z.ZodType): Said {
  settings(asked, schema);
  return DONE;
}

function invalid(problem: string): HttpAnswer {
  return { status: 400, reply: wireReply('', failed(`Invalid request format (${problem})`)) };
}
