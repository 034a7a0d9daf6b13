import { describe, expect, test } from 'vitest';
import { Lexer, type Piece, readLine } from './read_line.ts';

function lex(line: string): string[] {
  const lexer = new Lexer(line);
  const tokens: string[] = [];
  for (let token = lexer.take(); token.kind !== 'end'; token = lexer.take()) tokens.push(`${token.kind} ${token.text}`);
  return tokens;
}

test.each([
  [`  putin('mug 1', box_2)`, ['word putin', 'mark (', 'string mug 1', 'mark ,', 'word box_2', 'mark )']],
  ["wait # it's there", ['word wait', "comment it's there"]],
  ['"it\'s # 1"', ["string it's # 1"]],
  ['“a” ‘b’', ['string a', 'string b']],
  [String.raw`'it\'s \\ \n'`, [String.raw`string it's \ n`]],
  ["''", ['string ']],
  [`f('a, b`, ['word f', 'mark (', "unclosed 'a, b"]],
  ['- tea-cup -', ['mark -', 'word tea-cup', 'mark -']],
  ['Tür1', ['word Tür1']],
  [' \t\r', []],
])('Lexer splits %j', (line, tokens) => expect(lex(line)).toEqual(tokens));

function read(line: string): string[] {
  return Array.from(readLine(line), (piece: Piece) => {
    if (piece.kind === 'call') return `${piece.action.verb} ${JSON.stringify(piece.action.args)}`;
    if (piece.kind === 'assert') return `assert ${JSON.stringify(Object.values(piece.condition))}`;
    if (piece.kind === 'comment') return `# ${piece.text}`;
    if (piece.kind === 'wrong') return `${piece.discard}: ${piece.reason}`;
    if (piece.kind === 'dropped') return `dropped: ${piece.reason}`;
    return piece.kind;
  });
}

test.each([
  ['def task():', ['def']],
  ['# 1: go there', ['# 1: go there']],
  ['wait()', ['wait []']],
  ["find('mug')", ['move ["mug"]']],
  ["putin('mug', 'box')", ['placein ["mug","box"]']],
  ["assert('close' to 'mug')", ['assert ["close_to","mug"]']],
  ["assert('fridge' is 'opened')", ['assert ["is","fridge","opened"]']],
  ["assert('mug' in 'hands')", ['assert ["in_hands","mug"]']],
  ["else: find('mug')", ['else', 'move ["mug"]']],
])('readLine() reads the grammar %s', (line, pieces) => expect(read(line)).toEqual(pieces));

test.each([
  ['several statements', "find('mug'); grab('mug') ; # so", ['move ["mug"]', 'pickup ["mug"]']],
  ['an assert without parentheses', "assert 'close' to mug, 'go'", ['assert ["close_to","mug"]']],
  ['an assert with words for a message', "assert(mug in hands, so '(' go!)", ['assert ["in_hands","mug"]']],
  ['an assert with commentary', 'assert mug in hands (so)', ['assert ["in_hands","mug"]']],
  ['an else that is a name', 'assert(else is open)', ['assert ["is","else","open"]']],
  ['nearly close', 'assert(far to mug)', ['assert ["other","far to mug"]']],
  ['close otherwise', 'assert(close by mug)', ['assert ["other","close by mug"]']],
  ['nearly in hands', 'assert(mug on hands)', ['assert ["other","mug on hands"]']],
  ['in other things', 'assert(mug in sink)', ['assert ["other","mug in sink"]']],
  ['negated conditions', 'assert(mug is not open)', ['assert ["other","mug is not open"]']],
  ['quoted conditions', "assert(mug 'is' open)", [`assert ["other","mug 'is' open"]`]],
  ['long names', `find('${'a'.repeat(200)}')`, [`move ["${'a'.repeat(200)}"]`]],
  ['long names in asserts', `assert(${'a'.repeat(200)} in hands)`, [`assert ["in_hands","${'a'.repeat(200)}"]`]],
  ['other conditions', "assert('mug' not in 'sink')", [`assert ["other","'mug' not in 'sink'"]`]],
  ['an else in a message', `assert("close" to "mug", "or else move(it)")`, ['assert ["close_to","mug"]']],
  ['the same without parentheses', `assert close to mug, "or else move(it)"`, ['assert ["close_to","mug"]']],
  ['a call that a comment names', "find('mug') (#1)  # or else open('mug')", ['move ["mug"]']],
  ['words that are no calls', "find('mug') (re-open (it), elsewhere, xmove(it), open it)", ['move ["mug"]']],
  ['nothing', ' - ', []],
])('readLine() understands more than that %s', (_, line, pieces) => expect(read(line)).toEqual(pieces));

function dropped(name: string): string {
  return `dropped: ${name}: follows a statement on its line`;
}

