/** Reads RSS 2.0, RSS 1.0 and Atom. Pure. */
import {
  getAttribute,
  getElementText,
  getLocalName,
  listChildElements,
  parseXml,
  toPlainText,
  type XmlElement,
  walkDescendants,
} from '../../../media/metadata/xml'
import { decodeXml } from '../../../media/metadata/xml-text'

export interface FeedItem {
  /** null if the item does not contain one. */
  id: string | null
  title: string
  link: string | null
  description: string
  language: string | null
  infoHash: string | null
  releasedAt: Date | null
}

export const maxItems = 500
const maxTextLength = 2000

export interface Feed {
  items: FeedItem[]
  /** False if the document was cut off. */
  isComplete: boolean
}

/** Returns null if the document is not a feed. Items after the first 500 are dropped. */
export function parseFeed(bytes: Uint8Array): Feed | null {
  const root = parseXml(bytes)
  if (!root || !/^(rss|feed|rdf)$/i.test(getLocalName(root))) return null
  return { items: listItems(root), isComplete: hasEnd(decodeXml(bytes), root.name) }
}

/**
 * Searches the whole text for the end tag, because elements may be unclosed, and servers add
 * scripts, images or warnings after the end.
 */
function hasEnd(xml: string, rootName: string): boolean {
  const tags = xml.replace(/<!--.*?(?:-->|$)|<!\[CDATA\[.*?(?:\]\]>|$)/gs, '')
  const name = RegExp.escape(rootName)
  return new RegExp(`</${name}(?:\\s[^<>]*)?>|<${name}(?:\\s[^<>]*)?/>`, 'i').test(tags)
}

function listItems(root: XmlElement): FeedItem[] {
  const items: FeedItem[] = []
  const [channel = root] = listChildElements(root, 'channel')
  const usualLanguage = readLanguage(readFirst(channel, ['language']))
  for (const element of walkDescendants(root)) {
    if (!/^(item|entry)$/i.test(getLocalName(element))) continue
    const item = readItem(element, usualLanguage)
    if (item) items.push(item)
    if (items.length === maxItems) break
  }
  return items
}

function readItem(element: XmlElement, usualLanguage: string | null): FeedItem | undefined {
  const read = (...names: string[]) => readFirst(element, names)
  const title = read('title')
  if (title === null) return undefined
  const hash = read('infoHash')?.toLowerCase() ?? null
  return {
    id: read('guid', 'id'),
    title,
    link: readLink(element),
    description: read('description', 'summary') ?? '',
    language: readLanguage(read('language')) ?? usualLanguage,
    infoHash: hash && /^[0-9a-f]{40}$/.test(hash) ? hash : null,
    releasedAt: readDate(read('pubDate', 'published', 'updated', 'date')),
  }
}

function readFirst(element: XmlElement, names: readonly string[]): string | null {
  for (const name of names) {
    const [child] = listChildElements(element, name)
    const text = toPlainText(getElementText(child)).replaceAll('\0', '').trim()
    if (text !== '') return text.slice(0, maxTextLength)
  }
  return null
}

/** Accepts only web URLs, because other URLs could run scripts. */
function readLink(element: XmlElement): string | null {
  for (const link of listChildElements(element, 'link')) {
    const rel = getAttribute(link, 'rel') ?? 'alternate'
    const address = (getAttribute(link, 'href') ?? getElementText(link)).trim()
    if (rel === 'alternate' && /^https?:\/\//i.test(address) && URL.canParse(address)) {
      return address.slice(0, maxTextLength)
    }
  }
  return null
}

const readLanguage = (text: string | null) =>
  text && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text) ? text.toLowerCase() : null

function readDate(text: string | null): Date | null {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) || time < 0 || time > 4_102_444_800_000 ? null : new Date(time)
}
