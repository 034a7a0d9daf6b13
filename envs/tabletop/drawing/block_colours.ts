/** The palette is Okabe and Ito's, for colour-blind readers. */

const PALETTE = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#999999'] as const;

export type BlockColours = Readonly<{ top: string; front: string; side: string; edge: string; ink: string }>;

/** `K` of `K_block_1`. */
export function letterOf(name: string): string {
  const [first = '?'] = name.slice(0, 2);
  // Other letters differ between runtimes or have longer capitals.
  return /^[a-z]$/.test(first) ? first.toUpperCase() : first;
}

/** `1` of `K_block_1`, or nothing. */
export function instanceOf(name: string): string {
  return /_(\d{1,2})$/.exec(name.slice(-3))?.[1] ?? '';
}

export function blockColours(names: readonly string[]): ReadonlyMap<string, BlockColours> {
  const letters = [...new Set(names.map(letterOf))].sort();
  return new Map(letters.map((letter, index) => [letter, shadesOf(PALETTE[index % PALETTE.length]!)]));
}

function shadesOf(colour: string): BlockColours {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const [red, green, blue] = rgb as [number, number, number];
  const light = (2 * red + 5 * green + blue) / 8;
  return {
    top: mix(rgb, 255, 0.35),
    front: colour,
    side: mix(rgb, 0, 0.25),
    edge: mix(rgb, 0, 0.55),
    ink: light > 110 ? '#111111' : '#ffffff',
  };
}

function mix(rgb: readonly number[], towards: number, share: number): string {
  const parts = rgb.map((part) => Math.round(part + (towards - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
