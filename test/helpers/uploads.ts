import { sha256Of } from './images.ts';
import type { TestReply, TestServer } from './server.ts';

interface Uploader {
  token: string;
}

/** Announces the upload of a file, which is a PNG unless `fields` specify otherwise. */
export const beginUpload = (
  server: TestServer,
  { token }: Uploader,
  data: Buffer,
  fields: object = {},
): Promise<TestReply> =>
  server.call('sync.upload', {
    token,
    params: { sha256: sha256Of(data) },
    body: { bytes: data.length, mime: 'image/png', ...fields },
  });

/** Announces a PNG and uploads it in one part. Returns the response to the part. */
export async function uploadInOnePart(server: TestServer, user: Uploader, data: Buffer): Promise<TestReply> {
  await beginUpload(server, user, data);
  const params = { sha256: sha256Of(data) };
  return server.call('sync.upload_part', { token: user.token, params, query: { offset: 0 }, body: data });
}
