/**
 * How many replies said something of which nothing could be used.
 *
 * @module
 */
import type { Trace } from '../trace.ts';
import { metric, numberIn } from './metric.ts';
import { quotient } from './numbers.ts';
import { ratio } from './poolings.ts';

type Replies = { readonly read: number; readonly unreadable: number };

export const unreadableReplies = metric({
  name: 'unreadableReplies',
  title: 'Unreadable replies',
  meaning: 'share of replies of which nothing could be used; none where no reply was read',
  count: countReplies,
  row: ({ unreadable, read }) => ({ unreadableReplies: quotient(unreadable, read) }),
  pooled: ratio('unreadableReplies', 'replies', ({ unreadableReplies: replies }: Needs) => [
    replies.unreadable,
    replies.read,
  ]),
  compared: { better: 'less', unit: 'share', of: numberIn('unreadableReplies') },
});

type Needs = { readonly unreadableReplies: Replies };

/** A reply that rightly says nothing, such as an empty program, discards nothing and leaves no remark. */
function countReplies({ events }: Trace): Replies {
  const notes = events.flatMap((event) => (event.event === 'note' && event.note.kind === 'parsed' ? [event.note] : []));
  const unreadable = notes.filter(
    ({ accepted, discardedCounts, remarks }) =>
      accepted === 0 && Object.keys(discardedCounts).length + remarks.length > 0,
  );
  return { read: notes.length, unreadable: unreadable.length };
}
