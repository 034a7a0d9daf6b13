export type PageBlock = {
  readonly language: string;
  readonly text: string;
  /** Where the line above it is "`name`:". */
  readonly file: string | null;
  /** Of a block of shell, each with the comment behind it. */
  readonly commands: readonly PageCommand[];
};

export type PageCommand = { readonly command: string; readonly comment: string };

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
