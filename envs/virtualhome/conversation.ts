/** What the env says to a simulator, and what it takes from the answers. */
import { z } from 'zod';
import type { EnvCallOptions } from '../env.ts';
import { excerpt } from '../quoted.ts';
import { SimulatorError } from '../simulator_error.ts';
import type { SimulatorMessage, VirtualHomeClient } from './client.ts';
import type { WireReply } from './wire.ts';

/** As a planner wants it: no pictures, no animation, and the things that the ids say. */
const SCRIPT_CONFIG = JSON.stringify({
  randomize_execution: false,
  random_seed: -1,
  processing_time_limit: 10,
  skip_execution: false,
  output_folder: 'Output/',
  file_name_prefix: 'script',
  frame_rate: 5,
  image_synthesis: [],
  find_solution: false,
  save_pose_data: false,
  save_scene_states: false,
  camera_mode: ['AUTO'],
  recording: false,
  image_width: 640,
  image_height: 480,
  time_scale: 1,
  skip_animation: true,
});

const agentsSchema = z.object({ 0: z.object({ message: z.string() }) });
const WORDS_MAX = 300;

export class Conversation {
  readonly #client: VirtualHomeClient;

  constructor(client: VirtualHomeClient) {
    this.#client = client;
  }

  /** Loads an environment, or the one that is there anew, and puts a character into a room of a class. */
  async load(environment: number | null, room: string, call?: EnvCallOptions): Promise<void> {
    const intParams = environment === null ? [] : [environment];
    // Unity says of it that there is no such action, having forgotten which it was when the next scene is there.
    await this.#client.send({ action: 'clear', intParams }, call?.signal);
    await this.#done({ action: 'environment', intParams }, call);
    const character = {
      character_resource: 'Chars/Male1',
      mode: 'fix_room',
      character_position: { x: 0, y: 0, z: 0 },
      initial_room: room,
    };
    await this.#done({ action: 'add_character', stringParams: [JSON.stringify(character)] }, call);
  }

  /** The scene graph as text. */
  async graph(call?: EnvCallOptions): Promise<string> {
    const { message } = await this.#done({ action: 'environment_graph' }, call);
    return message ?? '';
  }

  /** Carries out one script line of the first character; what the simulator says where that failed, else null. */
  async run(line: string, call?: EnvCallOptions): Promise<string | null> {
    const stringParams = [SCRIPT_CONFIG, `<char0> ${line}`];
    const { success, message } = await this.#client.send({ action: 'render_script', stringParams }, call?.signal);
    const agents = agentsSchema.safeParse(parsed(message ?? ''));
    if (agents.success) {
      const said = agents.data[0].message;
      return success && said === 'Success' ? null : said;
    }
    throw this.#unforeseen('render_script', message);
  }

  async #done(message: SimulatorMessage, call: EnvCallOptions | undefined): Promise<WireReply> {
    const reply = await this.#client.send(message, call?.signal);
    if (reply.success) return reply;
    throw this.#unforeseen(message.action, reply.message);
  }

  #unforeseen(action: string, words: string | null): SimulatorError {
    const said = words === null || words === '' ? 'it says no more' : excerpt(words, WORDS_MAX);
    return new SimulatorError(`Cannot use ${this.#client.name}: "${action}" failed: ${said}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
