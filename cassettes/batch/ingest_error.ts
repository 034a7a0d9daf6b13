/** Answers that cannot be ingested as they were given: a file that cannot be read, or a provenance that says nothing. */

export class IngestError extends Error {
  override readonly name = 'IngestError';
  /** The file, or the field of the provenance, that is wrong. */
  readonly subject: string;

  constructor(message: string, { subject, cause }: { readonly subject: string; readonly cause?: unknown }) {
    super(message, { cause });
    this.subject = subject;
  }
}
