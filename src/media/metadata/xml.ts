import { Parser } from 'htmlparser2'
import { decodeXml, isMisdeclared } from './xml-text'

export interface XmlElement {
  /** Name as in the document, including the prefix. */
  name: string
  attributes: Record<string, string>
  children: (XmlElement | string)[]
}

/**
 * No real metadata document has more tags, and parsing needs ten times the document's size in
 * memory.
 */
const maxMarks = 1_000_000
/** Limited because the lenient parser searches all open elements for each unmatched end tag. */
const maxDepth = 500
const maxSnippetLength = 50_000

/**
 * Parses XML in books. Well-formed XML is parsed strictly, other XML leniently: common errors made
 * by tools are tolerated (see `readings` and xml-text.ts). Neither parser reads external entities or
 * expands nested ones.
 */
export function parseXml(bytes: Uint8Array): XmlElement | null {
  if (countMarks(bytes) > maxMarks) return null
  for (const reading of readings(bytes)) {
    const root = parseStrictly(reading)
    if (root) return root
  }
  return parseForgivingly(decodeXml(bytes))
}

/** Counts `<`, the start of every tag. */
function countMarks(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(0x3c); at >= 0; at = bytes.indexOf(0x3c, at + 1)) count++
  return count
}

export function getLocalName(element: XmlElement): string {
  return element.name.slice(element.name.indexOf(':') + 1)
}

/** Lists the child elements with this name, or all of them. */
export function listChildElements(element: XmlElement | undefined, name?: string): XmlElement[] {
  const found: XmlElement[] = []
  for (const child of element?.children ?? []) {
    if (typeof child !== 'string' && (!name || getLocalName(child) === name)) found.push(child)
  }
  return found
}

/** Finds an attribute by its local name, so that `role` finds `opf:role`. */
export function getAttribute(element: XmlElement, name: string): string | undefined {
  const exact = element.attributes[name]
  if (exact !== undefined) return exact
  const key = Object.keys(element.attributes).find((k) => k.endsWith(`:${name}`))
  return key === undefined ? undefined : element.attributes[key]
}

/**
 * Yields the element and its descendants in document order. Iterative, because malicious files may
 * be deeply nested.
 */
export function* walkDescendants(root: XmlElement): Generator<XmlElement> {
  const open: XmlElement[] = [root]
  for (let next = open.pop(); next; next = open.pop()) {
    yield next
    for (const child of listChildElements(next).toReversed()) open.push(child)
  }
}

/** Returns the text of an element and its descendants, in document order. */
export function getElementText(root: XmlElement | undefined): string {
  if (!root) return ''
  const pieces: string[] = []
  const open: (XmlElement | string)[] = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') pieces.push(next)
    else for (let i = next.children.length - 1; i >= 0; i--) open.push(next.children[i] ?? '')
  }
  return pieces.join('')
}

/** Returns the plain text of an HTML snippet. Each paragraph becomes a line. */
export function toPlainText(html: string): string {
  if (!/<[a-z!/]|&[a-z#]/i.test(html)) return html
  const snippet = html.slice(0, maxSnippetLength)
  let text = ''
  let hidden = 0
  const parser = new Parser({
    onopentagname: (name) => {
      if (isHidden(name)) hidden++
      if (name === 'br') text += '\n'
    },
    onclosetag: (name) => {
      if (isHidden(name)) hidden--
      if (/^(p|div|li|h[1-6]|tr|blockquote)$/.test(name)) text += '\n'
    },
    ontext: (piece) => {
      if (hidden <= 0) text += piece
    },
  })
  parser.end(snippet)
  return text
}

const isHidden = (name: string) => name === 'script' || name === 'style'

/**
 * Yields the bytes unless they declare the wrong encoding. After that, yields the decoded text
 * without leading whitespace. The parser supports UTF-8, UTF-16 and Latin-1.
 */
function* readings(bytes: Uint8Array): Generator<Uint8Array | string> {
  if (!isMisdeclared(bytes)) yield bytes
  yield decodeXml(bytes).trimStart()
}

function parseStrictly(xml: Uint8Array | string): XmlElement | null {
  try {
    return removeComments(Bun.XML.parse(xml, { compact: false }))
  } catch {
    // The XML is malicious or not well-formed, so the lenient parser is used.
    return null
  }
}

/** Removes comments and processing instructions in place. */
function removeComments(root: Bun.XML.Node): XmlElement {
  const open: Bun.XML.Node[] = [root]
  for (let next = open.pop(); next; next = open.pop()) {
    next.children = next.children.filter((child) => typeof child === 'string' || 'name' in child)
    for (const child of next.children) {
      if (typeof child !== 'string' && 'name' in child) open.push(child)
    }
  }
  return root as XmlElement
}

const sliceLength = 32_768

/**
 * Parses a document leniently in slices. Awaits `pause` after each slice, so that the caller can
 * let other requests run. `isComplete` is false for a truncated document.
 */
export async function parseXmlInSlices(
  xml: string,
  pause: () => Promise<void>,
): Promise<{ root: XmlElement; isComplete: boolean } | null> {
  const { parser, document, isEnded } = createForgivingParser()
  let isComplete = false
  try {
    for (let from = 0; from < xml.length; from += sliceLength) {
      parser.write(xml.slice(from, from + sliceLength))
      await pause()
    }
    isComplete = isEnded()
    parser.end()
  } catch (error) {
    if (error instanceof TooDeep) return null
    throw error
  }
  const root = listChildElements(document)[0]
  return root ? { root, isComplete } : null
}

/** Accepts bare `&`, unquoted attributes and truncated files. */
function createForgivingParser() {
  const document: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [document]
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const element: XmlElement = { name, attributes, children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
        if (open.length > maxDepth) throw new TooDeep()
      },
      onclosetag: () => {
        if (open.length > 1) open.pop()
      },
      ontext: (text) => open.at(-1)?.children.push(text),
    },
    { xmlMode: true },
  )
  /** Whether all elements have an end tag. Call this before the parser adds missing end tags. */
  const isEnded = () => open.length === 1
  return { parser, document, isEnded }
}

function parseForgivingly(xml: string): XmlElement | null {
  const { parser, document } = createForgivingParser()
  try {
    parser.end(xml)
  } catch (error) {
    if (error instanceof TooDeep) return null
    throw error
  }
  return listChildElements(document)[0] ?? null
}

class TooDeep extends Error {}
