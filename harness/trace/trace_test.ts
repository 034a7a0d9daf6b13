import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { traceHeader, traceSummary } from './testing/trace_fixture.ts';
import { episodeId, isComplete, readEpisodeId, readTrace, type Trace, TraceError, writeTrace } from './trace.ts';

const TRACE: Trace = {
  header: traceHeader({ suite: 'household', scene: 'house_1', task: 'make_toast', planner: 'llm_state' }),
  events: [
    {
      event: 'step',
      number: 1,
      action: { verb: 'move', args: ['a\nb'] },
      ok: true,
      goal: { success: false, share: 0 },
    },
  ],
  summary: traceSummary({ end: 'step_limit', steps: 1, share: 0 }),
};

describe('readTrace()', () => {
  it('reads back what writeTrace() wrote', () => {
    expect(readTrace(writeTrace(TRACE), 'x.jsonl')).toEqual(TRACE);
    const unasked = { ...TRACE, header: { ...TRACE.header, model: null } };
    expect(readTrace(writeTrace(unasked), 'x.jsonl')).toEqual(unasked);
  });

  it('names the line, when one is not JSON', () => {
    const text = writeTrace(TRACE).replace('{"event":"step"', '{"event":step"');
    expect(() => readTrace(text, 'x.jsonl')).toThrow(
      new TraceError('Cannot read trace "x.jsonl", line 2: it is not JSON'),
    );
  });

  it('names line and field, when a line has another form', () => {
    const text = writeTrace(TRACE).replace('"ok":true', '"ok":"yes"');
    expect(() => readTrace(text, 'x')).toThrow('Cannot read trace "x", line 2: field "ok"');
    expect(() => readTrace('{"event":"header"}\n{"event":"summary"}\n', 'x')).toThrow('line 1: field "format"');
  });

  it('refuses a trace without its end, its summary or its header', () => {
    const text = writeTrace(TRACE);
    const lines = text.split('\n');
    expect(() => readTrace(text.slice(0, -1), 'x')).toThrow('its last line is cut off');
    expect(() => readTrace(`${lines.slice(0, 2).join('\n')}\n`, 'x')).toThrow('line 2: expected the summary');
    expect(() => readTrace(lines.slice(1).join('\n'), 'x')).toThrow('line 1: expected the header');
    expect(() => readTrace('', 'x')).toThrow(TraceError);
  });
});

describe('episodeId()', () => {
  it('joins suite, scene, task, planner and trial', () => {
    expect(episodeId(TRACE.header)).toBe('household/house_1/make_toast/llm_state/1');
  });
});

describe('readEpisodeId()', () => {
  it('reads back what episodeId() wrote, slashes in an option included', () => {
    const { suite, scene, task } = TRACE.header;
    const property = fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 1000 }), (value, trial) => {
      const name = { suite, scene, task, planner: `mine+room=${value}`, trial };
      expect(readEpisodeId(episodeId(name))).toEqual(name);
    });
    fc.assert(property, { examples: [['../../out\nside/2/', 3]] });
  });

  it('takes nothing else for one', () => {
    for (const id of ['', 'household/house_1', 'a/b/c/d/', 'a/b/c/d/x', 'a/b/c/d/0', '/b/c/d/1']) {
      expect(readEpisodeId(id), id).toBeNull();
    }
  });
});

describe('isComplete()', () => {
  it('is false for an episode that a miss or an interruption stopped', () => {
    expect(isComplete(TRACE)).toBe(true);
    expect(isComplete({ ...TRACE, summary: { ...TRACE.summary, end: 'tape_miss' } })).toBe(false);
    expect(isComplete({ ...TRACE, summary: { ...TRACE.summary, end: 'aborted' } })).toBe(false);
  });
});

it('readTrace() refuses what is nested too deep to be written again', () => {
  const deep = `{"event":"note","note":{"kind":"belief","belief":${'['.repeat(100_000)}${']'.repeat(100_000)}}}\n`;
  const reason = 'Cannot read trace "a.jsonl", line 1: expected at most 64 levels of nesting, found more';
  expect(() => readTrace(deep, 'a.jsonl')).toThrow(new TraceError(reason));
});
