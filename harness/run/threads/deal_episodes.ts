import type { EpisodeList } from '../plan/episode_list.ts';

export type Deal = (lane: number) => number | undefined;

/**
 * Gives each lane its next episode. Those of one task and trial go to one lane as long as there are others, since what its world has
 * decided for one planner need not be decided again for the next; a lane without a task takes from the one that has most left to play.
 */
export function dealEpisodes(list: Pick<EpisodeList, 'placeOf'>, numbers: readonly number[]): Deal {
  const untouched = groups(list, numbers);
  /** Lane → the group that it plays; groups that are played to their end stay, empty. */
  const own: number[][] = [];
  return (lane) => {
    if ((own[lane]?.length ?? 0) === 0) own[lane] = untouched.next().value ?? fullest(own);
    return own[lane]?.shift();
  };
}

/** Those of one task and trial stand together. */
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

/** The lane that takes it shares it with the lane that plays it already. */
function fullest(groups: readonly number[][]): number[] {
  return groups.reduce((most, group) => (group.length > most.length ? group : most), []);
}

/** Hands results over in their order, though they are ready in any, and bounds how many wait for an earlier one. */
export class InOrder<T> {
  readonly #numbers: readonly number[];
  readonly #handOver: (each: T) => void;
  readonly #aheadMax: number;
  readonly #ready = new Map<number, T>();
  /** The place of the next number to be handed over. */
  #next = 0;
  #waiting: PromiseWithResolvers<void> | null = null;
  #isLetGo = false;

  /** `numbers` in ascending order; no more than `aheadMax` of them are ahead of the next that is to be handed over. */
  constructor(numbers: readonly number[], aheadMax: number, handOver: (each: T) => void) {
    this.#numbers = numbers;
    this.#aheadMax = aheadMax;
    this.#handOver = handOver;
  }

  /** Resolves when a number is not too far ahead to begin, or after `letGo`. */
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

  /** Holds nothing back any more. */
  letGo(): void {
    this.#isLetGo = true;
    this.#admit();
  }

  /** Hands over what is left, in order, though something before it is missing. */
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
