import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stepEvent, traceHeader, traceSummary } from './testing/trace_fixture.ts';
import { episodeId, isComplete, readEpisodeId, readTrace, type Trace, TraceError, writeTrace } from './trace.ts';

const TRACE: Trace = {
  header: traceHeader({ suite: 'household', scene: 'house_1', task: 'make_toast', planner: 'llm_state' }),
  events: [stepEvent({ action: { verb: 'move', args: ['a\nb'] } })],
  summary: traceSummary({ end: 'step_limit', steps: 1, share: 0 }),
};
const TEXT = writeTrace(TRACE);
const LINES = TEXT.split('\n');

it('readTrace() reads back what writeTrace() wrote', () => {
  expect(readTrace(TEXT, 'x.jsonl')).toEqual(TRACE);
  const withoutModel = { ...TRACE, header: { ...TRACE.header, model: null } };
  expect(readTrace(writeTrace(withoutModel), 'x.jsonl')).toEqual(withoutModel);
});

it.each([
  ['a line that is not JSON', TEXT.replace('{"event":"step"', '{"event":step"'), 'line 2: it is not JSON'],
  ['a field of another form', TEXT.replace('"ok":true', '"ok":"yes"'), 'line 2: field "ok": '],
  ['a header without fields', '{"event":"header"}\n{"event":"summary"}\n', 'line 1: field "format": '],
  ['a trace without its summary', `${LINES.slice(0, 2).join('\n')}\n`, 'line 2: expected the summary'],
  ['a trace without its header', LINES.slice(1).join('\n'), 'line 1: expected the header'],
])('readTrace() names the line, when it reads %s', (_, text, reason) => {
  expect(() => readTrace(text, 'x')).toThrow(`Cannot read trace "x", ${reason}`);
});

it('readTrace() refuses a trace without its end', () => {
  expect(() => readTrace(TEXT.slice(0, -1), 'x')).toThrow('Cannot read trace "x": its last line is cut off');
  expect(() => readTrace('', 'x')).toThrow(TraceError);
});

it('readTrace() refuses more nesting than a trace can be written with', () => {
  const deep = `{"event":"note","note":{"kind":"belief","belief":${'['.repeat(100_000)}${']'.repeat(100_000)}}}\n`;
  const reason = 'Cannot read trace "a.jsonl", line 1: expected at most 64 levels of nesting, found more';
  expect(() => readTrace(deep, 'a.jsonl')).toThrow(new TraceError(reason));
});

it('readEpisodeId() reads back what episodeId() wrote, slashes in an option included', () => {
  const { suite, scene, task } = TRACE.header;
  const property = fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 1000 }), (value, trial) => {
    const name = { suite, scene, task, planner: `mine+room=${value}`, trial };
    expect(episodeId(name)).toBe(`household/house_1/make_toast/${name.planner}/${trial}`);
    expect(readEpisodeId(episodeId(name))).toEqual(name);
  });
  fc.assert(property, { examples: [['../../out\nside/2/', 3]] });
});

it.each(['', 'household/house_1', 'a/b/c/d/', 'a/b/c/d/x', 'a/b/c/d/0', '/b/c/d/1'])(
  'readEpisodeId() is null for "%s"',
  (id) => expect(readEpisodeId(id)).toBeNull(),
);

it.each([
  ['step_limit', true],
  ['tape_miss', false],
  ['aborted', false],
] as const)('isComplete() of an episode that ends with %s is %s', (end, expected) => {
  expect(isComplete({ ...TRACE, summary: { ...TRACE.summary, end } })).toBe(expected);
});
