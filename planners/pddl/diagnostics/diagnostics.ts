import { formatPlace, type Place } from './wording.ts';

export type Failure = 'parse' | 'schema';

const KINDS = {
  parse: [
    'unreadable missing_closing missing_opening text_after_end no_define no_name bad_section unknown_section',
    'unknown_requirement bad_name bad_type bad_declaration bad_action bad_condition bad_effect nested_term bad_value',
    'bad_fact bad_goal bad_metric',
  ],
  schema: [
    'wrong_file missing_part too_many_types reserved_type cyclic_type unknown_type unknown_operator unknown_predicate',
    'unknown_variable unknown_object wrong_arity equality_in_effect duplicate_object domain_mismatch contradictory_fact',
  ],
  unsupported: ['unsupported'],
  warning: [
    'undeclared_requirement section_out_of_order no_names_before_type dash_in_name mark_in_name variable_as_object',
    'undeclared_type duplicate_type duplicate_predicate duplicate_function duplicate_action duplicate_parameter',
    'reserved_predicate shadowed_variable argument_type duplicate_fact equality_in_init undeclared_function',
    'function_arguments object_fluent several_costs empty_effect same_name',
  ],
} as const;

type Severity = keyof typeof KINDS;
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;
export type DiagnosticKind = Words<(typeof KINDS)[Severity][number]>;

const severities = (Object.keys(KINDS) as Severity[]).flatMap((severity) => {
  return KINDS[severity].flatMap((line) => line.split(' ').map((kind) => [kind as DiagnosticKind, severity] as const));
});
export const DIAGNOSTIC_KINDS: ReadonlyMap<DiagnosticKind, Severity> = new Map(severities);

export type PddlFile = 'domain' | 'problem';

export type Span = Place & Readonly<{ start: number; end: number }>;

export type PddlWarning = Place & Readonly<{ kind: DiagnosticKind; file: PddlFile; message: string }>;
export type PddlError = PddlWarning & { readonly status: 'invalid' | 'unsupported' };

type ParenthesisPlace = 'before it' | 'in it';

const DIAGNOSTICS_MAX = 100;

export class Diagnostics {
  readonly file: PddlFile;
  readonly errors: PddlError[] = [];
  readonly warnings: PddlWarning[] = [];
  imbalance: Readonly<{ error: PddlError; unfinished: readonly Place[] }> | null = null;
  readonly #parentheses = new Map<PddlError, ParenthesisPlace>();

  constructor(file: PddlFile) {
    this.file = file;
  }

  /** `message` may be a function, since likely names are slow to find. */
  report(
    kind: DiagnosticKind,
    where: Place | { readonly at: Place },
    message: string | (() => string),
    parenthesis?: ParenthesisPlace,
  ): null {
    const { file } = this;
    const { line, column } = 'at' in where ? where.at : where;
    const severity = DIAGNOSTIC_KINDS.get(kind);
    const list: PddlWarning[] = severity === 'warning' ? this.warnings : this.errors;
    const isDuplicate = (other: PddlWarning) => other.kind === kind && other.line === line && other.column === column;
    if (list.length >= DIAGNOSTICS_MAX || list.some(isDuplicate)) return null;
    const text = typeof message === 'string' ? message : message();
    const warning = { kind, file, line, column, message: `${file}, ${formatPlace({ line, column })}: ${text}` };
    if (severity === 'warning') this.warnings.push(warning);
    else {
      const error: PddlError = { status: severity === 'unsupported' ? severity : 'invalid', ...warning };
      this.errors.push(error);
      if (parenthesis !== undefined) this.#parentheses.set(error, parenthesis);
    }
    return null;
  }

  reportImbalance(kind: DiagnosticKind, where: Place, message: string, unfinished: readonly Place[]): void {
    this.report(kind, where, message);
    this.imbalance = { error: this.errors.at(-1)!, unfinished };
  }

  /** Errors between the first and an imbalance of parentheses may only follow from it. */
  verdict(): readonly PddlError[] {
    const frameError = this.errors.find(({ kind }) => kind === 'wrong_file' || kind === 'no_define');
    if (frameError !== undefined) return [frameError];
    if (this.imbalance === null) return this.errors;
    const { error: last, unfinished } = this.imbalance;
    const [first] = this.errors
      .filter((error) => error.status === 'invalid' && error.kind !== 'missing_part' && byPlace(error, last) < 0)
      .filter((error) => !unfinished.some((place) => formatPlace(place) === formatPlace(error)))
      .sort(byPlace);
    if (first === undefined) return [last];
    const parenthesis = this.#parentheses.get(first);
    const isClosing = last.kind === 'missing_closing';
    if (parenthesis === undefined || (parenthesis === 'in it' && !isClosing)) return [first, last];
    return [
      { ...first, message: `${first.message}; perhaps a "${isClosing ? ')' : '('}" is missing ${parenthesis}` },
      last,
    ];
  }
}

export function byPlace(a: PddlWarning, b: PddlWarning): number {
  if (a.file !== b.file) return a.file === 'domain' ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
