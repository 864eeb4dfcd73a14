import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { newFolder } from '../e2e/helpers/start-server.ts';

/** Makes a self-signed certificate for localhost. */
function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = newFolder('tls');
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const openssl = spawnSync('openssl', ['req', ...kind, ...subject, '-keyout', keyFile, '-out', certFile]);
  if (openssl.status !== 0)
    throw new Error(`openssl did not create a certificate: ${String(openssl.stderr ?? openssl.error)}`);
  const certificate = { key: readFileSync(keyFile), cert: readFileSync(certFile) };
  rmSync(folder, { recursive: true });
  return certificate;
}

/** A proxy that terminates TLS, as in front of a real installation. Its address is known before the server starts. */
export interface TlsProxy {
  url: string;
  close: () => void;
}

/** Opens a proxy. Each connection goes to the server whose address `target` returns at that time. */
export async function openTlsProxy(target: () => string): Promise<TlsProxy> {
  const proxy = createServer(makeCertificate(), (socket) => {
    const upstream = connect(Number(new URL(target()).port), '127.0.0.1');
    socket.pipe(upstream).pipe(socket);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return { url: `https://localhost:${port}`, close: () => proxy.close() };
}
