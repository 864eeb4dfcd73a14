import { ViewJournal } from '../../server/landing/views/journal.ts';
import { journalLine } from '../../server/landing/views/tally.ts';

// A process that adds views to a journal until it is killed. After each iteration of the event loop, it prints the
// number of added views.

const [folder = '', day = '', flow_id = ''] = process.argv.slice(2);
const PER_TURN = 20;

const journal = new ViewJournal(folder, (error) => {
  throw error;
});

let count = 0;
function turn(): void {
  for (let n = 0; n < PER_TURN; n += 1) {
    count += 1;
    journal.add(journalLine(day, flow_id, '', String(count).padStart(22, '0')));
  }
  process.stdout.write(`${count}\n`);
  setImmediate(turn);
}
turn();
