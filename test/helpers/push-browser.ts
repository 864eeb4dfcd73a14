import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { PushMessage } from '../../contract/push.ts';

/** A browser with a push subscription, which decrypts its messages according to RFC 8291. */
export interface PushBrowser {
  /** Returns the body of push.subscribe. The default endpoint is a new one at a known push service. */
  subscription(endpoint?: string): { endpoint: string; p256dh: string; auth: string };
  /** Decrypts the body of a request to the push service. */
  read(body: Buffer): PushMessage;
}

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Decrypts a message. Throws if it was not encrypted for the keys of this browser. */
export function decryptBody(body: Buffer, keys: { private_key: Buffer; auth: Buffer }): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(keys.private_key);
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)];
  const [sender, text] = [body.subarray(21, 21 + length), body.subarray(21 + length)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const input = derive(pair.computeSecret(sender), keys.auth, info, 32);
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const cipher = createDecipheriv(
    'aes-128-gcm',
    key,
    derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  cipher.setAuthTag(text.subarray(-16));
  const plain = Buffer.concat([cipher.update(text.subarray(0, -16)), cipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

export function createPushBrowser(): PushBrowser {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys().toString('base64url');
  const auth = randomBytes(16);
  const newEndpoint = () => `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString('base64url')}`;
  return {
    subscription: (endpoint = newEndpoint()) => ({ endpoint, p256dh, auth: auth.toString('base64url') }),
    read: (body) => PushMessage.parse(JSON.parse(decryptBody(body, { private_key: pair.getPrivateKey(), auth }))),
  };
}
