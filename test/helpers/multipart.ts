import { randomBytes } from 'node:crypto';
import { callNamed, type CallName } from '../../contract/api-calls/index.ts';
import { callUrl } from './server.ts';
import type { Person, SyncServer } from './sync-server.ts';

export type Part =
  | { name: string; value: string }
  | { name: string; file: Uint8Array; filename?: string; type?: string };

/** Builds a multipart body as browsers do. */
export function multipartBody(parts: readonly Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----${randomBytes(12).toString('hex')}`;
  const chunks = parts.flatMap((part) => {
    const isFile = 'file' in part;
    const name = isFile ? `; filename="${part.filename ?? 'photo.jpg'}"` : '';
    const type = isFile ? `Content-Type: ${part.type ?? 'image/jpeg'}\r\n` : '';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${name}\r\n${type}\r\n`;
    return [Buffer.from(head), Buffer.from(isFile ? part.file : part.value), Buffer.from('\r\n')];
  });
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Sends a call with a multipart body. */
export async function sendForm(
  server: SyncServer,
  person: Person,
  call: CallName,
  body: { payload: Buffer; headers: Record<string, string> },
  { id = '', headers = {} }: { id?: string; headers?: Record<string, string> } = {},
) {
  const reply = await server.plain.app.inject({
    method: callNamed(call).method,
    url: callUrl(call, { params: { id } }),
    headers: { authorization: `Bearer ${person.token}`, ...body.headers, ...headers },
    payload: body.payload,
  });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>(), headers: reply.headers };
}
