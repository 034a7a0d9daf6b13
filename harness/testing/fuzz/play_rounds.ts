/**
 * Test support: a process of its own that plays one round of fuzzing after another, to be ended when time is up or it hangs.
 *
 *     node play_rounds.ts FIRST_ROUND
 *
 * It prints JSON Lines: `{}` whenever something got done, and a `PlayedRound` for each round.
 *
 * @module
 */
import { knownReplies } from './known_replies.ts';
import { playRound } from './play_round.ts';

const known = await knownReplies();
for (let round = Number(process.argv[2]); ; round += 1) {
  say(await playRound(round, known, () => say({})));
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
