export function quoted(text: string, { charactersMax = 80 }: { charactersMax?: number } = {}): string {
  return JSON.stringify(excerpt(text, charactersMax));
}

export function excerpt(text: string, charactersMax: number): string {
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text;
}
