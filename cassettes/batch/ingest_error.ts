export class IngestError extends Error {
  override readonly name = 'IngestError';
  readonly subject: string;

  constructor(message: string, { subject, cause }: { readonly subject: string; readonly cause?: unknown }) {
    super(message, { cause });
    this.subject = subject;
  }
}
