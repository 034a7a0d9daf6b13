import type { Foon } from '../../../planners/foon/foon.ts';
import { JSON_CHARACTERS_MAX } from '../../../planners/foon/foon_error.ts';
import { writeFoonJson } from '../../../planners/foon/foon_json.ts';
import type { FoonLayout } from '../../../planners/foon/foon_layout.ts';
import { mergeFoons } from '../../../planners/foon/merge_foons.ts';
import { writeFoon } from '../../../planners/foon/write_foon.ts';
import { counted } from '../../io/errors/counted.ts';
import { FOON_FORMS, type FoonForm, readFoonDocument } from '../../io/read_foon_document.ts';
import { readText } from '../../io/read_text.ts';
import { writeWhole } from '../../io/write_whole.ts';
import { foonSvg } from '../../report/foon/foon_svg.ts';
import { type CommandContext, commandGroup, type Parser, subcommand } from '../terminal/command.ts';
import { given, option } from '../terminal/option.ts';

/** UTF-8: at most three bytes a character. */
const BYTES_MAX = 3 * JSON_CHARACTERS_MAX;
const LEVELS = [1, 2, 3] as const;

export const foonCommand = commandGroup(
  [
    subcommand('convert <file>', {
      describe: 'Convert text to JSON or JSON to text, without loss',
      examples: { 'foon convert tea.txt --out tea.json': 'A network as JSON' },
      declare: (args: FoonParser) =>
        fileOption(args).options({
          to: { choices: FOON_FORMS, describe: 'Form to write; default: the other one' },
          canonical: option.flag('Drop comments and odd spellings, and number labels in order of appearance'),
        }),
      run(args, context) {
        const { form, foon, layout } = readFile(args.file);
        const to = args.to ?? (form === 'text' ? 'json' : 'text');
        const text = textOf(to, foon, args.canonical ? undefined : layout);
        deliver({ form: to, foon, text, done: `written as ${to === 'json' ? 'JSON' : 'text'}` }, args, context);
      },
    }),
    subcommand('draw <file>', {
      describe: 'Draw an SVG: objects as rounded boxes, motions as squares, from top to bottom',
      examples: { 'foon draw tea.txt --title "Make tea" --out tea.svg': 'A drawing with a heading' },
      declare: (args: FoonParser) =>
        fileOption(args).options({
          level: levelOption('Basis for joining two objects in one node'),
          title: option.text('Heading; default: the number of units'),
        }),
      run(args, context) {
        const { foon } = readFile(args.file);
        const text = foonSvg(foon, { level: args.level, ...given({ title: args.title }) });
        deliver({ form: 'svg', foon, text, done: 'drawn' }, args, context);
      },
    }),
    subcommand('merge <files..>', {
      describe: 'Merge networks; equal functional units appear once',
      examples: { 'foon merge tea.txt stir.txt --out both.txt': 'One network from two' },
      declare: (args: FoonParser) =>
        args.positional('files', option.someTexts('Networks, text or JSON')).options({
          level: levelOption('Basis for the equality of objects in two units'),
          to: { choices: FOON_FORMS, describe: 'Form to write; default: that of the first file' },
        }),
      run(args, context) {
        const read = args.files.map(readFile);
        const foons = read.map(({ foon }) => foon);
        const foon = mergeFoons(foons, args.level);
        const unitsRead = foons.reduce((sum, { units }) => sum + units.length, 0);
        const form = args.to ?? read[0]?.form ?? 'text';
        const done = `left of ${unitsRead} in ${counted(read.length, 'file')}`;
        deliver({ form, foon, text: textOf(form, foon), done, unitsRead }, args, context);
      },
    }),
  ],
  commonOptions,
);

type FoonParser = ReturnType<typeof commonOptions>;

function commonOptions(args: Parser) {
  return args.option('out', { ...option.text('File to write; default: standard output'), alias: 'o' });
}

function levelOption(what: string) {
  const describe = `${what}: 1 their labels, 2 states as well, 3 ingredients as well`;
  return { choices: LEVELS, default: 3 as (typeof LEVELS)[number], describe };
}

function fileOption(args: FoonParser) {
  return args.positional('file', option.required('A network, text or JSON'));
}

function readFile(path: string) {
  return readFoonDocument(readText(path, BYTES_MAX, { keepsMark: true }), path);
}

function textOf(form: FoonForm, foon: Foon, layout?: FoonLayout): string {
  return form === 'json' ? writeFoonJson(foon, layout) : writeFoon(foon, layout);
}

type Product = Readonly<{
  form: FoonForm | 'svg';
  foon: Foon;
  text: string;
  done: string;
  unitsRead?: number;
}>;

function deliver(
  { form, foon, text, done, unitsRead }: Product,
  { out, json }: { out: string | undefined; json: boolean },
  { terminal }: CommandContext,
): void {
  if (out !== undefined) writeWhole(out, text);
  const units = foon.units.length;
  if (json) terminal.out(JSON.stringify({ form, units, unitsRead, ...(out === undefined ? { text } : { out }) }));
  else if (out === undefined) terminal.out(text);
  terminal.say(`${counted(units, 'functional unit')} ${done}${out === undefined ? '' : `: ${out}`}`);
}
