/** Reads CBL files, versions 1 and 2. The files are untrusted, so everything is bounded. */
import { removeBidiControls } from '../../platform/lib/text/bidi-controls'
import { invalid, Refusal } from '../../errors'
import {
  getElementText,
  getLocalName,
  listChildElements,
  parseXmlInSlices,
  type XmlElement,
} from '../../media/metadata/xml'
import { decodeXml } from '../../media/metadata/xml-text'
import { yieldToEventLoop } from '../../platform/lib/yield'
import type { Message } from '../../platform/messages/message'
import { type CatalogIds, type CblEntry, maxEntries, maxFileBytes } from './entry'
import { cblMessages } from './messages'

export interface CblList {
  name: string
  entries: CblEntry[]
}

const maxName = 200
const maxText = 300
const maxCatalogs = 5
/** Enough XML elements for a list with the maximum number of entries. */
const maxElements = maxEntries * 8

export async function parseCbl(file: Blob): Promise<CblList> {
  if (file.size > maxFileBytes) {
    throw new Refusal('too_large', cblMessages.too_large({ max: maxFileBytes / 1_048_576 }))
  }
  const xml = decodeXml(await file.bytes())
  // Entities could reference files or expand without limit. No known program uses them in reading
  // lists.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw refuse(cblMessages.declarations())
  if (countElements(xml) > maxElements) throw refuse(cblMessages.too_many({ max: maxEntries }))
  const parsed = await parseXmlInSlices(xml, yieldToEventLoop)
  if (!parsed || !isNamed(parsed.root, 'readinglist')) throw refuse(cblMessages.not_cbl())
  if (!parsed.isComplete) throw refuse(cblMessages.cut_off())
  const { root } = parsed
  const rows = listNamed(findNamed(root, 'books'), 'book')
  if (rows.length === 0)
    throw refuse(isSmart(root) ? cblMessages.smart_list() : cblMessages.empty())
  if (rows.length > maxEntries) throw refuse(cblMessages.too_many({ max: maxEntries }))
  const entries: CblEntry[] = []
  for (const row of rows) {
    entries.push(readEntry(row))
    await yieldToEventLoop()
  }
  const name = cleanText(getElementText(findNamed(root, 'name')), maxName)
  return { name: removeBidiControls(name).trim(), entries }
}

const refuse = (message: Message) => invalid(message)

function countElements(xml: string): number {
  let count = 0
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) count++
  // A rough count: most elements consist of a start tag and an end tag.
  return count / 2
}

function isSmart(root: XmlElement): boolean {
  const type = Object.entries(root.attributes).find(([name]) => /(^|:)type$/.test(name))?.[1] ?? ''
  return listChildElements(findNamed(root, 'matchers')).length > 0 || /smart/i.test(type)
}

const isNamed = (element: XmlElement, name: string) => getLocalName(element).toLowerCase() === name
const listNamed = (element: XmlElement | undefined, name: string) =>
  listChildElements(element).filter((child) => isNamed(child, name))
const findNamed = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  listNamed(element, name)[0]

function readEntry(row: XmlElement): CblEntry {
  const values = lowerNames(row.attributes)
  const year = Number.parseInt(values['year'] ?? '', 10)
  const id = cleanText(getElementText(findNamed(row, 'id')), maxText)
  return {
    series: cleanText(values['series'], maxText),
    number: cleanText(values['number'], 60),
    volume: cleanText(values['volume'], 60).replace(/^-1$/, ''),
    year: year >= 1000 && year <= 9999 ? year : null,
    format: cleanText(values['format'], 60),
    bookId: id === '' ? null : id.toLowerCase(),
    catalogs: listNamed(row, 'database').slice(0, maxCatalogs).flatMap(readCatalogIds),
  }
}

function readCatalogIds({ attributes }: XmlElement): CatalogIds[] {
  const values = lowerNames(attributes)
  const read = (name: string) => cleanText(values[name], 40) || null
  const [name, series, issue] = [read('name'), read('series'), read('issue')]
  return name === null || (series === null && issue === null) ? [] : [{ name, series, issue }]
}

const lowerNames = (attributes: Record<string, string>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]))

/**
 * Replaces control characters, which cannot be stored, and white space with single spaces. Trims
 * and truncates the text.
 */
const cleanText = (text: string | undefined, max: number): string =>
  (text ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()
