import { type Finding, note } from '../contents/contents'
import {
  type AuthorRole,
  type FileAuthor,
  type FileMetadata,
  emptyMetadata,
  flatRoles,
} from '../contents/file-metadata'
import {
  chapterNumber,
  cleanLine,
  cleanList,
  cleanText,
  dayRange,
  decimalNumber,
  gtinOf,
  isbnOf,
  languageTag,
  maxListLength,
  monthRange,
  webLinks,
  wholeNumber,
  yearRange,
} from '../metadata/metadata-values'
import { type XmlElement, attribute, localName, textOf } from '../metadata/xml'
import { type PackageDocument, namedMeta, propertyMetas, refinement, refinements } from './opf'
import { fileMetadataMessages } from '../metadata/messages'

/** What the package document inside of a book says about it. */
export const epubMetadata = (opf: PackageDocument, findings: Finding[]): FileMetadata =>
  packageMetadata(opf, 'epub', findings)

/** The same of a package document that lies beside the book. */
export function packageMetadata(
  opf: PackageDocument,
  source: 'epub' | 'opf',
  findings: Finding[],
): FileMetadata {
  const authors = people(opf)
  const identifiers = cleanList(dublinCore(opf, 'identifier').map((e) => identifierOf(opf, e)))
  const isbns = cleanList(identifiers.map(isbnOf))
  return {
    ...emptyMetadata(source),
    ...titles(opf),
    ...series(opf),
    ...publicationDate(opf, findings),
    summary: cleanText(firstText(opf, 'description')),
    publisher: cleanLine(firstText(opf, 'publisher')),
    languageIso: languageTag(firstText(opf, 'language'), findings),
    subjects: cleanList(dublinCore(opf, 'subject').map(textOf)),
    readingDirection: opf.direction,
    authors,
    ...flatRoles(authors),
    identifiers,
    isbns,
    gtin: isbns[0] ?? cleanList(identifiers.map(gtinOf))[0] ?? null,
    communityRating: ratingOf(opf, findings),
    links: webLinks([...identifiers, ...dublinCore(opf, 'source').map(textOf)]),
  }
}

/** With its scheme, where that is said beside it: `amazon:B00…`. */
function identifierOf(opf: PackageDocument, element: XmlElement): string | null {
  const value = cleanLine(textOf(element))
  const scheme = cleanLine(
    attribute(element, 'scheme') ?? refinement(opf, element, 'identifier-type'),
  )
  // ONIX writes a number for the scheme; an address says itself what it is.
  if (value === null || scheme === null || /^(\d+|ur[iln])$/i.test(scheme)) return value
  if (isbnOf(value) || value.toLowerCase().includes(scheme.toLowerCase())) return value
  return /^[a-z][\w.-]{0,40}$/i.test(scheme) ? `${scheme.toLowerCase()}:${value}` : value
}

/** calibre counts half stars, up to ten. */
function ratingOf(opf: PackageDocument, findings: Finding[]): number | null {
  const range = { what: 'the rating', min: 0, max: 10 }
  const stars = decimalNumber(namedMeta(opf, 'calibre:rating') ?? null, range, findings)
  return stars === null || stars === 0 ? null : stars / 2
}

/** `dc:` elements of one name; `meta` elements are something else even when called so. */
function dublinCore(opf: PackageDocument, name: string): XmlElement[] {
  return opf.metadata.filter((element) => localName(element).toLowerCase() === name)
}

const firstText = (opf: PackageDocument, name: string) => textOf(dublinCore(opf, name)[0])

function titles(opf: PackageDocument) {
  const all = dublinCore(opf, 'title')
  const ofType = (type: string) => all.find((e) => refinement(opf, e, 'title-type') === type)
  const main = ofType('main') ?? all[0]
  const subtitle = ofType('subtitle')
  return {
    title: cleanLine(textOf(main)),
    subtitle: subtitle === main ? null : cleanLine(textOf(subtitle)),
    sortTitle: cleanLine(
      (main && (refinement(opf, main, 'file-as') ?? attribute(main, 'file-as'))) ??
        namedMeta(opf, 'calibre:title_sort'),
    ),
    edition: cleanLine(textOf(ofType('edition'))),
  }
}

