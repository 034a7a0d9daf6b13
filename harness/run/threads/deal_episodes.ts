import type { EpisodeList } from '../plan/episode_list.ts';

/** Keeps a task and trial in one lane, which reuses its world; an idle lane takes from the fullest group. */
export function dealEpisodes(list: Pick<EpisodeList, 'placeOf'>, numbers: readonly number[]) {
  const untouched = groups(list, numbers);
  const own: number[][] = [];
  return (lane: number): number | undefined => {
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

export type InOrder<T> = ReturnType<typeof inOrder<T>>;

/** Hands over in the order of `numbers`, which ascend; `room()` waits while a number is more than `aheadMax` ahead. */
export function inOrder<T>(numbers: readonly number[], aheadMax: number, handOver: (each: T) => void) {
  const ready = new Map<number, T>();
  let next = 0;
  let isLetGo = false;
  let waiting = Promise.withResolvers<void>();
  const admit = () => {
    waiting.resolve();
    waiting = Promise.withResolvers();
  };
  return {
    async room(number: number): Promise<void> {
      while (!isLetGo && number > (numbers[next + aheadMax] ?? Number.POSITIVE_INFINITY)) await waiting.promise;
    },
    add(number: number, each: T): void {
      ready.set(number, each);
      for (let at = numbers[next]; at !== undefined && ready.has(at); at = numbers[next]) {
        const first = ready.get(at) as T;
        ready.delete(at);
        next += 1;
        handOver(first);
      }
      admit();
    },
    letGo(): void {
      isLetGo = true;
      admit();
    },
    rest(): void {
      const left = [...ready].sort(([a], [b]) => a - b);
      ready.clear();
      for (const [, each] of left) handOver(each);
    },
  };
}
