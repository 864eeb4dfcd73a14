import { isWebUrl } from './props.ts';
import { element, type LandingElement, type LandingNode } from './tree.ts';

// The markup of text blocks: paragraphs, line breaks, lists, **bold**, *italic*, [links](https://…) and bare web
// addresses. Everything else, including HTML, is plain text.

const MARKS =
  /\*\*(?=\S)(?<bold>[^\n]+?)\*\*(?!\*)|\*(?=\S)(?<italic>[^\n*]+)\*|\[(?<label>[^\]\n]+)\]\((?<target>[^\s()]+)\)|(?<bare>https?:\/\/[^\s<>"]+)/g;

/** Punctuation at the end of a bare address belongs to the sentence, not to the address. */
const TRAILING_PUNCTUATION = /[.,;:!?)\]}'»”*]+$/;

const BULLET_ITEM = /^\s*[-*•]\s+(?<text>\S.*)$/;
const NUMBERED_ITEM = /^\s*\d{1,3}[.)]\s+(?<text>\S.*)$/;

/** Returns a link to another site, or only its label if the address is not that of a web page. */
export const webLink = (url: string, label: readonly LandingNode[]): LandingNode[] =>
  isWebUrl(url) ? [element('a', { href: url, rel: 'nofollow ugc noopener' }, label)] : [...label];

function markupNodes(groups: Partial<Record<string, string>>, match: string, isInLink: boolean): LandingNode[] {
  const { bold, italic, label, target, bare } = groups;
  if (bold !== undefined) return [element('strong', {}, inlineNodes(bold, isInLink))];
  if (italic !== undefined) return [element('em', {}, inlineNodes(italic, isInLink))];
  if (isInLink) return [match];
  if (label !== undefined && target !== undefined)
    return isWebUrl(target) ? webLink(target, inlineNodes(label, true)) : [match];
  const url = (bare ?? '').replace(TRAILING_PUNCTUATION, '');
  return [...webLink(url, [url]), (bare ?? '').slice(url.length)];
}

/** Returns the nodes of one line with markup. */
function inlineNodes(text: string, isInLink = false): LandingNode[] {
  const nodes: LandingNode[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    nodes.push(text.slice(end, match.index), ...markupNodes(match.groups ?? {}, match[0], isInLink));
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
}

/** Joins lines with line breaks. */
const joinLines = (lines: readonly LandingNode[][]): LandingNode[] =>
  lines.flatMap((line, index) => (index === 0 ? line : [element('br', {}), ...line]));

/** Returns the nodes of a plain text, with its line breaks. */
export const plainNodes = (text: string): LandingNode[] => joinLines(text.split('\n').map((line) => [line]));

type LineKind = 'p' | 'ul' | 'ol';

function parseLine(line: string): { kind: LineKind; text: string } {
  const bulletText = BULLET_ITEM.exec(line)?.groups?.['text'];
  if (bulletText !== undefined) return { kind: 'ul', text: bulletText };
  const numberedText = NUMBERED_ITEM.exec(line)?.groups?.['text'];
  return numberedText === undefined ? { kind: 'p', text: line.trim() } : { kind: 'ol', text: numberedText };
}

function groupNode(kind: LineKind, lines: readonly string[]): LandingElement {
  const nodes = lines.map((line) => inlineNodes(line));
  return kind === 'p'
    ? element('p', {}, joinLines(nodes))
    : element(
        kind,
        {},
        nodes.map((line) => element('li', {}, line)),
      );
}

/** Returns the paragraphs and lists of a text with markup. */
export function markdownNodes(text: string): LandingElement[] {
  const groups: { kind: LineKind; lines: string[] }[] = [];
  let isContinued = false;
  for (const line of text.split('\n')) {
    const { kind, text: content } = parseLine(line);
    const last = groups.at(-1);
    if (content === '') isContinued = false;
    else if (last && last.kind === kind && (isContinued || kind !== 'p')) last.lines.push(content);
    else groups.push({ kind, lines: [content] });
    if (content !== '') isContinued = true;
  }
  return groups.map(({ kind, lines }) => groupNode(kind, lines));
}