/** calibre's two fields, else an EPUB 3 collection that is a series. */
function series(opf: PackageDocument) {
  const collection = propertyMetas(opf, 'belongs-to-collection').find(
    (meta) => (refinement(opf, meta, 'collection-type') ?? 'series') === 'series',
  )
  const calibre = cleanLine(namedMeta(opf, 'calibre:series'))
  const name = calibre ?? cleanLine(textOf(collection))
  if (name === null) return {}

  const position = calibre
    ? namedMeta(opf, 'calibre:series_index')
    : collection && refinement(opf, collection, 'group-position')
  const number = cleanLine(position)?.replace(/\.0+$/, '') ?? null
  const value = chapterNumber(number)
  const volume = value !== null && Number.isInteger(value) ? value : null
  return { series: name, number, seriesPosition: value, volume }
}

/** The publication date before any other; `2019`, `2019-05`, `2019-05-04` and what follows a `T`. */
function publicationDate(opf: PackageDocument, findings: Finding[]) {
  const dates = [...dublinCore(opf, 'date'), ...propertyMetas(opf, 'dcterms:issued')]
  const published = dates.find((date) => attribute(date, 'event') === 'publication')
  const plain = dates.find((date) => attribute(date, 'event') === undefined)
  const text = cleanLine(textOf(published ?? plain))
  // calibre writes the year 101 for "not known".
  if (text === null || text.startsWith('0101-')) return {}

  const parts = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?(?![\d-])/.exec(text)
  if (!parts) {
    note(findings, {
      code: 'broken_metadata',
      message: fileMetadataMessages.invalid_date(),
    })
    return {}
  }
  return {
    year: wholeNumber(parts[1] ?? null, yearRange, findings),
    month: wholeNumber(parts[2] ?? null, monthRange, findings),
    day: wholeNumber(parts[3] ?? null, dayRange, findings),
  }
}

/** MARC relator codes. Anybody else who helped is a contributor. */
const roleOfRelator: Record<string, AuthorRole> = {
  aut: 'author',
  cre: 'author',
  dub: 'author',
  aui: 'contributor',
  edt: 'editor',
  edc: 'editor',
  com: 'editor',
  trl: 'translator',
  ill: 'illustrator',
  art: 'illustrator',
  clr: 'colorist',
  cov: 'cover_artist',
  pnc: 'penciller',
  ink: 'inker',
  ltr: 'letterer',
}

function people(opf: PackageDocument): FileAuthor[] {
  const creators = dublinCore(opf, 'creator').flatMap((e) => inRoles(opf, e, 'author'))
  const contributors = dublinCore(opf, 'contributor').flatMap((e) => inRoles(opf, e, 'contributor'))
  return [...creators, ...contributors].slice(0, maxListLength)
}

/** A person, once for each role. */
function inRoles(opf: PackageDocument, element: XmlElement, otherwise: AuthorRole): FileAuthor[] {
  const name = cleanLine(textOf(element))
  if (name === null) return []
  const said = attribute(element, 'role')
  const relators = said === undefined ? refinements(opf, element, 'role') : [said]
  const sortName = cleanLine(attribute(element, 'file-as') ?? refinement(opf, element, 'file-as'))
  if (relators.length === 0) return [{ name, role: otherwise, sortName }]
  const roles = relators.flatMap((relator) => roleOf(relator.trim().toLowerCase()) ?? [])
  return [...new Set(roles)].map((role) => ({ name, role, sortName }))
}

/** null: it is `bkp`, the program that made the file. */
const roleOf = (relator: string): AuthorRole | null =>
  relator === 'bkp' ? null : (roleOfRelator[relator] ?? 'contributor')
