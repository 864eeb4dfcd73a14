import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface Letter {
  /** Names the file, where letters are files. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** Where letters go. Throws when one could not be handed over. */
export interface Post {
  send(letter: Letter): Promise<void>;
}

const LIMIT_MS = 30_000;

/** To the mail server of SMTP_URL. */
function byServer(smtp_url: string, from: string): Post {
  const limits = { connectionTimeout: LIMIT_MS, greetingTimeout: LIMIT_MS, socketTimeout: LIMIT_MS };
  const transport = createTransport({ url: smtp_url, ...limits });
  return {
    send: async ({ to, subject, text }) => {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
}

/** Into a folder, one .eml file a letter, so that an installation without a mail server can be tried out. */
function intoFolder(folder: string, from: string, clock: () => Date): Post {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async ({ id, to, subject, text }) => {
      const date = clock();
      const { message } = await transport.sendMail({ from, to: { name: '', address: to }, subject, text, date });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${date.toISOString().replaceAll(':', '-')}-${id}.eml`;
      await writeFile(join(folder, name), message as Buffer, { mode: 0o600 });
    },
  };
}

export interface PostOptions {
  smtp_url: string | undefined;
  from: string;
  folder: string;
  clock: () => Date;
}

export function openPost({ smtp_url, from, folder, clock }: PostOptions): Post {
  return smtp_url ? byServer(smtp_url, from) : intoFolder(folder, from, clock);
}
