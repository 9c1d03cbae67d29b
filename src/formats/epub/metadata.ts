import { type Finding, note } from '../contents'
import {
  type AuthorRole,
  type FileAuthor,
  type FileMetadata,
  emptyMetadata,
  flatRoles,
} from '../metadata'
import {
  chapterNumber,
  cleanLine,
  cleanList,
  cleanText,
  dayRange,
  isbnOf,
  languageTag,
  maxListLength,
  monthRange,
  webLinks,
  wholeNumber,
  yearRange,
} from '../metadata-values'
import { type XmlElement, attribute, localName, textOf } from '../xml'
import { type PackageDocument, namedMeta, propertyMetas, refinement } from './opf'

/** What the package document says about the book. */
export function epubMetadata(opf: PackageDocument, findings: Finding[]): FileMetadata {
  const authors = people(opf)
  const identifiers = cleanList(dublinCore(opf, 'identifier').map(textOf))
  const isbns = cleanList(identifiers.map(isbnOf))
  return {
    ...emptyMetadata('epub'),
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
    gtin: isbns[0] ?? null,
    links: webLinks([...identifiers, ...dublinCore(opf, 'source').map(textOf)]),
  }
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
  const dates = dublinCore(opf, 'date')
  const published = dates.find((date) => attribute(date, 'event') === 'publication')
  const plain = dates.find((date) => attribute(date, 'event') === undefined)
  const text = cleanLine(textOf(published ?? plain))
  // calibre writes the year 101 for "not known".
  if (text === null || text.startsWith('0101-')) return {}

  const parts = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?(?![\d-])/.exec(text)
  if (!parts) {
    note(findings, {
      code: 'broken_metadata',
      message: "The file's own description has a date that makes no sense; it was left out.",
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
  aui: 'contributor',
  edt: 'editor',
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
  const creators = dublinCore(opf, 'creator').map((e) => person(opf, e, 'author'))
  const contributors = dublinCore(opf, 'contributor').map((e) => person(opf, e, 'contributor'))
  return [...creators, ...contributors].flatMap((found) => found ?? []).slice(0, maxListLength)
}

function person(opf: PackageDocument, element: XmlElement, otherwise: AuthorRole) {
  const name = cleanLine(textOf(element))
  const relator = (attribute(element, 'role') ?? refinement(opf, element, 'role'))?.toLowerCase()
  // `bkp` is the program that made the file.
  if (name === null || relator === 'bkp') return null
  const sortName = attribute(element, 'file-as') ?? refinement(opf, element, 'file-as')
  const role = relator ? (roleOfRelator[relator] ?? 'contributor') : otherwise
  return { name, role, sortName: cleanLine(sortName) }
}
