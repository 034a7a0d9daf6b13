/**
 * `render_script`: carries out a script, with a picture after each line where they are wanted.
 *
 * @module
 */
import { z } from 'zod';
import { ScriptLineError } from '../../household/virtualhome/script_line.ts';
import { type Cameras, pictureMode } from './camera_actions.ts';
import type { PictureFormat } from './picture.ts';
import { type Asked, failed, type Said, settings } from './said.ts';
import { readScript, ScriptError } from './script.ts';
import type { ServedScene } from './served_scene.ts';

/** What is left out is as in the simulator, not as in its Python client, which always says all of it. */
const configSchema = z.object({
  find_solution: z.boolean().default(true),
  skip_execution: z.boolean().default(false),
  recording: z.boolean().default(false),
  file_name_prefix: z.string().default('script'),
  image_synthesis: z.array(z.string()).max(10).default(['normal']),
  image_width: z.int().min(1).max(4096).default(640),
  image_height: z.int().min(1).max(4096).default(480),
});

/** Takes pictures by names such as `script/0/Action_0000_0_normal.png`. */
export type PictureKeeper = (file: string, png: Uint8Array) => void;

const LINES_MAX = 10_000;
/** A picture takes milliseconds; a request is answered before the next is. */
const RECORDED_LINES_MAX = 100;

export function renderScript(
  asked: Asked,
  { scene, cameras }: { readonly scene: ServedScene; readonly cameras: Cameras },
  keep: PictureKeeper | null,
): Said {
  if (!scene.hasCharacter) return failed('No character added yet!');
  const config = settings(asked, configSchema);
  const [, ...lines] = asked.strings;
  if (lines.length > LINES_MAX) return failed(`Error parsing script: it has more than ${LINES_MAX} lines`);
  const formats = config.recording ? formatsOf(config) : [];
  if (typeof formats === 'string') return agentSaid(`Recorder 0: ${formats}\n`);
  if (config.recording && keep === null) {
    return agentSaid('Recorder 0: this server keeps no pictures; start it with --pictures FOLDER\n');
  }
  if (config.recording && lines.length > RECORDED_LINES_MAX) {
    return agentSaid(`Recorder 0: at most ${RECORDED_LINES_MAX} lines are recorded at a time\n`);
  }
  try {
    const script = readScript(lines);
    // As in the original, which then reports successes that are none.
    if (config.skip_execution) return agentSaid(null);
    const folder = `${/^[\w-]{1,100}$/.exec(config.file_name_prefix)?.[0] ?? 'script'}/0`;
    let frame = 0;
    const problem = scene.run(script, { findSolution: config.find_solution }, () => {
      const number = String(frame++).padStart(4, '0');
      for (const format of formats) keep?.(`${folder}/Action_${number}_0_${format.mode}.png`, cameras.follow(format));
    });
    if (problem === null) return agentSaid(null);
    return agentSaid(`ScriptExcutor 0: ${problem}\nEXECUTION_GENERAL: Script is impossible to execute\n\n`);
  } catch (error) {
    if (error instanceof ScriptError || error instanceof ScriptLineError) {
      return failed(`Error parsing script: ${error.message}`);
    }
    throw error;
  }
}

function formatsOf(config: z.infer<typeof configSchema>): PictureFormat[] | string {
  const formats: PictureFormat[] = [];
  for (const word of config.image_synthesis) {
    const mode = pictureMode(word);
    if (mode === null) return `no pictures of mode ${JSON.stringify(word.slice(0, 50))} are taken here`;
    formats.push({ mode, width: config.image_width, height: config.image_height });
  }
  return formats;
}

/** What became of the first character's part; null for all that was asked. */
function agentSaid(problem: string | null): Said {
  return { success: problem === null, message: JSON.stringify({ 0: { message: problem ?? 'Success' } }) };
}
