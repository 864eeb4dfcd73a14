import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { newFolder } from './start-server.ts';

export interface Certificates {
  key: Buffer;
  /** The certificate of the hosts, followed by the certificate of the authority that has signed it. */
  chain: Buffer;
  /** SHA-256 of the authority's public key, Base64, as in `--ignore-certificate-errors-spki-list`. */
  authority_hash: string;
}

/** Creates a certificate authority and a certificate for some hosts, with openssl. */
export function makeCertificates(hosts: readonly string[]): Certificates {
  const folder = newFolder('certificates');
  const file = (name: string) => join(folder, name);
  const run = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  run('req', '-x509', ...newKey, ...['-keyout', file('ca.key'), '-out', file('ca.pem'), '-subj', '/CN=Test CA']);
  run('req', ...newKey, ...['-keyout', file('host.key'), '-out', file('host.csr'), '-subj', `/CN=${hosts[0]}`]);
  writeFileSync(file('names'), `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}\n`);
  const hostArgs = ['-in', file('host.csr'), '-out', file('host.pem'), '-days', '2', '-extfile', file('names')];
  run('x509', '-req', ...hostArgs, '-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial');
  const authority = readFileSync(file('ca.pem'));
  const spki = new X509Certificate(authority).publicKey.export({ type: 'spki', format: 'der' });
  const certificates = {
    key: readFileSync(file('host.key')),
    chain: Buffer.concat([readFileSync(file('host.pem')), authority]),
    authority_hash: createHash('sha256').update(spki).digest('base64'),
  };
  rmSync(folder, { recursive: true });
  return certificates;
}

/** Accepts TLS connections and passes their bytes on to a server without TLS. */
export class HttpsFront {
  private readonly server: Server;

  constructor({ key, chain }: Certificates, target: () => number) {
    this.server = createServer({ key, cert: chain, ALPNProtocols: ['http/1.1'] }, (clientSocket) => {
      const serverSocket = connect(target(), 'localhost');
      clientSocket.on('error', () => serverSocket.destroy());
      serverSocket.on('error', () => clientSocket.destroy());
      clientSocket.pipe(serverSocket).pipe(clientSocket);
    });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  open(): Promise<void> {
    return new Promise((resolve) => void this.server.listen(0, resolve));
  }

  close(): void {
    this.server.close();
  }
}
