import { mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../testing/scratch_folder.ts';
import { codeVersion } from './code_version.ts';

const [COMMIT, OTHER] = ['a1'.repeat(20), 'b2'.repeat(20)];
const { at, file } = scratchFolder();
let root = '';

beforeEach(() => {
  root = mkdtempSync(at('version-'));
  put('package.json', '{"version": "1.2.3"}');
});

const put = (path: string, text: string) => file(join(basename(root), path), text);

describe('codeVersion()', () => {
  it('has no commit outside a checkout, or in one that it cannot read', () => {
    expect(codeVersion(root)).toEqual({ version: '1.2.3', commit: null });
    put('.git/HEAD', 'ref: refs/heads/main\n');
    expect(codeVersion(root).commit).toBeNull();
  });

  it('reads a branch, packed or not, and a detached HEAD', () => {
    put('.git/HEAD', 'ref: refs/heads/main\n');
    put('.git/packed-refs', `# pack-refs with: peeled\n${OTHER} refs/heads/other/main\n${COMMIT} refs/heads/main\n`);
    expect(codeVersion(root).commit).toBe(COMMIT);
    put('.git/refs/heads/main', `${OTHER}\n`);
    expect(codeVersion(root).commit).toBe(OTHER);
    put('.git/HEAD', `${COMMIT}\n`);
    expect(codeVersion(root).commit).toBe(COMMIT);
  });

  it('reads a linked working tree, whose branches are in the main one', () => {
    put('.git', 'gitdir: main/.git/worktrees/linked\n');
    put('main/.git/worktrees/linked/HEAD', 'ref: refs/heads/linked\n');
    put('main/.git/worktrees/linked/commondir', '../..\n');
    put('main/.git/refs/heads/linked', `${COMMIT}\n`);
    expect(codeVersion(root).commit).toBe(COMMIT);
  });
});
