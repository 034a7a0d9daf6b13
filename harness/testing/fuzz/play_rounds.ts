/** `node play_rounds.ts FIRST_ROUND` prints JSON Lines: `{}` at any progress, and a `PlayedRound` for each round. */
import { knownReplies } from './known_replies.ts';
import { playRound } from './play_round.ts';

const known = await knownReplies();
for (let round = Number(process.argv[2]); ; round += 1) {
  say(await playRound(round, known, () => say({})));
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
