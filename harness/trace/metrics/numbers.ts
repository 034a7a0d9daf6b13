export function sixDigits(value: number): number {
  return Number(value.toPrecision(6));
}

export function quotient(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

export function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

export function mean(values: Iterable<number | null>): number | null {
  const all = new Mean();
  for (const value of values) all.add(value);
  return all.result();
}

export class Mean {
  #count = 0;
  #sum: number | null = 0;

  add(value: number | null): void {
    this.#count += 1;
    this.#sum = value === null || this.#sum === null ? null : this.#sum + value;
  }

  result(): number | null {
    return this.#sum === null || this.#count === 0 ? null : sixDigits(this.#sum / this.#count);
  }
}

export type Share = Readonly<Record<'count' | 'episodes' | 'percent' | 'low' | 'high', number>>;

export function shareText({ count, episodes, percent, low, high }: Share): string {
  return `${count}/${episodes} ${percentRange(percent / 100, low / 100, high / 100)}`;
}

/** `97.8 % (95–99)` */
export function percentRange(share: number | null, low: number | null, high: number | null): string {
  const [from, to] = [low, high].map((limit) => (limit === null ? '' : (100 * limit).toFixed(0)));
  const text = share === null ? 'n/a' : `${(100 * share).toFixed(1)} %`;
  return from === to ? text : `${text} (${from}–${to})`;
}

export function limitsText(low: number | null, high: number | null): string {
  return [low, high].map((limit) => (100 * Number(limit)).toFixed(0)).join('–');
}

/** `1.32 (1.10–1.55)` */
export function meanRange(mean: number | null, low: number | null, high: number | null, digits: number): string {
  if (mean === null) return 'n/a';
  const [from, to] = [low?.toFixed(digits), high?.toFixed(digits)];
  return from === to ? mean.toFixed(digits) : `${mean.toFixed(digits)} (${from}–${to})`;
}

export function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name}=${count}`)
    .join(' ');
}

export function spaced(name: string): string {
  return name.replaceAll('_', ' ');
}
