import { connect } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** How many requests to send for one path. */
export interface LoadPlan {
  port: number;
  path: string;
  requests: number;
}

const CONNECTIONS = 32;

/** Sends requests one after another over one connection, like a browser that keeps the connection open. */
function sendRequests({ port, path }: LoadPlan, takeRequest: () => boolean): Promise<void> {
  const request = `GET ${path} HTTP/1.1\r\nHost: pages.example\r\nAccept-Encoding: gzip, deflate, br\r\nUser-Agent: Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile\r\n\r\n`;
  return new Promise((resolve, reject) => {
    let head = '';
    let missingBytes = -1;
    const socket = connect(port, '127.0.0.1');
    const send = () => {
      head = '';
      missingBytes = -1;
      if (takeRequest()) socket.write(request);
      else socket.end(resolve);
    };
    const receive = (chunk: Buffer) => {
      if (missingBytes < 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!head.startsWith('HTTP/1.1 200')) reject(new Error(head.slice(0, end)));
        missingBytes = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (head.length - end - 4);
      } else missingBytes -= chunk.length;
      if (missingBytes === 0) send();
    };
    socket.on('connect', send).on('data', receive).on('error', reject);
  });
}

parentPort?.on('message', (load: LoadPlan) => {
  let remaining = load.requests;
  const takeRequest = () => {
    remaining -= 1;
    return remaining >= 0;
  };
  void Promise.all(Array.from({ length: CONNECTIONS }, () => sendRequests(load, takeRequest))).then(() =>
    parentPort?.postMessage('done'),
  );
});
