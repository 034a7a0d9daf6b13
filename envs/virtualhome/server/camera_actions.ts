import { z } from 'zod';
import { isSeenCategory } from '../../household/scene/class_table.ts';
import { type Args, failure, jsonOutcome, type Outcome, readSettings, vectorSchema } from '../client.ts';
import { type Camera, CHARACTER_CAMERAS, describeCamera, hiddenThings, sceneCameras, viewOf } from './camera.ts';
import { PICTURE_MODES, type PictureFormat, type PictureMode, picture } from './picture.ts';
import type { ServedScene } from './served_scene.ts';

const INVALID = failure('Invalid parameters');
const CAMERAS_MAX = 1000;
const LIMIT_REACHED = failure(`The limit of ${CAMERAS_MAX} cameras is reached`);
const PER_REQUEST_MAX = 32;
const side = z.int().min(1).max(4096);

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

export class Cameras {
  readonly #scene: ServedScene;
  readonly #all: Camera[];
  readonly names = [...CHARACTER_CAMERAS];
  #characters = 0;
  #frames = 0;

  constructor(scene: ServedScene) {
    this.#scene = scene;
    this.#all = sceneCameras(scene.graph());
  }

  list(): readonly Camera[] {
    for (; this.#characters < this.#scene.characters; this.#characters++) {
      const character = this.#characters;
      this.#all.push(...this.names.map((name): Camera => ({ kind: 'character', name, character })));
    }
    return this.#all;
  }

  find(word: string, character: number): Camera | null {
    if (word === 'AUTO' || this.names.includes(word)) return { kind: 'character', name: word, character };
    return /^\d{1,4}$/.test(word) ? (this.list()[Number(word)] ?? null) : null;
  }

  nextFrame(): number {
    return this.#frames++;
  }

  describe({ ints }: Args): Outcome {
    const graph = this.#scene.graph();
    const cameras = this.#selected(ints);
    if (cameras === null) return INVALID;
    return jsonOutcome(cameras.map((camera, at) => describeCamera(camera, ints![at]!, graph)));
  }

  takeImages(args: Args): Outcome {
    const cameras = this.#selected(args.ints);
    if (cameras === null) return INVALID;
    const { mode, image_width: width, image_height: height } = readSettings(args, imageSchema);
    const checkedMode = pictureMode(mode ?? 'normal');
    if (checkedMode === null) return failure('The current camera mode does not exist');
    const pictures = cameras.map((camera) => this.draw(camera, { mode: checkedMode, width, height }));
    return { success: true, message_list: pictures.map((png) => Buffer.from(png).toString('base64')) };
  }

  draw(camera: Camera, format: PictureFormat): Uint8Array {
    const graph = this.#scene.graph();
    return picture(graph, viewOf(camera, graph), format);
  }

  observe({ ints }: Args): Outcome {
    const camera = this.#selected(ints)?.[0];
    if (camera === undefined) return INVALID;
    const graph = this.#scene.graph();
    const view = viewOf(camera, graph);
    const hidden = hiddenThings(graph);
    const visible = graph.nodes.filter(({ id, category, class_name, bounding_box }) => {
      const [x, , z] = bounding_box.center;
      const isInView = Math.abs(x - view.x) <= view.half && Math.abs(z - view.z) <= view.half;
      return isInView && !hidden.has(id) && (isSeenCategory(category) || class_name === 'character');
    });
    return jsonOutcome(Object.fromEntries(visible.map((node) => [node.id, node.class_name])));
  }

  add(args: Args): Outcome {
    const camera = fixedCamera(args);
    const { length } = this.list();
    if (length >= CAMERAS_MAX) return LIMIT_REACHED;
    this.#all.push(camera);
    return { success: true, message: `New camera created. Id:${length}` };
  }

  update(args: Args): Outcome {
    const camera = fixedCamera(args);
    const index = args.ints?.[0] ?? -1;
    const { length } = this.list();
    if (this.#all[index] === undefined) {
      return failure(`The camera index is not valid, there are only ${length} cameras`);
    }
    this.#all[index] = camera;
    return { success: true, message: 'Camera updated' };
  }

  addForCharacter(args: Args): Outcome {
    const { camera_name: name } = readSettings(args, namedSchema);
    if (this.#scene.characters > 0)
      return failure('Error: you should add these cameras before defining the characters');
    if (this.names.includes(name)) return failure('Error: a camera with this name already exists');
    if (this.names.length >= CAMERAS_MAX) return LIMIT_REACHED;
    this.names.push(name);
    return { success: true, message: `New camera defined with name: ${name}` };
  }

  updateForCharacter(args: Args): Outcome {
    const { camera_name: name } = readSettings(args, namedSchema);
    if (!this.names.includes(name)) return failure('Error: camera does not exist.');
    return { success: true, message: 'Camera successfully updated.' };
  }

  #selected(ints: readonly number[] | null): Camera[] | null {
    const all = this.list();
    if (ints === null || ints.length > PER_REQUEST_MAX) return null;
    const cameras = ints.flatMap((at) => all[at] ?? []);
    return cameras.length === ints.length ? cameras : null;
  }
}

function fixedCamera(args: Args): Camera {
  const { position, field_view: fieldOfView } = readSettings(args, cameraSchema);
  return { kind: 'fixed', position, fieldOfView };
}

export function pictureMode(word: string): PictureMode | null {
  return PICTURE_MODES.find((mode) => mode === word.toLowerCase()) ?? null;
}
