import type { Letter, Post } from '../../server/mail/mailer.ts';
import { jobHandlers } from '../../server/jobs/handlers.ts';
import { runDueJobs } from '../../server/jobs/runner.ts';
import type { TestServer } from './server.ts';

/** A letter box in memory; what is due is done when somebody looks into it. */
export class LetterBox {
  readonly letters: Letter[] = [];
  /** The mail server does not answer. */
  isBroken = false;
  readonly post: Post = {
    send: async (letter) => {
      if (this.isBroken) throw new Error('the mail server does not answer');
      this.letters.push(letter);
    },
  };
  private readonly server: TestServer;

  constructor(server: TestServer) {
    this.server = server;
  }

  /** Does what is due and takes the letters that came to this address out of the box. */
  async open(address: string): Promise<Letter[]> {
    const { deps } = this.server;
    await runDueJobs(deps, jobHandlers(deps, { post: this.post, public_url: 'http://localhost:8080' }));
    const found = this.letters.filter(({ to }) => to === address);
    for (const letter of found) this.letters.splice(this.letters.indexOf(letter), 1);
    return found;
  }

  /** The token of the link in the newest letter to this address. */
  async linkFor(address: string, path: string): Promise<string> {
    const letter = (await this.open(address)).at(-1);
    const found = new RegExp(`http://localhost:8080${path}/(\\S+)`).exec(letter?.text ?? '');
    if (!found?.[1]) throw new Error(`no link for ${address}`);
    return found[1];
  }
}
