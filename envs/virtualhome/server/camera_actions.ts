import { z } from 'zod';
import { isSeenCategory } from '../../household/scene/class_table.ts';
import { type Asked, failed, type Said, saidJson, settings, vectorSchema } from '../wire.ts';
import { type Camera, CHARACTER_CAMERAS, cameraData, hiddenThings, sceneCameras, viewOf } from './camera.ts';
import { PICTURE_MODES, type PictureFormat, type PictureMode, picture } from './picture.ts';
import type { ServedScene } from './served_scene.ts';

const CAMERAS_MAX = 1000;
const AT_ONCE_MAX = 32;
const SIDE_MAX = 4096;
const side = z.int().min(1).max(SIDE_MAX);

const imageSchema = z.object({
  mode: z.string().nullish(),
  image_width: side.default(640),
  image_height: side.default(480),
});

const cameraSchema = z.object({
  position: vectorSchema,
  rotation: vectorSchema.optional(),
  field_view: z.number().min(1).max(179).default(40),
});

const namedSchema = z.object({ camera_name: z.string().min(1).max(200) });

/** Numbering: the scene's cameras, then added ones and characters' in order of arrival. */
export class Cameras {
  readonly #scene: ServedScene;
  readonly #all: Camera[];
  readonly #names = [...CHARACTER_CAMERAS];
  #characters = 0;
  #frames = 0;

  constructor(scene: ServedScene) {
    this.#scene = scene;
    this.#all = sceneCameras(scene.graph());
  }

  list(): readonly Camera[] {
    for (; this.#characters < this.#scene.characters; this.#characters++) {
      const character = this.#characters;
      this.#all.push(...this.#names.map((name): Camera => ({ kind: 'character', name, character })));
    }
    return this.#all;
  }

  /** A script's word is a number, a name, or `AUTO`, the camera above that character. */
  called(word: string, character: number): Camera | null {
    if (word === 'AUTO' || this.#names.includes(word)) return { kind: 'character', name: word, character };
    return /^\d{1,4}$/.test(word) ? (this.list()[Number(word)] ?? null) : null;
  }

  /** Counts from the scene's load. */
  nextFrame(): number {
    return this.#frames++;
  }

  names(): readonly string[] {
    return this.#names;
  }

  data({ ints }: Asked): Said {
    const graph = this.#scene.graph();
    const chosen = this.#chosen(ints);
    if (chosen === null) return failed('Invalid parameters');
    return saidJson(chosen.map((camera, at) => cameraData(camera, ints![at]!, graph)));
  }

  images(asked: Asked): Said {
    const chosen = this.#chosen(asked.ints);
    if (chosen === null) return failed('Invalid parameters');
    const { mode, image_width: width, image_height: height } = settings(asked, imageSchema);
    const known = pictureMode(mode ?? 'normal');
    if (known === null) return failed('The current camera mode does not exist');
    const graph = this.#scene.graph();
    const pictures = chosen.map((camera) => picture(graph, viewOf(camera, graph), { mode: known, width, height }));
    return { success: true, message_list: pictures.map((png) => Buffer.from(png).toString('base64')) };
  }

  shot(camera: Camera, format: PictureFormat): Uint8Array {
    const graph = this.#scene.graph();
    return picture(graph, viewOf(camera, graph), format);
  }

  observation({ ints }: Asked): Said {
    const camera = this.#chosen(ints)?.[0];
    if (camera === undefined) return failed('Invalid parameters');
    const graph = this.#scene.graph();
    const { x, z: middle, half } = viewOf(camera, graph);
    const hidden = hiddenThings(graph);
    const shown = graph.nodes.filter(({ id, category, class_name, bounding_box }) => {
      const [cx, , cz] = bounding_box.center;
      const isInView = Math.abs(cx - x) <= half && Math.abs(cz - middle) <= half;
      return isInView && !hidden.has(id) && (isSeenCategory(category) || class_name === 'character');
    });
    return saidJson(Object.fromEntries(shown.map((node) => [node.id, node.class_name])));
  }

  add(asked: Asked): Said {
    const { position, field_view } = settings(asked, cameraSchema);
    const { length } = this.list();
    if (length >= CAMERAS_MAX) return failed(`There are ${CAMERAS_MAX} cameras already`);
    this.#all.push({ kind: 'fixed', position, fieldOfView: field_view });
    return { success: true, message: `New camera created. Id:${length}` };
  }

  update(asked: Asked): Said {
    const { position, field_view } = settings(asked, cameraSchema);
    const index = asked.ints?.[0] ?? -1;
    const { length } = this.list();
    if (this.#all[index] === undefined) {
      return failed(`The camera index is not valid, there are only ${length} cameras`);
    }
    this.#all[index] = { kind: 'fixed', position, fieldOfView: field_view };
    return { success: true, message: 'Camera updated' };
  }

  addForCharacter(asked: Asked): Said {
    const { camera_name: name } = settings(asked, namedSchema);
    if (this.#scene.characters > 0) return failed('Error: you should add these cameras before defining the characters');
    if (this.#names.includes(name)) return failed('Error: a camera with this name already exists');
    if (this.#names.length >= CAMERAS_MAX) return failed(`There are ${CAMERAS_MAX} cameras already`);
    this.#names.push(name);
    return { success: true, message: `New camera defined with name: ${name}` };
  }

  updateForCharacter(asked: Asked): Said {
    const { camera_name: name } = settings(asked, namedSchema);
    if (!this.#names.includes(name)) return failed('Error: camera does not exist.');
    return { success: true, message: 'Camera successfully updated.' };
  }

  #chosen(ints: readonly number[] | null): Camera[] | null {
    const all = this.list();
    if (ints === null || ints.length > AT_ONCE_MAX) return null;
    const chosen = ints.flatMap((at) => all[at] ?? []);
    return chosen.length === ints.length ? chosen : null;
  }
}

/** Null for undrawable modes, such as `albedo`. */
export function pictureMode(word: string): PictureMode | null {
  return PICTURE_MODES.find((mode) => mode === word.toLowerCase()) ?? null;
}
