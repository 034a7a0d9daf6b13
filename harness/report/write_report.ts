import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { temporaryPath, withPath } from '../../cassettes/disk/disk.ts';
import { pathSegment } from '../../cassettes/disk/path_segment.ts';
import { formatFileList, listOwnFiles } from '../io/own_folder.ts';
import type { Messages } from '../io/screen.ts';
import { ExchangeReader } from '../run/reading/trace_text.ts';
import { metricsOf } from '../trace/metrics/metrics.ts';
import type { Trace } from '../trace/trace.ts';
import { type EpisodePage, episodePage } from './episode_page.ts';
import { SceneLines } from './episode_sheet.ts';
import { type Overview, overviewPage } from './overview_page.ts';
import { episodeIndex, pairPage } from './pair_page.ts';
import { WorldReplayer } from './replayed_world.ts';
import { cellOf, episodePath, type ListedEpisode, type ReportedRun } from './reported_episode.ts';

type EpisodeEntry = Readonly<{ listed: ListedEpisode; trace: Trace; run: ReportedRun }>;

const PAGE_FILES = ['report.css', 'report.js', 'overview.js', 'episode.js', 'pair.js'];

export async function writeReport(
  out: string,
  { overview, runs }: Readonly<{ overview: Overview; runs: readonly ReportedRun[] }>,
  { messages, signal }: Readonly<{ messages: Messages; signal: AbortSignal }>,
): Promise<number> {
  const folder = new ReportFolder(out);
  const exchanges = new ExchangeReader();
  const worlds = new WorldReplayer();
  try {
    const all = listEpisodes(runs);
    const places = new Map(all.map((each, at) => [each, at]));
    const cells = Map.groupBy(all, ({ listed }) => cellOf(listed));
    let done = 0;
    for (const { path, members } of sceneGroups(all)) {
      const pages: EpisodePage[] = [];
      for (const member of members) {
        const { listed, trace, run } = member;
        signal.throwIfAborted();
        messages.progress(`${++done}/${all.length} ${listed.metrics.episode}`);
        const [read, world] = [await exchanges.read(trace, run.tapes), await worlds.replay(trace, run.suite)];
        const rivals = (cells.get(cellOf(listed)) ?? []).filter((each) => each !== member).map((each) => each.listed);
        const at = places.get(member) ?? 0;
        const [previous = null, next = null] = [all[at - 1]?.listed, all[at + 1]?.listed];
        const episode = { listed, trace, exchanges: read, world };
        pages.push(episodePage(episode, { previous, next, rivals }, path));
      }
      const lines = pages.map(({ sheet }) => sheet.lines());
      const scene = new SceneLines(path, lines);
      folder.write(`${path}.js`, scene.script());
      for (const [at, { page, script }] of pages.entries()) {
        folder.write(`${members[at]!.listed.path}.html`, page);
        folder.write(`${members[at]!.listed.path}.js`, script(scene));
      }
    }
    const episodes = all.map(({ listed }) => listed);
    folder.write('index.html', overviewPage(overview, episodes));
    folder.write('pair.html', pairPage());
    folder.write('episodes.js', episodeIndex(episodes));
    for (const { file, svg } of overview.figures) folder.write(file, svg);
    for (const file of PAGE_FILES) folder.write(file, readFileSync(join(import.meta.dirname, 'page', file), 'utf8'));
    folder.finish();
    return folder.files;
  } catch (error) {
    folder.abandon();
    throw error;
  } finally {
    await exchanges.close();
  }
}

function listEpisodes(runs: readonly ReportedRun[]): EpisodeEntry[] {
  return runs.flatMap((run) =>
    run.traces.map((trace) => {
      const listed = { path: episodePath(run.name, trace.header), run: run.name, metrics: metricsOf(trace) };
      return { listed, trace, run };
    }),
  );
}

/** Pages stay in memory until their shared lines are known. */
const GROUP_MAX = 200;

function sceneGroups(all: readonly EpisodeEntry[]) {
  const scenes = Map.groupBy(all, ({ listed: { metrics } }) =>
    ['scenes', metrics.suite, metrics.scene].map(pathSegment).join('/'),
  );
  return [...scenes].flatMap(([scene, members]) =>
    Array.from({ length: Math.ceil(members.length / GROUP_MAX) }, (_, at) => ({
      path: `${scene}/${at + 1}`,
      members: members.slice(at * GROUP_MAX, (at + 1) * GROUP_MAX),
    })),
  );
}

const LIST = 'tapedeck_report.json';

export class ReportFolder {
  readonly #folder: string;
  readonly #beside: string;
  readonly #new: string;
  readonly #files: string[] = [];

  constructor(folder: string) {
    this.#folder = existsSync(folder) ? realpathSync(folder) : resolve(folder);
    this.#beside = temporaryPath(this.#folder);
    this.#new = join(this.#beside, 'new');
    this.#refuseOtherFiles();
    this.abandon(); // left by a killed process
    mkdirSync(this.#new, { recursive: true });
  }

  get files(): number {
    return this.#files.length;
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.#new, path)), { recursive: true });
    this.#writeFile(path, text);
    this.#files.push(path);
  }

  finish(): void {
    this.#writeFile(LIST, formatFileList(this.#files));
    this.#refuseOtherFiles(); // a file may have appeared meanwhile
    if (existsSync(this.#folder)) renameSync(this.#folder, join(this.#beside, 'old'));
    renameSync(this.#new, this.#folder);
    this.abandon();
  }

  abandon(): void {
    rmSync(this.#beside, { recursive: true, force: true });
  }

  #writeFile(name: string, text: string): void {
    const path = join(this.#new, name);
    try {
      writeFileSync(path, text);
    } catch (error) {
      throw withPath(path, error);
    }
  }

  #refuseOtherFiles(): void {
    listOwnFiles({ folder: this.#folder, list: LIST, what: 'a report', option: '-o' });
  }
}
