/**
 * Finds and parses XMP, the XML metadata in a PDF, which is richer than the document information
 * dictionary.
 */
import type { Finding } from '../contents/contents'
import { BookFile } from '../contents/book-file'
import { type FileAuthor, type FileMetadata, flattenRoles } from '../contents/file-metadata'
import { parseIsbn } from './isbn'
import {
  parseChapterNumber,
  cleanLine,
  cleanList,
  cleanText,
  dayRange,
  parseDecimal,
  parseLanguageTag,
  maxListLength,
  monthRange,
  parseWebLinks,
  parseInteger,
  yearRange,
} from './metadata-values'
import {
  type XmlElement,
  listChildElements,
  walkDescendants,
  getLocalName,
  parseXml,
  getElementText,
} from './xml'

const maxPacketBytes = 4 << 20
/**
 * Packets are usually near the start or end of the file, but incremental updates can leave them in
 * the middle.
 */
const wholeBytes = 16 << 20
const headBytes = 2 << 20
const tailBytes = 8 << 20

/**
 * Finds the packet that describes the document. Returns null if no packet can be read without
 * decompression.
 */
export function findXmp(path: string): Uint8Array | null {
  using file = new BookFile(path)
  if (file.size <= wholeBytes) return findLastPacket(file.read(0, file.size))
  const tail = file.readUpTo(file.size - tailBytes, tailBytes)
  return findLastPacket(tail) ?? findLastPacket(file.readUpTo(0, headBytes))
}

const open = '<x:xmpmeta'
const close = '</x:xmpmeta>'
/** This text precedes the XMP of an embedded JPEG, which describes only that image. */
const ofPicture = 'ns.adobe.com/xap/1.0/'

/** Finds the last packet, which is the valid one. An edited PDF also contains earlier ones. */
function findLastPacket(bytes: Buffer): Uint8Array | null {
  for (let end = bytes.lastIndexOf(close); end >= 0; end = bytes.lastIndexOf(close, end - 1)) {
    const start = bytes.lastIndexOf(open, end)
    if (start < 0) return null
    const before = bytes.toString('latin1', Math.max(0, start - 400), start)
    const isTooLarge = end - start > maxPacketBytes
    if (!isTooLarge && !before.includes(ofPicture)) {
      return bytes.subarray(start, end + close.length)
    }
    end = start
    if (end === 0) return null
  }
  return null
}

/** Returns only the fields that are present in the packet. */
export function parseXmp(xml: Uint8Array, findings: Finding[]): Partial<FileMetadata> {
  const root = parseXml(xml)
  if (!root) return {}
  const properties = readProperties(root)
  const rating = {
    ...words(properties, findings),
    ...series(properties),
    ...date(properties, findings),
  }
  return Object.fromEntries(
    Object.entries(rating).filter(([, v]) => v !== null && !(Array.isArray(v) && v.length === 0)),
  )
}

/** Properties, keyed by lowercase name with the usual prefix. Tools do not use other prefixes. */
type Properties = ReadonlyMap<string, XmlElement | string>

function readProperties(root: XmlElement): Properties {
  const found = new Map<string, XmlElement | string>()
  for (const element of walkDescendants(root)) {
    if (getLocalName(element) !== 'Description') continue
    for (const [name, value] of Object.entries(element.attributes)) {
      if (!name.startsWith('xmlns')) keepProperty(found, name, value)
    }
    for (const child of listChildElements(element)) keepProperty(found, child.name, child)
  }
  return found
}

function keepProperty(
  found: Map<string, XmlElement | string>,
  name: string,
  value: XmlElement | string,
) {
  const key = name.toLowerCase()
  if (!found.has(key)) found.set(key, value)
}

/** Lists the items of a list, or a single value. */
function listValues(properties: Properties, name: string): string[] {
  const property = properties.get(name)
  if (property === undefined || typeof property === 'string') return property ? [property] : []
  const items = [...walkDescendants(property)].filter((element) => getLocalName(element) === 'li')
  const values = items.length > 0 ? items.map(getItemText) : [getItemText(property)]
  return values.map((value) => value.trim()).filter((value) => value !== '')
}

