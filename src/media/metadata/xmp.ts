/** XMP: what a PDF says of itself as XML, richer than its old document information. */
import type { Finding } from '../contents/contents'
import { BookFile } from '../contents/file'
import { type FileAuthor, type FileMetadata, flatRoles } from '../contents/file-metadata'
import {
  chapterNumber,
  cleanLine,
  cleanList,
  cleanText,
  dayRange,
  decimalNumber,
  isbnOf,
  languageTag,
  maxListLength,
  monthRange,
  webLinks,
  wholeNumber,
  yearRange,
} from './metadata-values'
import { type XmlElement, childElements, descendants, localName, parseXml, textOf } from './xml'

const maxPacketBytes = 4 << 20
/** A packet lies near the beginning or the end; programs that only append leave it in the middle. */
const wholeBytes = 16 << 20
const headBytes = 2 << 20
const tailBytes = 8 << 20

/** The packet that speaks of the document; null when there is none that can be read without unpacking. */
export function findXmp(path: string): Uint8Array | null {
  using file = new BookFile(path)
  if (file.size <= wholeBytes) return lastPacket(file.read(0, file.size))
  const tail = file.readUpTo(file.size - tailBytes, tailBytes)
  return lastPacket(tail) ?? lastPacket(file.readUpTo(0, headBytes))
}

const open = '<x:xmpmeta'
const close = '</x:xmpmeta>'
/** In front of the XMP of a JPEG, which speaks of one picture only. */
const ofPicture = 'ns.adobe.com/xap/1.0/'

/** The last one counts: a PDF that was edited holds its former ones, too. */
function lastPacket(bytes: Buffer): Uint8Array | null {
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

/** Only the members of which the packet speaks. */
export function xmpMetadata(xml: Uint8Array, findings: Finding[]): Partial<FileMetadata> {
  const root = parseXml(xml)
  if (!root) return {}
  const properties = readProperties(root)
  const said = {
    ...words(properties, findings),
    ...series(properties),
    ...date(properties, findings),
  }
  return Object.fromEntries(
    Object.entries(said).filter(([, v]) => v !== null && !(Array.isArray(v) && v.length === 0)),
  )
}

/** Properties by prefix and name in lower case, as programs write them: nobody renames the prefixes. */
type Properties = ReadonlyMap<string, XmlElement | string>

function readProperties(root: XmlElement): Properties {
  const found = new Map<string, XmlElement | string>()
  for (const element of descendants(root)) {
    if (localName(element) !== 'Description') continue
    for (const [name, value] of Object.entries(element.attributes)) {
      if (!name.startsWith('xmlns')) keep(found, name, value)
    }
    for (const child of childElements(element)) keep(found, child.name, child)
  }
  return found
}

function keep(found: Map<string, XmlElement | string>, name: string, value: XmlElement | string) {
  const key = name.toLowerCase()
  if (!found.has(key)) found.set(key, value)
}

/** The members of a list, or the one value that stands without one. */
function valuesOf(properties: Properties, name: string): string[] {
  const property = properties.get(name)
  if (property === undefined || typeof property === 'string') return property ? [property] : []
  const items = [...descendants(property)].filter((element) => localName(element) === 'li')
  const values = items.length > 0 ? items.map(itemText) : [itemText(property)]
  return values.map((value) => value.trim()).filter((value) => value !== '')
}

/** Of a structure its value, without what qualifies it. */
function itemText(item: XmlElement): string {
  const value = childElements(item).find((child) => localName(child) === 'value')
  return textOf(value ?? item)
}

const one = (properties: Properties, name: string) => valuesOf(properties, name)[0] ?? null

function words(properties: Properties, findings: Finding[]) {
  const authors: FileAuthor[] = cleanList(valuesOf(properties, 'dc:creator').flatMap(people))
    .slice(0, maxListLength)
    .map((name) => ({ name, role: 'author', sortName: null }))
  const identifiers = identifiersOf(properties)
  const isbns = cleanList(
    [...identifiers, one(properties, 'prism:isbn'), one(properties, 'pdfx:isbn')].map((text) =>
      text === null ? null : isbnOf(text),
    ),
  )
  return {
    title: cleanLine(defaultOf(properties, 'dc:title')),
    sortTitle: cleanLine(one(properties, 'calibre:title_sort')),
    summary: cleanText(defaultOf(properties, 'dc:description')),
    publisher: cleanLine(one(properties, 'dc:publisher')),
    languageIso: languageTag(one(properties, 'dc:language'), findings),
    tags: cleanList(valuesOf(properties, 'dc:subject')),
    communityRating: ratingOf(properties, findings),
    identifiers,
    isbns,
    links: webLinks([...identifiers, ...valuesOf(properties, 'dc:source')]),
    authors,
    ...flatRoles(authors),
  }
}

/** Some programs put all authors into one member. */
const people = (text: string) => text.split(';')

/** A text in several languages: the one that is meant for everybody. */
function defaultOf(properties: Properties, name: string): string | null {
  const property = properties.get(name)
  if (property === undefined || typeof property === 'string') return property ?? null
  const fallback = [...descendants(property)].find(
    (element) => element.attributes['xml:lang'] === 'x-default',
  )
  return fallback ? textOf(fallback) : one(properties, name)
}

function identifiersOf(properties: Properties): string[] {
  const listed = properties.get('xmp:identifier')
  const items = listed && typeof listed !== 'string' ? [...descendants(listed)] : []
  const schemed = items
    .filter((element) => localName(element) === 'li')
    .map((item) => {
      const scheme = childElements(item).find((child) => localName(child) === 'Scheme')
      const name = cleanLine(textOf(scheme))
      const value = cleanLine(itemText(item))
      return name && value ? `${name.toLowerCase()}:${value}` : value
    })
  return cleanList([...schemed, ...valuesOf(properties, 'dc:identifier')])
}

/** calibre counts half stars up to ten, everybody else stars up to five. */
function ratingOf(properties: Properties, findings: Finding[]): number | null {
  const halves = one(properties, 'calibre:rating')
  const range = { what: 'the rating', min: -1, max: halves === null ? 5 : 10 }
  const said = decimalNumber(halves ?? one(properties, 'xmp:rating'), range, findings)
  // 0 is not rated, -1 rejected.
  if (said === null || said <= 0) return null
  return halves === null ? said : said / 2
}

function series(properties: Properties) {
  const property = properties.get('calibre:series')
  if (property === undefined) return {}
  const name = cleanLine(typeof property === 'string' ? property : itemText(property))
  if (name === null) return {}
  const children = typeof property === 'string' ? [] : [...descendants(property)]
  const inside = children.find((child) => localName(child) === 'series_index')
  const text = inside ? textOf(inside) : one(properties, 'calibre:series_index')
  const number = cleanLine(text)?.replace(/\.0+$/, '') ?? null
  return { series: name, number, seriesPosition: chapterNumber(number) }
}

function date(properties: Properties, findings: Finding[]) {
  const text = one(properties, 'dc:date') ?? one(properties, 'prism:publicationdate')
  const parts = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?!\d)/.exec(text ?? '')
  // calibre writes the year 101 for "not known".
  if (!parts || parts[1]!.startsWith('0')) return {}
  return {
    year: wholeNumber(parts[1] ?? null, yearRange, findings),
    month: wholeNumber(parts[2] ?? null, monthRange, findings),
    day: wholeNumber(parts[3] ?? null, dayRange, findings),
  }
}
