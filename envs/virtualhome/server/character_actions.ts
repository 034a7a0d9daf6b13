/** What the server does with characters: they come into the scene, and are set down elsewhere. */
import { z } from 'zod';
import type { Position } from './played_graph.ts';
import { type Asked, DONE, failed, type Said, settings, vectorSchema } from './said.ts';
import { CHARACTERS_MAX, type ReportedGraph, type ServedScene } from './served_scene.ts';

const characterSchema = z.object({
  character_resource: z.string().max(200).default('Chars/Male1'),
  mode: z.string().default('random'),
  character_position: vectorSchema.optional(),
  initial_room: z.string().nullish(),
});

const moveSchema = z.object({ char_index: z.int(), character_position: vectorSchema });

type Room = ReportedGraph['nodes'][number];

export class CharacterActions {
  readonly #scene: ServedScene;
  readonly #start: number;

  /** `start`: the id of the room in which the first character appears where nothing else is said; the original draws one. */
  constructor(scene: ServedScene, start: number) {
    this.#scene = scene;
    this.#start = start;
  }

  add(asked: Asked): Said {
    const { character_resource: resource, mode, character_position, initial_room } = settings(asked, characterSchema);
    if (this.#scene.characters >= CHARACTERS_MAX) return failed(`There are ${CHARACTERS_MAX} characters already`);
    const { nodes, edges } = this.#scene.graph();
    const rooms = nodes.filter(({ category }) => category === 'Rooms');
    // At random is beside the first, as in the original.
    const first = nodes.find(({ class_name }) => class_name === 'character');
    const isFirstIn = ({ id }: Room) =>
      edges.some((edge) => edge.from_id === first?.id && edge.relation_type === 'INSIDE' && edge.to_id === id);
    const isAsked = ({ class_name }: Room) => class_name === initial_room;
    const place = mode === 'fix_position' ? character_position : undefined;
    const room =
      mode === 'fix_position'
        ? rooms.find((each) => place !== undefined && contains(each, place))
        : mode === 'fix_room'
          ? rooms.find(isAsked)
          : (rooms.find((each) => (first === undefined ? each.id === this.#start : isFirstIn(each))) ?? rooms[0]);
    if (room === undefined) return failed(`No room is there for a character: ${JSON.stringify(mode.slice(0, 40))}`);
    this.#scene.addCharacter({ room: room.id, position: place ?? middleOf(room), resource });
    return DONE;
  }

  move(asked: Asked): Said {
    const { char_index, character_position: position } = settings(asked, moveSchema);
    if (char_index < 0 || char_index >= this.#scene.characters) return failed(`There is no character ${char_index}`);
    const room = this.#rooms().find((each) => contains(each, position));
    if (room === undefined) return failed('The position is in no room');
    this.#scene.moveCharacter(char_index, { room: room.id, position });
    return DONE;
  }

  #rooms(): Room[] {
    return this.#scene.graph().nodes.filter(({ category }) => category === 'Rooms');
  }
}

/** Seen from above. */
function contains({ bounding_box }: Room, [x, , z]: Position): boolean {
  const [cx, , cz] = bounding_box?.center ?? [0, 0, 0];
  const [width, , depth] = bounding_box?.size ?? [0, 0, 0];
  return Math.abs(x - cx) <= width / 2 && Math.abs(z - cz) <= depth / 2;
}

function middleOf({ bounding_box }: Room): Position {
  const [x, , z] = bounding_box?.center ?? [0, 0, 0];
  return [x, 0, z];
}
