import fc from 'fast-check';

const HOSTILE = [
  ...['', ' ', '\0', '\ud800 alone', 'alone \udfff', 'a\u2028b\u2029c', '\n\r\n', '__proto__', 'constructor'],
  ...['"}', ',"digest":"0"}', '../../etc', 'é 漢 🍞', '<|endoftext|>', 'm'.repeat(5_000)],
];
const NUMBERS = '0 -0 -1 0.5 1e400 -1e400 1e-400 5e-324 9007199254740993 1e308 00 NaN'.split(' ');

const codeUnits = fc.array(fc.nat(0xffff), { maxLength: 10 }).map((units) => String.fromCharCode(...units));
const text = fc.oneof(fc.constantFrom(...HOSTILE), codeUnits, fc.string()).map((one) => JSON.stringify(one));
const number = fc.constantFrom(...NUMBERS);
const anything = fc.oneof(text, number, fc.constantFrom('null', 'true', '[]', '{}', '[[1]]'), fc.json());
const usage = mostly(object({ prompt_tokens: number, completion_tokens: mostly(number) }));
const shared = { model: mostly(text), usage, id: anything, digest: anything };
const message = mostly(
  fc.oneof(
    text.map((content) => `{"role":"assistant","content":${content}}`),
    object({ content: anything }),
  ),
);
const choice = fc.tuple(message, mostly(text)).map(([said, why]) => `{"message":${said},"finish_reason":${why}}`);
const row = fc.tuple(number, number).map(([a, b]) => `{"index":0,"embedding":[${a},${b}]}`);

export const arbitraryBodies = {
  chat: mostly(object({ ...shared, choices: mostly(choice.map((one) => `[${one}]`)) })),
  embedding: mostly(object({ ...shared, data: mostly(row.map((one) => `[${one}]`)) })),
};

function object(fields: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<string> {
  return fc
    .record(fields, { requiredKeys: [] })
    .map((some) => `{${Object.entries(some).map(([key, value]) => `${JSON.stringify(key)}:${value}`)}}`);
}

function mostly(usual: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: anything });
}
