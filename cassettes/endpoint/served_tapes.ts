import type { Cassette } from '../cassette/cassette.ts';
import type { EpisodeCalls } from '../cassette/episode_llm.ts';
import { addressSchema } from '../format/entry.ts';
import type { TapeLayers } from '../format/tape_files.ts';
import { knownLayeredTapes } from '../reading/known_tapes.ts';
import { EndpointError } from './bounded_server.ts';

/** `name` is `suite/scene/task[/planner]/trial[#label]`. */
export type ServedEpisode = Readonly<{ name: string; suite: string; task: string; planner: string; trial: number }>;

const HEADER = 'x-tapedeck-episode';
const KEY = /^bearer +tapedeck:(\S+)$/i;
const EPISODE = /^([^/#]+)\/([^/#]+)\/([^/#]+)(?:\/([^#]+))?\/([1-9]\d{0,8})(?:#.*)?$/s;
const NAME_LENGTH_MAX = 600;
const EXPECTED = '"suite/scene/task/trial", such as "household/house_1/make_toast/1"';

/** The API key is not secret here. */
export function servedEpisode(headers: Readonly<Record<string, string | string[] | undefined>>): ServedEpisode {
  const { [HEADER]: header, authorization } = headers;
  const name = typeof header === 'string' ? header.trim() : KEY.exec(String(authorization ?? ''))?.[1];
  if (name !== undefined) return readServedEpisode(name);
  const problem =
    'The request names no episode; add a header "X-Tapedeck-Episode: …", or set the API key to "tapedeck:…"';
  throw new EndpointError(400, 'no_episode', `${problem}; expected ${EXPECTED}`);
}

export function readServedEpisode(name: string): ServedEpisode {
  const parts = name.length > NAME_LENGTH_MAX ? null : EPISODE.exec(name);
  const [, suite, scene, task, planner = 'openai', trial] = parts ?? [];
  const address = addressSchema.pick({ task: true }).safeParse({ task: `${scene}/${task}` });
  if (suite === undefined || trial === undefined || !address.success) {
    const problem = `${JSON.stringify(name.slice(0, NAME_LENGTH_MAX))} is not the name of an episode`;
    throw new EndpointError(400, 'no_episode', `${problem}; expected ${EXPECTED}`);
  }
  return { name, suite, ...address.data, planner, trial: Number(trial) };
}

export type ServedTapesOptions = TapeLayers &
  Readonly<{
    open: (tape: Readonly<{ suite: string; model: string }>) => Promise<Cassette>;
    mayBeginTapes: boolean;
    episodesMax?: number;
  }>;

const EPISODES_MAX = 10_000;
const TAPES_MAX = 64;

export class ServedTapes {
  readonly #options: ServedTapesOptions;
  readonly #cassettes = new Map<string, Promise<Cassette>>();
  readonly #episodes = new Map<string, Map<string, Promise<EpisodeCalls>>>();

  constructor(options: ServedTapesOptions) {
    this.#options = options;
  }

  models(suite?: string): readonly string[] {
    const tapes = knownLayeredTapes(this.#options).filter((tape) => suite === undefined || tape.suite === suite);
    return [...new Set(tapes.map(({ model }) => model))].toSorted();
  }

  async episode(episode: ServedEpisode, model: string): Promise<EpisodeCalls> {
    const { name, suite } = episode;
    const { episodesMax = EPISODES_MAX } = this.#options;
    const calls = this.#episodes.get(name) ?? new Map<string, Promise<EpisodeCalls>>();
    if (!this.#episodes.has(name) && this.#episodes.size >= episodesMax) {
      const remedy = 'restart one with POST /tapedeck/episodes/NAME, or restart the server';
      throw new EndpointError(400, 'too_many_episodes', `The limit of ${episodesMax} episodes is reached; ${remedy}`);
    }
    this.#episodes.set(name, calls);
    return openOnce(calls, model, async () => {
      const id = JSON.stringify([suite, model]);
      const cassette = await openOnce(this.#cassettes, id, () => this.#open(suite, model));
      return cassette.calls(episode);
    });
  }

  restart(name: string): boolean {
    return this.#episodes.delete(name);
  }

  async finish(): Promise<{ readonly recorded: number }> {
    const opened = await Promise.allSettled(this.#cassettes.values());
    const cassettes = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const finishing = cassettes.map((cassette) => cassette.finish());
    await Promise.allSettled(finishing);
    const finished = await Promise.all(finishing);
    return { recorded: finished.reduce((sum, { recorded }) => sum + recorded, 0) };
  }

  async #open(suite: string, model: string): Promise<Cassette> {
    const known = knownLayeredTapes(this.#options);
    if (!this.#options.mayBeginTapes && !known.some((tape) => tape.suite === suite && tape.model === model)) {
      const list = known.map((tape) => `${tape.suite} × ${tape.model}`).join(', ') || 'none';
      const name = `suite ${JSON.stringify(suite)} and model ${JSON.stringify(model)}`;
      throw new EndpointError(404, 'no_tape', `There is no tape of ${name}; known: ${list}`);
    }
    if (this.#cassettes.size >= TAPES_MAX) {
      const problem = `The limit of ${TAPES_MAX} open tapes is reached; restart the server`;
      throw new EndpointError(400, 'too_many_tapes', problem);
    }
    return this.#options.open({ suite, model });
  }
}

function openOnce<T>(opened: Map<string, Promise<T>>, id: string, open: () => Promise<T>): Promise<T> {
  const known = opened.get(id);
  if (known !== undefined) return known;
  const opening = open();
  opened.set(id, opening);
  opening.catch(() => opened.delete(id));
  return opening;
}
