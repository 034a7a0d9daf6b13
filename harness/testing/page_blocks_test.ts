import { expect, test } from 'vitest';
import { pageBlocks } from './page_blocks.ts';

const PAGE = `# Title

Write \`a/b.json\`:

~~~json
{}
~~~

~~~sh
npx tapedeck list tasks   # 75 of them
npx tapedeck run robot \\
  --planner oracle
~~~
`.replaceAll('~~~', '```');

test('pageBlocks() gives the files of a page, and its commands with what is said of them', () => {
  const commands = [
    { command: 'npx tapedeck list tasks', comment: '75 of them' },
    { command: 'npx tapedeck run robot --planner oracle', comment: '' },
  ];
  expect(pageBlocks(PAGE)).toEqual([
    { language: 'json', text: '{}\n', file: 'a/b.json', commands: [] },
    { language: 'sh', text: expect.stringContaining('npx tapedeck'), file: null, commands },
  ]);
});
