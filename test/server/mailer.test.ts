import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createMailer } from '../../server/mail/mailer.ts';
import { renderEmail, type EmailTemplate } from '../../server/mail/templates.ts';

const clock = () => new Date('2026-03-02T08:00:00.000Z');
const from = 'Haversack <no-reply@example.org>';
const email = { id: 'one', to: 'anna@example.org', subject: 'Ваш пароль', text: 'Hello Anna,\n\nhttp://localhost/x' };

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'haversack-post-'));
  folders.push(folder);
  return folder;
}

/** Starts a minimal mail server that accepts an email. */
async function startMailServer(): Promise<{ url: string; received: () => string; server: Server }> {
  let received = '';
  const server = createServer((socket) => {
    let isBody = false;
    socket.write('220 here\r\n');
    socket.on('data', (data) => {
      received += data.toString();
      const text = data.toString();
      if (isBody && !text.endsWith('\r\n.\r\n')) return;
      if (isBody) isBody = false;
      else if (text.startsWith('DATA')) isBody = true;
      socket.write(isBody ? '354 go on\r\n' : '250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received: () => received, server };
}

describe('emails', () => {
  it('writes emails to a file readable only by its owner when there is no mail server', async () => {
    const folder = join(newFolder(), 'mail');
    await createMailer({ smtp_url: undefined, from, folder, clock }).send(email);
    const [name] = readdirSync(folder);
    expect(name).toBe('2026-03-02T08-00-00.000Z-one.eml');
    const text = readFileSync(join(folder, name!), 'utf8');
    expect(text).toContain('To: anna@example.org');
    expect(text).toContain('From: Haversack <no-reply@example.org>');
    expect(text).toContain('http://localhost/x');
    expect(statSync(join(folder, name!)).mode & 0o077).toBe(0);
  });

  it('sends emails through the configured mail server', async () => {
    const { url, received, server } = await startMailServer();
    await createMailer({ smtp_url: url, from, folder: newFolder(), clock }).send(email);
    server.close();
    expect(received()).toContain('RCPT TO:<anna@example.org>');
    expect(received()).toContain('http://localhost/x');
  });

  it('throws when the delivery of an email fails, so that the job is retried', async () => {
    const { url, server } = await startMailServer();
    server.close();
    await expect(createMailer({ smtp_url: url, from, folder: newFolder(), clock }).send(email)).rejects.toThrow();
  });

  it('writes no Bcc header, even if the address of the recipient contains one', async () => {
    const folder = join(newFolder(), 'mail');
    const to = 'anna@example.org, eve@example.org\r\nBcc: eve@example.org';
    await createMailer({ smtp_url: undefined, from, folder, clock })
      .send({ ...email, to })
      .catch(() => {});
    const text = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');
    expect(text).not.toMatch(/^Bcc:/m);
  });
});

describe('email templates', () => {
  const names: EmailTemplate[] = ['recover', 'password_changed', 'let_in', 'code', 'email_changed', 'deletion'];
  const facts = { name: 'Anna', url: 'http://x', by: 'Olga', code: '123456', day: '3 May' };
  it.each(names)('renders the email %s in three languages with every value in place', (name) => {
    const all = (['en', 'ru', 'de'] as const).map((language) => renderEmail(name, language, facts));
    expect(new Set(all.map(({ subject }) => subject)).size).toBe(3);
    for (const { subject, text } of all) {
      expect(`${subject}${text}`).not.toMatch(/[{}]/);
      expect(text).toContain('Anna');
    }
  });
});