/** Returns the value of a structure, without qualifiers. */
function getItemText(item: XmlElement): string {
  const value = listChildElements(item).find((child) => getLocalName(child) === 'value')
  return getElementText(value ?? item)
}

const one = (properties: Properties, name: string) => listValues(properties, name)[0] ?? null

function words(properties: Properties, findings: Finding[]) {
  const authors: FileAuthor[] = cleanList(listValues(properties, 'dc:creator').flatMap(people))
    .slice(0, maxListLength)
    .map((name) => ({ name, role: 'author', sortName: null }))
  const identifiers = listIdentifiers(properties)
  const isbns = cleanList(
    [...identifiers, one(properties, 'prism:isbn'), one(properties, 'pdfx:isbn')].map((text) =>
      text === null ? null : parseIsbn(text),
    ),
  )
  return {
    title: cleanLine(findDefaultText(properties, 'dc:title')),
    sortTitle: cleanLine(one(properties, 'calibre:title_sort')),
    summary: cleanText(findDefaultText(properties, 'dc:description')),
    publisher: cleanLine(one(properties, 'dc:publisher')),
    languageIso: parseLanguageTag(one(properties, 'dc:language'), findings),
    tags: cleanList(listValues(properties, 'dc:subject')),
    communityRating: parseXmpRating(properties, findings),
    identifiers,
    isbns,
    links: parseWebLinks([...identifiers, ...listValues(properties, 'dc:source')]),
    authors,
    ...flattenRoles(authors),
  }
}

/** Splits a list of authors, because some tools write all of them into one item. */
const people = (text: string) => text.split(';')

/** Finds the default value of a text in several languages. */
function findDefaultText(properties: Properties, name: string): string | null {
  const property = properties.get(name)
  if (property === undefined || typeof property === 'string') return property ?? null
  const fallback = [...walkDescendants(property)].find(
    (element) => element.attributes['xml:lang'] === 'x-default',
  )
  return fallback ? getElementText(fallback) : one(properties, name)
}

function listIdentifiers(properties: Properties): string[] {
  const listed = properties.get('xmp:identifier')
  const items = listed && typeof listed !== 'string' ? [...walkDescendants(listed)] : []
  const schemed = items
    .filter((element) => getLocalName(element) === 'li')
    .map((item) => {
      const scheme = listChildElements(item).find((child) => getLocalName(child) === 'Scheme')
      const name = cleanLine(getElementText(scheme))
      const value = cleanLine(getItemText(item))
      return name && value ? `${name.toLowerCase()}:${value}` : value
    })
  return cleanList([...schemed, ...listValues(properties, 'dc:identifier')])
}

/** calibre counts half stars, up to ten. Other tools count stars, up to five. */
function parseXmpRating(properties: Properties, findings: Finding[]): number | null {
  const halves = one(properties, 'calibre:rating')
  const range = { what: 'the rating', min: -1, max: halves === null ? 5 : 10 }
  const rating = parseDecimal(halves ?? one(properties, 'xmp:rating'), range, findings)
  // 0 means not rated, and -1 means rejected.
  if (rating === null || rating <= 0) return null
  return halves === null ? rating : rating / 2
}

function series(properties: Properties) {
  const property = properties.get('calibre:series')
  if (property === undefined) return {}
  const name = cleanLine(typeof property === 'string' ? property : getItemText(property))
  if (name === null) return {}
  const children = typeof property === 'string' ? [] : [...walkDescendants(property)]
  const inside = children.find((child) => getLocalName(child) === 'series_index')
  const text = inside ? getElementText(inside) : one(properties, 'calibre:series_index')
  const number = cleanLine(text)?.replace(/\.0+$/, '') ?? null
  return { series: name, number, seriesPosition: parseChapterNumber(number) }
}

function date(properties: Properties, findings: Finding[]) {
  const text = one(properties, 'dc:date') ?? one(properties, 'prism:publicationdate')
  const parts = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?!\d)/.exec(text ?? '')
  // calibre writes the year 101 for an unknown date.
  if (!parts || parts[1]!.startsWith('0')) return {}
  return {
    year: parseInteger(parts[1] ?? null, yearRange, findings),
    month: parseInteger(parts[2] ?? null, monthRange, findings),
    day: parseInteger(parts[3] ?? null, dayRange, findings),
  }
}
