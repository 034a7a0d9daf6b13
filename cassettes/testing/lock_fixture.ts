/** Locks a tape and says so, to be killed: `node lock_fixture.ts PATH`. */
import { lockTape } from '../writing/tape_lock.ts';

lockTape(process.argv[2] ?? '');
process.stdout.write('locked\n');
process.stdin.resume(); // until it is killed, or whoever started it is gone
