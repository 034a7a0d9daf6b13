/** What a scripted model answers to the questions of one episode. */

/** The reply to a question: what is asked for, and how often that was asked before. */
export type Script = (purpose: string, askedBefore: number) => string;
