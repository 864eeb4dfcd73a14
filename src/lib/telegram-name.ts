/** Returns the username of `@name`, `t.me/name`, `https://t.me/name` or `tg://resolve?domain=name`. */
export function telegramName(written: string): string {
  const text = written.trim();
  const link = /^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.(?:me|dog)\/(?:s\/)?@?([A-Za-z0-9_]+)\/?(?:\?.*)?$/i.exec(
    text,
  );
  const deepLink = /^tg:\/\/resolve\?domain=([A-Za-z0-9_]+)/i.exec(text);
  return link?.[1] ?? deepLink?.[1] ?? text.replace(/^@/, '');
}
