import { PAGE_CLASS } from './page-tree.ts';

// One style sheet for public pages and for the preview of the editor. Its rules apply only within the root element of
// the page, and its breakpoints depend on the width of that element instead of the window. Colours have a contrast of
// at least 4.5:1 to their background.

const light = `--paper:#fbf9f5;--sheet:#fff;--well:#f1ede6;--line:#e4ded3;--edge:#857e71;--ink:#1b1e22;--ink-2:#4a5057;
--accent:#0b6b63;--accent-ink:#fff;--soft:#dff0ec;--mark:#ebe6f5;--mark-ink:#4a2d82;--need:#b3261e`;
const dark = `--paper:#14171a;--sheet:#1c2024;--well:#252a2f;--line:#2f353b;--edge:#7d858d;--ink:#f2efe9;--ink-2:#b3b9c0;
--accent:#5fd0c2;--accent-ink:#06231f;--soft:#12332f;--mark:#332a4a;--mark-ink:#d3c4f5;--need:#ff9a90`;

/** The rules of a page. `&` stands for the page itself. */
const rules = `
& {${light};container-type:inline-size;color-scheme:light dark;background:var(--paper);color:var(--ink);
  font:400 16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere;
  min-height:100%;-webkit-text-size-adjust:100%}
& *,& *::before {box-sizing:border-box}
& h1,& h2,& h3,& p,& ul,& ol,& figure,& blockquote,& address {margin:0;padding:0;font-style:normal}
& h1 {font-weight:700;font-size:30px;line-height:1.15;letter-spacing:-.02em;text-wrap:balance}
& h2 {font-weight:700;font-size:21px;line-height:1.25;letter-spacing:-.01em}
& h3 {font-weight:600;font-size:17px;line-height:1.3}
& a {color:var(--accent);text-underline-offset:.15em}
& :focus-visible {outline:3px solid var(--accent);outline-offset:3px}
& img {display:block;max-width:100%;height:auto}
& .block {max-width:724px;margin:0 auto;padding:14px 22px}
& .hero-block {max-width:none;padding:0}
& .block:last-child {padding-bottom:36px}
& .heading-block,& header.block {padding-top:26px;padding-bottom:0}
& .text-block {display:grid;gap:12px}
& .text-block ul,& .text-block ol {padding-left:1.4em}
& .hero {display:grid;max-width:1120px;margin:0 auto}
& .cover img {width:100%;height:212px;object-fit:cover}
& .intro {display:grid;gap:10px;justify-items:start;align-content:center;padding:26px 22px 20px;max-width:724px;width:100%}
& .hero:not(.split)>.intro {margin:0 auto}
& .intro p {color:var(--ink-2)}
& .button,& button {display:inline-block;min-height:48px;padding:12px 22px;border:0;border-radius:12px;
  background:var(--accent);color:var(--accent-ink);font:inherit;font-weight:600;line-height:24px;text-align:center;
  text-decoration:none;cursor:pointer}
& .intro .button {margin-top:6px}
& .button:hover,& button:hover {filter:brightness(.93)}
& .image img,& .video img,& .gallery img {border-radius:16px}
& .image img {margin:0 auto}
& .gallery {display:grid;grid-template-columns:1fr 1fr;gap:12px;list-style:none}
& .gallery img {width:100%;aspect-ratio:1;object-fit:cover}
& .video a {position:relative;display:grid;place-items:center;min-height:180px;border-radius:16px;overflow:hidden;
  background:var(--well);text-decoration:none}
& .video a>* {grid-area:1/1}
& .video img {width:100%}
& .video iframe,& .video video {display:block;width:100%;aspect-ratio:16/9;border:0;border-radius:16px;background:#000}
& .play {padding:12px 20px;border-radius:24px;background:var(--accent);color:var(--accent-ink);font-weight:600}
& .play::before {content:"";display:inline-block;margin-right:10px;border:solid transparent;border-width:7px 0 7px 12px;
  border-left-color:currentcolor;vertical-align:-1px}
& figcaption,& small,& .hint {color:var(--ink-2);font-size:14px;line-height:1.4}
& .video figcaption {margin-top:8px}
& form {display:grid;gap:14px;padding:18px;border:1px solid var(--line);border-radius:16px;background:var(--sheet)}
& .field {display:grid;gap:5px}
& .field label {font-weight:500;font-size:15px}
& input:not([type=checkbox]),& textarea {width:100%;min-height:48px;padding:10px 13px;border:1px solid var(--edge);
  border-radius:10px;background:var(--sheet);color:var(--ink);font:inherit}
& textarea {resize:vertical}
& [aria-invalid] {border-color:var(--need)}
& .error {color:var(--need);font-size:14px}
& .alert {padding:14px 16px;border-radius:12px;background:var(--well)}
& .alert:empty {display:none}
& div.alert {display:grid;gap:12px;margin-bottom:12px}
& .consent {display:grid;grid-template-columns:24px 1fr;gap:9px;font-size:14px;line-height:1.45;color:var(--ink-2)}
& .consent input {width:20px;height:20px;margin:0;accent-color:var(--accent)}
& .consent .error {grid-column:2}
& .extra {position:absolute;left:-10000px;width:1px;height:1px;overflow:hidden}
& .contacts {display:grid;gap:10px;list-style:none}
& .contacts li {display:grid;grid-template-columns:minmax(88px,auto) 1fr;gap:12px}
& .label {color:var(--ink-2)}
& .faq details {border-bottom:1px solid var(--line)}
& summary {display:flex;align-items:center;justify-content:space-between;gap:16px;padding:14px 0;font-weight:600;
  cursor:pointer;list-style:none}
& summary::-webkit-details-marker {display:none}
& summary::after {content:"";flex:none;width:8px;height:8px;margin-right:4px;border:solid var(--ink-2);
  border-width:0 2px 2px 0;transform:translateY(-2px) rotate(45deg)}
& [open]>summary::after {transform:translateY(2px) rotate(225deg)}
& .faq p {padding-bottom:16px;color:var(--ink-2)}
& .quote {padding:18px 20px;border-radius:16px;background:var(--well)}
& .quote blockquote {font-size:17px;line-height:1.5}
& .quote figcaption {display:flex;align-items:center;gap:10px;margin-top:12px;color:var(--ink);font-weight:500}
& .initials {flex:none;display:grid;place-items:center;width:36px;height:36px;border-radius:50%;
  background:var(--mark);color:var(--mark-ink);font-weight:700;font-size:13px}
& .list {display:grid;gap:12px;list-style:none;counter-reset:n}
& .list li {position:relative;min-height:28px;padding:1px 0 0 40px}
& .list li::before {content:"•";position:absolute;left:0;top:0;width:28px;height:28px;border-radius:50%;
  background:var(--soft);color:var(--accent);font-weight:700;font-size:14px;line-height:28px;text-align:center}
& .list.star li::before {content:"★" / ""}
& .list.number li::before {counter-increment:n;content:counter(n)}
& .list.check li::before {content:""}
& .list.check li::after {content:"";position:absolute;left:11px;top:6px;width:6px;height:11px;border:solid var(--accent);
  border-width:0 2px 2px 0;transform:rotate(40deg)}
& .countdown {padding:18px 20px;border-radius:16px;background:var(--soft);text-align:center}
& .left {font-weight:700;font-size:24px;line-height:1.25;font-variant-numeric:tabular-nums}
& time {color:var(--ink-2);font-size:14px}
& a.card {display:grid;gap:4px;padding:16px 18px;border:1px solid var(--line);border-radius:16px;background:var(--sheet);
  color:var(--ink);text-decoration:none}
& a.card:hover strong {text-decoration:underline}
& .kind {color:var(--ink-2);font-size:13px}
& hr {margin:12px 0;border:0;border-top:1px solid var(--line)}
& footer {border-top:1px solid var(--line);color:var(--ink-2);font-size:14px}
& footer p,& footer ul {max-width:724px;margin:0 auto;padding:14px 22px}
& footer ul {display:flex;flex-wrap:wrap;gap:8px 20px;padding-top:0;padding-bottom:24px;list-style:none}
& footer a {display:inline-block;padding:6px 0;color:inherit}
@container (min-width:600px) {
  & h1 {font-size:38px}
  & .hero.split {grid-template-columns:1fr 1fr;align-items:stretch;min-height:320px}
  & .split .cover {order:2;position:relative;min-height:320px}
  & .split .cover img {position:absolute;inset:0;height:100%}
  & .split .intro {gap:14px;padding:40px 32px 40px 44px}
  & .gallery {grid-template-columns:repeat(3,1fr)}
}
@container (min-width:1120px) {
  & .split .cover img {border-radius:0 0 16px 16px}
}
@media (prefers-color-scheme:dark) {
  & {${dark}}
}
@media print {
  & {background:#fff;color:#000}
  & form,& .video .play {display:none}
  & a[href^=http]::after {content:" (" attr(href) ")";font-size:12px;overflow-wrap:anywhere}
  & .block {break-inside:avoid}
}`;

/** Returns CSS without insignificant white space. */
const minify = (css: string): string =>
  css
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(/\s*([{}])\s*/g, '$1')
    .replaceAll(/;}/g, '}');

/** The style sheet of landing pages. */
export const pageStyle: string = minify(rules.replaceAll('&', `.${PAGE_CLASS}`));
