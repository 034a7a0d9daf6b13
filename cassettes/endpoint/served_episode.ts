/**
 * Which episode a request belongs to: said in a header, or in the text of the API key, which no client keeps to itself here.
 *
 * `household/house_1/make_toast/1` is suite, scene, task and trial; a planner may stand before the trial, as in the name of a trace, and a label
 * behind it (`#…`) tells one playing of the episode from another.
 */
import { addressSchema } from '../format/address.ts';
import { EndpointError } from './endpoint_error.ts';

export type ServedEpisode = {
  /** As it was said, and by which its calls are counted. */
  readonly name: string;
  readonly suite: string;
  /** `scene/name`. */
  readonly task: string;
  /** For messages and batch files. */
  readonly planner: string;
  readonly trial: number;
};

const HEADER = 'x-tapedeck-episode';
const KEY = /^bearer +tapedeck:(\S+)$/i;
const NAME_LENGTH_MAX = 600;
const EXPECTED = '"suite/scene/task/trial", such as "household/house_1/make_toast/1"';

/** Throws an `EndpointError` where no episode is named. */
export function servedEpisode(headers: Readonly<Record<string, string | string[] | undefined>>): ServedEpisode {
  const { [HEADER]: header, authorization } = headers;
  const name = typeof header === 'string' ? header.trim() : KEY.exec(String(authorization ?? ''))?.[1];
  if (name !== undefined) return readServedEpisode(name);
  throw new EndpointError(
    400,
    'no_episode',
    `Which episode asks? Say it in the header "X-Tapedeck-Episode: …", or set the API key to "tapedeck:…"; expected ${EXPECTED}`,
  );
}

/** Reads a name. Throws an `EndpointError` on one that is none. */
export function readServedEpisode(name: string): ServedEpisode {
  const [, suite, scene, task, planner, trial] =
    name.length > NAME_LENGTH_MAX
      ? []
      : (/^([^/#]+)\/([^/#]+)\/([^/#]+)(?:\/([^#]+))?\/([1-9]\d{0,8})(?:#.*)?$/s.exec(name) ?? []);
  const address = addressSchema.pick({ task: true }).safeParse({ task: `${scene}/${task}` });
  if (suite === undefined || trial === undefined || !address.success) {
    throw new EndpointError(
      400,
      'no_episode',
      `No episode is called ${JSON.stringify(name.slice(0, NAME_LENGTH_MAX))}; expected ${EXPECTED}`,
    );
  }
  return { name, suite, ...address.data, planner: planner ?? 'openai', trial: Number(trial) };
}