test.each([
  ["move('a') open('a')", ['move ["a"]', dropped('open')]],
  ["move('a'), open('a')", ['move ["a"]', dropped('open')]],
  ["move('a') and Open ('a') and close('a')", ['move ["a"]', dropped('open')]],
  ["move('a') -open('a')", ['move ["a"]', dropped('open')]],
  ["move('a') (it's there) open('a')", ['move ["a"]', dropped('open')]],
  ["move('a').assert('b' in hands)", ['move ["a"]', dropped('assert')]],
  ["wait(); move('a') and open('a'); close('a')", ['wait []', 'move ["a"]', dropped('open')]],
  ["move('a'), else: leave", ['move ["a"]', dropped('else')]],
  ["assert('a' in hands), else: move('a')", ['assert ["in_hands","a"]', dropped('move')]],
  ["assert('a' in hands) or move('a')", ['assert ["in_hands","a"]', dropped('move')]],
  ["assert('a' in hands): move('a')", ['assert ["in_hands","a"]', dropped('move')]],
  ["assert 'a' in hands, move('a')", ['assert ["in_hands","a"]', dropped('move')]],
  ["else: wait() and move('a')", ['else', 'wait []', dropped('move')]],
  ["def task(): move('a')", ['def', dropped('move')]],
  ['def open(a):', ['def']],
])('readLine() reports what it drops after a statement, once a line: %s', (line, pieces) => {
  expect(read(line)).toEqual(pieces);
});

const KNOWN =
  'move, pickup, placein, placeon, open, close, switchon, switchoff, wait, find, walk, grab, putin, putback';

describe('readLine() says what is wrong', () => {
  test.each([
    ['Here is the program:', 'prose: contains no statement'],
    ['"find it"', 'prose: contains no statement'],
    ["Then find('mug')", 'malformed: find: a call in the middle of a sentence'],
    ["robot.find('mug')", 'malformed: find: a call in the middle of a sentence'],
    ["Let's Find ('mug')", 'malformed: find: a call in the middle of a sentence'],
    ["Then assert('mug' in hands)", 'malformed: assert: a call in the middle of a sentence'],
    [`"find('mug')",`, 'malformed: find: a call in the middle of a sentence'],
    ['There is nothing else (so far) to find', 'prose: contains no statement'],
    ["Done # find('mug')", 'prose: contains no statement'],
    ["drink('milk')", `unknown_function: no function is called "drink"; known: ${KNOWN}`],
    ["__proto__('milk')", `unknown_function: no function is called "__proto__"; known: ${KNOWN}`],
    [`${'a'.repeat(41)}()`, `unknown_function: no function is called "${'a'.repeat(40)}"; known: ${KNOWN}`],
    ["find('a', 'b', 'c' 'd')", 'argument: move: too many arguments; takes 1'],
    ["assert('a' in hands, 'b", 'malformed: assert: unterminated string'],
    ["assert('a' in hands, b", 'malformed: assert: a parenthesis is not closed'],
    ['find()', 'argument: move: too few arguments; takes 1'],
    ["find('')", 'argument: move: an empty name'],
    ["find('a', 'b')", 'argument: move: too many arguments; takes 1'],
    ["putin('a')", 'argument: placein: too few arguments; takes 2'],
    ["putin('a', 'b', 'c', 'd')", 'argument: placein: too many arguments; takes 2'],
    ['wait(5)', 'argument: wait: too many arguments; takes 0'],
    ["find('a", 'malformed: move: unterminated string'],
    ["find('a' 'b')", 'malformed: move: not well-formed'],
    ["find(obj='a')", 'malformed: move: not well-formed'],
    ["find(['a'])", 'malformed: move: not well-formed'],
    ["find('a',)", 'malformed: move: not well-formed'],
    ["find('a' # so", 'malformed: move: a parenthesis is not closed'],
    [`find('${'a'.repeat(201)}')`, 'too_much: move: a name has more than 200 characters'],
    ['assert()', 'argument: assert: no condition'],
    ["assert('' in hands)", 'argument: assert: an empty name'],
    ["assert('a' in hands", 'malformed: assert: a parenthesis is not closed'],
    ["assert 'a", 'malformed: assert: unterminated string'],
    ['assert(x == 1)', 'malformed: assert: not well-formed'],
    ["assert('a' in hands, else: move('a'))", 'malformed: assert: a statement inside it'],
    ["assert('a' in hands, Move('a'))", 'malformed: assert: a statement inside it'],
    ["assert 'a' in hands or move('a')", 'malformed: assert: a statement inside it'],
    [`assert('close' to '${'a'.repeat(201)}')`, 'too_much: assert: a name has more than 200 characters'],
    [`assert(${'a '.repeat(21)})`, 'too_much: assert: more than 20 words'],
  ])('%s', (line, problem) => expect(read(line)).toEqual([problem]));

  test.each(['for x in y:', 'if find(x): # so', 'while True:', 'import actions', 'return', "x = find('mug')"])(
    '%s is Python, but no part of the grammar',
    (line) => {
      const pieces = [...readLine(line)];
      const what = line.includes(' = ') ? '=' : line.split(' ')[0];
      expect(pieces).toEqual([{ kind: 'python', what, opensBlock: line.includes(':') }]);
    },
  );
});
