/** Writes ComicInfo.xml. Elements that Quire does not know are left unchanged. */
import { escapeXml } from '../../platform/lib/text/escape-xml'
import { getLocalName, listChildElements, parseXml, type XmlElement } from './xml'

/** Elements in the order of the schema (2.1). */
const order = [
  'Title',
  'Series',
  'Number',
  'Count',
  'Volume',
  'AlternateSeries',
  'AlternateNumber',
  'AlternateCount',
  'Summary',
  'Notes',
  'Year',
  'Month',
  'Day',
  'Writer',
  'Penciller',
  'Inker',
  'Colorist',
  'Letterer',
  'CoverArtist',
  'Editor',
  'Translator',
  'Publisher',
  'Imprint',
  'Genre',
  'Tags',
  'Web',
  'PageCount',
  'LanguageISO',
  'Format',
  'BlackAndWhite',
  'Manga',
  'Characters',
  'Teams',
  'Locations',
  'ScanInformation',
  'StoryArc',
  'StoryArcNumber',
  'SeriesGroup',
  'AgeRating',
  'Pages',
  'CommunityRating',
  'MainCharacterOrTeam',
  'Review',
  'GTIN',
]
const places = new Map(order.map((name, place) => [name.toLowerCase(), place]))

/** Values by element. Elements without a value here keep their value in the file. */
export type ComicInfoValues = Record<string, string | number | null | undefined>

/** `existing` is the current file in the archive, if there is one. */
export function writeComicInfo(values: ComicInfoValues, existing: Uint8Array | null): string {
  const elements = new Map<string, string>()
  const root = existing && parseXml(existing)
  for (const child of listChildElements(root ?? undefined)) {
    const name = getLocalName(child)
    if (!elements.has(name.toLowerCase())) elements.set(name.toLowerCase(), writeElement(child))
  }
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '') continue
    elements.set(name.toLowerCase(), `<${name}>${escapeXml(String(value))}</${name}>`)
  }
  const last = order.length
  const sorted = [...elements].toSorted(
    ([one], [other]) => (places.get(one) ?? last) - (places.get(other) ?? last),
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
${sorted.map(([, element]) => `  ${element}\n`).join('')}</ComicInfo>
`
}

function writeElement(element: XmlElement): string {
  const name = getLocalName(element)
  const attributes = Object.entries(element.attributes)
    .filter(([key]) => !key.includes(':'))
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const children = element.children.map((child) =>
    typeof child === 'string' ? escapeXml(child) : writeElement(child),
  )
  return `<${name}${attributes.join('')}>${children.join('')}</${name}>`
}
