import type { Address, Entry } from '../format/entry.ts';
import type { StoredRequest } from '../format/replies_file.ts';
import type { LayeredName, TapeName } from '../format/tape_files.ts';
import { openTape, type Tape, type TapeReader } from './tape.ts';

/** Higher layers shadow lower ones; any damage is an error. */
export class LayeredTape implements TapeReader {
  readonly name: TapeName;
  readonly layers: readonly Tape[];

  private constructor(name: TapeName, layers: readonly Tape[]) {
    this.name = name;
    this.layers = layers;
  }

  static async open({ below = [], ...name }: LayeredName): Promise<LayeredTape> {
    const layers: Tape[] = [];
    try {
      for (const tapesDir of [name.tapesDir, ...below]) layers.push(await openTape({ ...name, tapesDir }));
    } catch (error) {
      for (const layer of layers) await layer.close();
      throw error;
    }
    return new LayeredTape(name, layers);
  }

  get folders(): readonly string[] {
    return this.layers.flatMap(({ folders }) => folders);
  }

  tasks(): ReadonlySet<string> {
    return new Set(this.layers.flatMap((layer) => [...layer.tasks()]));
  }

  async find(address: Address): Promise<Entry | null> {
    const entries = await Promise.all(this.layers.map((layer) => layer.find(address)));
    return entries.find((entry) => entry !== null) ?? null;
  }

  async has(address: Address): Promise<boolean> {
    return (await Promise.all(this.layers.map((layer) => layer.has(address)))).includes(true);
  }

  async *addresses(): AsyncGenerator<Address> {
    for (const task of this.tasks()) yield* this.addressesOf(task);
  }

  async *addressesOf(task: string): AsyncGenerator<Address> {
    for (const [index, layer] of this.layers.entries()) {
      for await (const address of layer.addressesOf(task)) if (!(await this.#isShadowed(address, index))) yield address;
    }
  }

  async *requests(task: string): AsyncGenerator<StoredRequest> {
    const streams = this.layers.map((layer) => layer.requests(task));
    try {
      const heads = new Map<AsyncGenerator<StoredRequest>, StoredRequest>();
      const advance = async (stream: AsyncGenerator<StoredRequest>) => {
        const next = await stream.next();
        if (next.done === true) heads.delete(stream);
        else heads.set(stream, next.value);
      };
      for (const stream of streams) await advance(stream);
      while (heads.size > 0) {
        const [stream, request] = [...heads].reduce((least, head) => (head[1].key < least[1].key ? head : least));
        yield request;
        await advance(stream);
      }
    } finally {
      for (const stream of streams) await stream.return(undefined);
    }
  }

  async close(): Promise<void> {
    for (const layer of this.layers) await layer.close();
  }

  async #isShadowed(address: Address, index: number) {
    for (const higher of this.layers.slice(0, index)) if (await higher.has(address)) return true;
    return false;
  }
}
