/**
 * Test support: `node play_rounds.ts FIRST_ROUND` plays rounds of fuzzing until it is ended. It prints JSON Lines: `{}` when
 * something got done, and a `PlayedRound` for each round.
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
