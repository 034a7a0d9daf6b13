import type { Address, Entry } from '../../cassettes/format/entry.ts';
import { LayeredTape } from '../../cassettes/reading/layered_tape.ts';
import { requestKey } from '../../cassettes/wire/exchange.ts';
import { startRecording, type TapeRecording } from '../../cassettes/writing/open_for_writing.ts';
import { invalid } from '../io/errors/failure.ts';
import { PLACES } from '../io/places.ts';
import { answeringAt } from '../run/tapes/live_client.ts';
import { inCassette } from '../run/tapes/tape_layers.ts';
import type { ServedProviders } from './providers.ts';
import type { KeptAnswer, SweepEngine } from './sweep_engine.ts';
import type { SweepCell } from './sweep_plan.ts';

const BATCH_MAX = 200;

type SweepTapesOptions = Readonly<{
  served: ServedProviders;
  nowMs: number;
  layers: readonly string[];
  isWritten: boolean;
}>;

type OpenTape = Readonly<{ tape: LayeredTape; recording: TapeRecording | null }>;

export class SweepTapes {
  readonly cells: ReadonlyMap<string, SweepCell>;
  readonly #open = new Map<string, OpenTape>();

  private constructor(cells: readonly SweepCell[]) {
    this.cells = new Map(cells.map((cell) => [cell.id, cell]));
  }

  static async open(cells: readonly SweepCell[], options: SweepTapesOptions): Promise<SweepTapes> {
    const tapes = new SweepTapes(cells);
    try {
      for (const cell of cells) if (!tapes.#open.has(keyOf(cell))) await tapes.#add(cell, options);
      return tapes;
    } catch (error) {
      await tapes.finish();
      throw error;
    }
  }

  async #add(cell: SweepCell, { layers, isWritten, served, nowMs }: SweepTapesOptions): Promise<void> {
    const name = { ...inCassette(layers), suite: cell.suite, model: cell.model };
    const url = served.get(cell.swept.provider)?.url;
    const provenance = url === undefined ? {} : { provenance: answeringAt(url, nowMs) };
    const recording = isWritten ? await startRecording(name, provenance) : null;
    try {
      this.#open.set(keyOf(cell), { tape: await LayeredTape.open(name), recording });
    } catch (error) {
      await recording?.finish();
      throw error;
    }
  }

  async find(cell: SweepCell, address: Address): Promise<Entry | null> {
    return this.#tapeOf(cell).tape.find(address);
  }

  /** Omits the shipped tapes, which all workers have. */
  async entriesOf(cell: SweepCell): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const layer of this.#tapeOf(cell).tape.layers) {
      if (layer.name.tapesDir === PLACES.tapes) continue;
      for await (const address of layer.addressesOf(cell.task)) {
        const entry = address.trial === cell.trial ? await layer.find(address) : null;
        if (entry !== null) entries.push(entry);
      }
    }
    return entries;
  }

  async collect(engine: SweepEngine): Promise<void> {
    while (true) {
      const answers = await engine.listUncollected(BATCH_MAX);
      for (const [{ recording }, group] of Map.groupBy(answers, (answer) => this.#tapeOf(this.#cellOf(answer)))) {
        if (recording === null) throw new Error('The tapes are open for reading only');
        recording.journal.append(group.map((answer) => answer.recording));
      }
      await engine.markCollected(answers);
      if (answers.length < BATCH_MAX) return;
    }
  }

  /** If a tape fails, its journal keeps the answers, and the other tapes are stored. */
  async finish(): Promise<{ readonly recorded: number }> {
    let recorded = 0;
    const failures: unknown[] = [];
    for (const { tape, recording } of this.#open.values()) {
      try {
        recorded += (await recording?.finish())?.recorded ?? 0;
      } catch (error) {
        failures.push(error);
      } finally {
        await tape.close();
      }
    }
    this.#open.clear();
    if (failures.length > 0) throw failures[0];
    return { recorded };
  }

  #tapeOf(cell: SweepCell): OpenTape {
    return this.#open.get(keyOf(cell))!;
  }

  #cellOf({ cell: id, recording: { entry, request } }: KeptAnswer): SweepCell {
    const cell = this.cells.get(id);
    if (cell?.task === entry.task && cell.trial === entry.trial && requestKey(request) === entry.key) return cell;
    throw invalid(
      `The queue contains an answer to task "${entry.task}", trial ${entry.trial}, in cell "${id}", which is not part of this sweep, so another program writes to the queue. Make the queue private, cancel the sweep and start it again`,
    );
  }
}

function keyOf({ suite, model }: SweepCell): string {
  return JSON.stringify([suite, model]);
}
