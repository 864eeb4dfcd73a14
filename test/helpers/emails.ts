import type { Email, Mailer } from '../../server/mail/mailer.ts';
import { jobHandlers } from '../../server/jobs/handlers.ts';
import { runDueJobs } from '../../server/jobs/runner.ts';
import type { Jobs } from '../../server/jobs/queue.ts';
import type { TestServer, TestUser } from './server.ts';

/** An in-memory mailbox. Each read first runs the jobs that are due. */
export class Mailbox {
  readonly emails: Email[] = [];
  /** While true, the mail server does not respond. */
  isBroken = false;
  readonly mailer: Mailer = {
    send: async (email) => {
      if (this.isBroken) throw new Error('the mail server does not answer');
      this.emails.push(email);
    },
  };
  private readonly server: TestServer;

  constructor(server: TestServer) {
    this.server = server;
  }

  /** Runs due jobs and removes the emails to this address from the mailbox. */
  async receive(address: string): Promise<Email[]> {
    const { deps } = this.server;
    await runDueJobs(deps, jobHandlers(deps, { mailer: this.mailer, public_url: 'http://localhost:8080' }));
    const found = this.emails.filter(({ to }) => to === address);
    for (const email of found) this.emails.splice(this.emails.indexOf(email), 1);
    return found;
  }

  /** Returns the token of the link in the newest email to this address. */
  async linkTokenFor(address: string, path: string): Promise<string> {
    const email = (await this.receive(address)).at(-1);
    const found = new RegExp(`http://localhost:8080${path}/(\\S+)`).exec(email?.text ?? '');
    if (!found?.[1]) throw new Error(`no link for ${address}`);
    return found[1];
  }
}

/** Returns the templates of the queued emails to a user. */
export async function readQueuedEmailTemplates({ db }: TestServer, { email }: TestUser): Promise<string[]> {
  const jobs = await db.selectFrom('jobs').select('payload').where('kind', '=', 'email').execute();
  return (jobs.map(({ payload }) => payload) as Jobs['email'][])
    .filter(({ to }) => to === email)
    .map(({ template }) => template);
}
