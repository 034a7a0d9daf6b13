import type { EpisodeList } from '../plan/episode_list.ts';

export type Deal = (lane: number) => number | undefined;

/** Keeps one task and trial in one lane to reuse its world's decisions; an idle lane helps the fullest group. */
export function dealEpisodes(list: Pick<EpisodeList, 'placeOf'>, numbers: readonly number[]): Deal {
  const untouched = groups(list, numbers);
  const own: number[][] = [];
  return (lane) => {
    if ((own[lane]?.length ?? 0) === 0) own[lane] = untouched.next().value ?? fullest(own);
    return own[lane]?.shift();
  };
}

function* groups(list: Pick<EpisodeList, 'placeOf'>, numbers: readonly number[]): Generator<number[], undefined> {
  let group: number[] = [];
  let [cell, trial] = [-1, 0];
  for (const number of numbers) {
    const place = list.placeOf(number);
    if (place.cell !== cell || place.trial !== trial) {
      if (group.length > 0) yield group;
      [group, cell, trial] = [[], place.cell, place.trial];
    }
    group.push(number);
  }
  if (group.length > 0) yield group;
}

function fullest(groups: readonly number[][]): number[] {
  return groups.reduce((most, group) => (group.length > most.length ? group : most), []);
}

export class InOrder<T> {
  readonly #numbers: readonly number[];
  readonly #handOver: (each: T) => void;
  readonly #aheadMax: number;
  readonly #ready = new Map<number, T>();
  #next = 0;
  #waiting: PromiseWithResolvers<void> | null = null;
  #isLetGo = false;

  /** `numbers` ascend. */
  constructor(numbers: readonly number[], aheadMax: number, handOver: (each: T) => void) {
    this.#numbers = numbers;
    this.#aheadMax = aheadMax;
    this.#handOver = handOver;
  }

  async room(number: number): Promise<void> {
    while (!this.#isLetGo && number > (this.#numbers[this.#next + this.#aheadMax] ?? Number.POSITIVE_INFINITY)) {
      this.#waiting ??= Promise.withResolvers();
      await this.#waiting.promise;
    }
  }

  add(number: number, each: T): void {
    this.#ready.set(number, each);
    const before = this.#next;
    for (let at = this.#numbers[this.#next]; at !== undefined && this.#ready.has(at); at = this.#numbers[this.#next]) {
      const next = this.#ready.get(at) as T;
      this.#ready.delete(at);
      this.#next += 1;
      this.#handOver(next);
    }
    if (this.#next > before) this.#admit();
  }

  letGo(): void {
    this.#isLetGo = true;
    this.#admit();
  }

  rest(): void {
    const left = [...this.#ready].sort(([a], [b]) => a - b);
    this.#ready.clear();
    for (const [, each] of left) this.#handOver(each);
  }

  #admit(): void {
    this.#waiting?.resolve();
    this.#waiting = null;
  }
}
