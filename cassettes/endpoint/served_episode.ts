import { addressSchema } from '../format/entry.ts';
import { EndpointError } from './endpoint_error.ts';

/** By the name `suite/scene/task/trial`; a planner may stand before the trial, and a label (`#…`) at the end. */
export type ServedEpisode = {
  readonly name: string;
  readonly suite: string;
  readonly task: string;
  readonly planner: string;
  readonly trial: number;
};

const HEADER = 'x-tapedeck-episode';
const KEY = /^bearer +tapedeck:(\S+)$/i;
const EPISODE = /^([^/#]+)\/([^/#]+)\/([^/#]+)(?:\/([^#]+))?\/([1-9]\d{0,8})(?:#.*)?$/s;
const NAME_LENGTH_MAX = 600;
const EXPECTED = '"suite/scene/task/trial", such as "household/house_1/make_toast/1"';

/** From a header, or from the API key, which is no secret here. Throws an `EndpointError`. */
export function servedEpisode(headers: Readonly<Record<string, string | string[] | undefined>>): ServedEpisode {
  const { [HEADER]: header, authorization } = headers;
  const name = typeof header === 'string' ? header.trim() : KEY.exec(String(authorization ?? ''))?.[1];
  if (name !== undefined) return readServedEpisode(name);
  const remedy =
    'Which episode asks? Name it in the header "X-Tapedeck-Episode: …", or set the API key to "tapedeck:…"';
  throw new EndpointError(400, 'no_episode', `${remedy}; expected ${EXPECTED}`);
}

export function readServedEpisode(name: string): ServedEpisode {
  const parts = name.length > NAME_LENGTH_MAX ? null : EPISODE.exec(name);
  const [, suite, scene, task, planner = 'openai', trial] = parts ?? [];
  const address = addressSchema.pick({ task: true }).safeParse({ task: `${scene}/${task}` });
  if (suite === undefined || trial === undefined || !address.success) {
    const problem = `No episode is called ${JSON.stringify(name.slice(0, NAME_LENGTH_MAX))}; expected ${EXPECTED}`;
    throw new EndpointError(400, 'no_episode', problem);
  }
  return { name, suite, ...address.data, planner, trial: Number(trial) };
}
