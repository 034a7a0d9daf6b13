import { describe, expect, it } from 'vitest';
import { promptChanges } from './prompt_changes.ts';

const user = (content: string) => [{ role: 'user', content }];

describe('promptChanges()', () => {
  it('marks the lines that are new since the last call of the role, and keeps those that have gone', () => {
    expect(promptChanges(user('rules\nroom: kitchen\nend'), user('rules\nroom: bedroom\nend'))).toEqual([
      { kind: 'role', text: 'user' },
      { kind: 'same', text: 'rules' },
      { kind: 'gone', text: 'room: bedroom' },
      { kind: 'new', text: 'room: kitchen' },
      { kind: 'same', text: 'end' },
    ]);
  });

  it('calls nothing new in a role’s first prompt', () => {
    expect(promptChanges(user('a\nb'), null).map(({ kind }) => kind)).toEqual(['role', 'same', 'same']);
  });

  it('shows a message that a conversation has grown by', () => {
    const before = user('question');
    const now = [...before, { role: 'assistant', content: 'answer' }];
    expect(promptChanges(now, before).slice(2)).toEqual([
      { kind: 'role', text: 'assistant' },
      { kind: 'new', text: 'answer' },
    ]);
  });

  it('takes no text for the heading of a message', () => {
    expect(promptChanges(user('role system'), null)[1]).toEqual({ kind: 'same', text: 'role system' });
  });

  it('calls a whole prompt new that has little to do with the last one, without comparing for long', () => {
    const [long, other] = ['a', 'b'].map((letter) =>
      user(Array.from({ length: 5_000 }, (_, line) => `${letter} ${line}`).join('\n')),
    );
    expect(promptChanges(long!, other!).filter(({ kind }) => kind !== 'new')).toEqual([{ kind: 'role', text: 'user' }]);
  });
});
