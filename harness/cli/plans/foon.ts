import { type Foon, JSON_CHARACTERS_MAX, mergeFoons } from '../../../planners/foon/foon.ts';
import { writeFoon, writeFoonJson } from '../../../planners/foon/foon_json.ts';
import type { FoonLayout } from '../../../planners/foon/foon_layout.ts';
import { counted } from '../../io/errors/counted.ts';
import { FOON_FORMS, type FoonForm, readFoonDocument } from '../../io/read_foon_document.ts';
import { readText } from '../../io/read_text.ts';
import { writeWhole } from '../../io/write_whole.ts';
import { foonSvg } from '../../report/foon/foon_svg.ts';
import { type CommandContext, commandGroup, type Parser, subcommand } from '../terminal/command.ts';
import { given, option } from '../terminal/option.ts';

const BYTES_MAX = 3 * JSON_CHARACTERS_MAX; // in UTF-8

const LEVEL_OPTION = {
  choices: [1, 2, 3] as const,
  default: 3 as 1 | 2 | 3,
  describe: 'Compare objects by: 1 labels; 2 labels and states; 3 labels, states and ingredients',
};

export const foonCommand = commandGroup(
  [
    subcommand('convert <file>', {
      describe: 'Convert text to JSON or JSON to text, without loss',
      examples: { 'foon convert tea.txt --out tea.json': 'Convert a network to JSON' },
      declare: (args: FoonParser) =>
        fileOption(args).options({
          to: { choices: FOON_FORMS, describe: 'Format to write; default: the other format' },
          canonical: option.flag('Remove comments and unusual spellings, and number labels in order of appearance'),
        }),
      run(args, context) {
        const { form, foon, layout } = readFile(args.file);
        const to = args.to ?? (form === 'text' ? 'json' : 'text');
        const text = textOf(to, foon, args.canonical ? undefined : layout);
        deliver({ form: to, foon, text, outcome: `written as ${to === 'json' ? 'JSON' : 'text'}` }, args, context);
      },
    }),
    subcommand('draw <file>', {
      describe: 'Draw a network as SVG, with objects as rounded boxes and motions as squares',
      examples: { 'foon draw tea.txt --title "Make tea" --out tea.svg': 'Draw a network with a heading' },
      declare: (args: FoonParser) =>
        fileOption(args).options({
          level: LEVEL_OPTION,
          title: option.text('Heading of the drawing; default: the number of units'),
        }),
      run(args, context) {
        const { foon } = readFile(args.file);
        const text = foonSvg(foon, { level: args.level, ...given({ title: args.title }) });
        deliver({ form: 'svg', foon, text, outcome: 'drawn' }, args, context);
      },
    }),
    subcommand('merge <files..>', {
      describe: 'Merge networks; equal functional units appear once',
      examples: { 'foon merge tea.txt stir.txt --out both.txt': 'Merge two networks' },
      declare: (args: FoonParser) =>
        args.positional('files', option.requiredTexts('Networks, as text or JSON')).options({
          level: LEVEL_OPTION,
          to: { choices: FOON_FORMS, describe: 'Format to write; default: the format of the first file' },
        }),
      run(args, context) {
        const read = args.files.map(readFile);
        const foons = read.map(({ foon }) => foon);
        const foon = mergeFoons(foons, args.level);
        const unitsRead = foons.reduce((sum, { units }) => sum + units.length, 0);
        const form = args.to ?? read[0]?.form ?? 'text';
        const outcome = `merged from ${unitsRead} in ${counted(read.length, 'file')}`;
        deliver({ form, foon, text: textOf(form, foon), outcome, unitsRead }, args, context);
      },
    }),
  ],
  commonOptions,
);

type FoonParser = ReturnType<typeof commonOptions>;

function commonOptions(args: Parser) {
  return args.option('out', { ...option.text('File to write; default: standard output'), alias: 'o' });
}

function fileOption(args: FoonParser) {
  return args.positional('file', option.required('Network, as text or JSON'));
}

function readFile(path: string) {
  return readFoonDocument(readText(path, BYTES_MAX, { keepsMark: true }), path);
}

function textOf(form: FoonForm, foon: Foon, layout?: FoonLayout): string {
  return form === 'json' ? writeFoonJson(foon, layout) : writeFoon(foon, layout);
}

type FoonOutput = Readonly<{ form: FoonForm | 'svg'; foon: Foon; text: string; outcome: string; unitsRead?: number }>;

function deliver(
  { form, foon, text, outcome, unitsRead }: FoonOutput,
  { out, json }: { out: string | undefined; json: boolean },
  { terminal }: CommandContext,
): void {
  if (out !== undefined) writeWhole(out, text);
  const units = foon.units.length;
  if (json) terminal.out(JSON.stringify({ form, units, unitsRead, ...(out === undefined ? { text } : { out }) }));
  else if (out === undefined) terminal.out(text);
  terminal.say(`${counted(units, 'functional unit')} ${outcome}${out === undefined ? '' : `: ${out}`}`);
}
