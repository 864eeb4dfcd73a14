import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface Email {
  /** Used in the file name if emails are written to files. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** Delivers emails. `send` throws if the mail server does not accept the email. */
export interface Mailer {
  send(email: Email): Promise<void>;
}

const TIMEOUT_MS = 30_000;

/** Creates a mailer that sends through the mail server in SMTP_URL. */
function smtpMailer(smtp_url: string, from: string): Mailer {
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: smtp_url, ...limits });
  return {
    send: async ({ to, subject, text }) => {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
}

/** Creates a mailer that writes one .eml file per email, so that the product works without a mail server. */
function folderMailer(folder: string, from: string, clock: () => Date): Mailer {
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

export interface MailerOptions {
  smtp_url: string | undefined;
  from: string;
  folder: string;
  clock: () => Date;
}

/** Creates a mailer that sends through SMTP_URL if it is set, and otherwise writes emails to `folder`. */
export function createMailer({ smtp_url, from, folder, clock }: MailerOptions): Mailer {
  return smtp_url ? smtpMailer(smtp_url, from) : folderMailer(folder, from, clock);
}
