export type PageBlock = Readonly<{
  language: string;
  text: string;
  file: string | null;
  commands: readonly PageCommand[];
}>;

export type PageCommand = Readonly<{ command: string; comment: string }>;

export function pageBlocks(page: string): PageBlock[] {
  const found = page.matchAll(/(?:`([\w./]+)`:\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm);
  return Array.from(found, ([, file = null, language = '', text = '']) => {
    return { language, text, file, commands: language === 'sh' ? commandsIn(text) : [] };
  });
}

function commandsIn(text: string): PageCommand[] {
  const lines = text.replaceAll(/\\\n */g, '').split('\n');
  const parts = lines.filter((line) => line !== '').map((line) => line.split(/ +# /));
  return parts.map(([command = '', comment = '']) => ({ command, comment }));
}
