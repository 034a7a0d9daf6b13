import { z } from 'zod';
import type { EnvCallOptions } from '../env.ts';
import { excerpt } from '../quoted.ts';
import { type SimulatorError, unusable } from '../simulator_error.ts';
import type { SimulatorMessage, VirtualHomeClient } from './client.ts';
import { parsedJson, type WireReply } from './wire.ts';

/** No pictures, no animation, and objects by id. */
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

  /** Reloads the current environment if null; adds the character to a room of this class. */
  async load(environment: number | null, room: string, call?: EnvCallOptions): Promise<void> {
    const intParams = environment === null ? [] : [environment];
    // Unity reports an unknown action here: it forgets the action while it loads the next scene.
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

  async graph(call?: EnvCallOptions): Promise<string> {
    const { message } = await this.#done({ action: 'environment_graph' }, call);
    return message ?? '';
  }

  /** Runs one line for the first character; returns the simulator's message on failure, else null. */
  async run(line: string, call?: EnvCallOptions): Promise<string | null> {
    const stringParams = [SCRIPT_CONFIG, `<char0> ${line}`];
    const { success, message } = await this.#client.send({ action: 'render_script', stringParams }, call?.signal);
    const agents = agentsSchema.safeParse(parsedJson(message ?? ''));
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
    return unusable(this.#client.name, `"${action}" failed: ${said}`);
  }
}
