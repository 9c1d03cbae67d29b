import { type Finding, addFinding } from '../contents/contents'
import {
  type AuthorRole,
  type FileAuthor,
  type FileMetadata,
  emptyMetadata,
  flattenRoles,
} from '../contents/file-metadata'
import { parseGtin, parseIsbn } from '../metadata/isbn'
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
} from '../metadata/metadata-values'
import { type XmlElement, getAttribute, getLocalName, getElementText } from '../metadata/xml'
import {
  type PackageDocument,
  findNamedMeta,
  listPropertyMetas,
  findRefinement,
  listRefinements,
} from './opf'
import { fileMetadataMessages } from '../metadata/messages'
import { findSeriesInTitle } from './series-in-title'

/** Reads metadata from a book's package document. */
export const epubMetadata = (opf: PackageDocument, findings: Finding[]): FileMetadata =>
  parsePackageMetadata(opf, 'epub', findings)

/** Reads metadata from a package document, either in a book (`epub`) or next to one (`opf`). */
export function parsePackageMetadata(
  opf: PackageDocument,
  source: 'epub' | 'opf',
  findings: Finding[],
): FileMetadata {
  const authors = people(opf)
  const identifiers = cleanList(
    listDublinCore(opf, 'identifier').map((e) => parseIdentifier(opf, e)),
  )
  const isbns = cleanList(identifiers.map(parseIsbn))
  return {
    ...emptyMetadata(source),
    ...titlesAndSeries(opf),
    ...publicationDate(opf, findings),
    summary: cleanText(getFirstText(opf, 'description')),
    publisher: cleanLine(getFirstText(opf, 'publisher')),
    languageIso: parseLanguageTag(getFirstText(opf, 'language'), findings),
    subjects: cleanList(listDublinCore(opf, 'subject').map(getElementText)),
    readingDirection: opf.direction,
    authors,
    ...flattenRoles(authors),
    identifiers,
    isbns,
    gtin: isbns[0] ?? cleanList(identifiers.map(parseGtin))[0] ?? null,
    communityRating: parseEpubRating(opf, findings),
    links: parseWebLinks([...identifiers, ...listDublinCore(opf, 'source').map(getElementText)]),
  }
}

/**
 * Parses an identifier. Adds the declared scheme, as in `amazon:B00…`, unless the value is an ISBN
 * or already contains the scheme.
 */
function parseIdentifier(opf: PackageDocument, element: XmlElement): string | null {
  const value = cleanLine(getElementText(element))
  const scheme = cleanLine(
    getAttribute(element, 'scheme') ?? findRefinement(opf, element, 'identifier-type'),
  )
  // ONIX uses a number as the scheme, and a URL does not need one.
  if (value === null || scheme === null || /^(\d+|ur[iln])$/i.test(scheme)) return value
  if (parseIsbn(value) || value.toLowerCase().includes(scheme.toLowerCase())) return value
  return /^[a-z][\w.-]{0,40}$/i.test(scheme) ? `${scheme.toLowerCase()}:${value}` : value
}

/** Parses calibre's rating, which counts half stars, up to ten. */
function parseEpubRating(opf: PackageDocument, findings: Finding[]): number | null {
  const range = { what: 'the rating', min: 0, max: 10 }
  const stars = parseDecimal(findNamedMeta(opf, 'calibre:rating') ?? null, range, findings)
  return stars === null || stars === 0 ? null : stars / 2
}

/** Lists Dublin Core elements such as `dc:title`, but not `<meta name="title">`. */
function listDublinCore(opf: PackageDocument, name: string): XmlElement[] {
  return opf.metadata.filter((element) => getLocalName(element).toLowerCase() === name)
}

const getFirstText = (opf: PackageDocument, name: string) =>
  getElementText(listDublinCore(opf, name)[0])

/** Shops add the series to the title. This series is used if the metadata does not name one. */
function titlesAndSeries(opf: PackageDocument) {
  const named = titles(opf)
  const own = series(opf)
  const found = own || named.title === null ? undefined : findSeriesInTitle(named.title)
  if (!found) return { ...named, ...own }
  return { ...named, title: found.title, ...describePosition(found.series, found.number) }
}

function titles(opf: PackageDocument) {
  const all = sortByPlace(opf, listDublinCore(opf, 'title').filter(hasText))
  const ofType = (type: string) => all.find((e) => getTitleType(opf, e) === type)
  const subtitle = ofType('subtitle') ?? all.find(isNamedSubtitle)
  const main = ofType('main') ?? findFirstTitle(opf, all, subtitle)
  return {
    title: cleanLine(getElementText(main)),
    subtitle: subtitle === main ? null : cleanLine(getElementText(subtitle)),
    sortTitle: cleanLine(
      (main && (findRefinement(opf, main, 'file-as') ?? getAttribute(main, 'file-as'))) ??
        findNamedMeta(opf, 'calibre:title_sort'),
    ),
    edition: cleanLine(getElementText(ofType('edition'))),
  }
}

const hasText = (element: XmlElement) => getElementText(element).trim() !== ''

/** Sorts by the declared order, then by document order. */
function sortByPlace(opf: PackageDocument, all: readonly XmlElement[]): XmlElement[] {
  const getPlace = (title: XmlElement) => {
    const place = Number.parseInt(findRefinement(opf, title, 'display-seq') ?? '', 10)
    return Number.isNaN(place) ? Number.MAX_SAFE_INTEGER : place
  }
  return all.toSorted((a, b) => getPlace(a) - getPlace(b))
}

const getTitleType = (opf: PackageDocument, title: XmlElement): string | undefined =>
  (findRefinement(opf, title, 'title-type') ?? getAttribute(title, 'title-type'))?.toLowerCase()

/** Some programs mark a subtitle only by the ID of its element. */
const isNamedSubtitle = (element: XmlElement) =>
  /sub[-_.]?t[ií]t|untertitel|sous[-_.]?titre|sottotitolo/i.test(getAttribute(element, 'id') ?? '')

function findFirstTitle(
  opf: PackageDocument,
  all: readonly XmlElement[],
  subtitle: XmlElement | undefined,
): XmlElement | undefined {
  const others = all.filter((title) => title !== subtitle)
  const getType = (title: XmlElement) => getTitleType(opf, title) ?? ''
  return (
    others.find((title) => getType(title) === '') ??
    others.find((title) => !['collection', 'edition'].includes(getType(title))) ??
    others[0] ??
    subtitle
  )
}

/**
 * Reads the series from calibre's two fields, or else from an EPUB 3 collection of type `series`.
 */
function series(opf: PackageDocument) {
  const collection = listPropertyMetas(opf, 'belongs-to-collection').find(
    (meta) => (findRefinement(opf, meta, 'collection-type') ?? 'series') === 'series',
  )
  const calibre = cleanLine(findNamedMeta(opf, 'calibre:series'))
  const name = calibre ?? cleanLine(getElementText(collection))
  if (name === null) return undefined

  const position = calibre
    ? findNamedMeta(opf, 'calibre:series_index')
    : collection && findRefinement(opf, collection, 'group-position')
  return describePosition(name, cleanLine(position)?.replace(/\.0+$/, '') ?? null)
}

function describePosition(name: string | null, number: string | null) {
  const value = parseChapterNumber(number)
  const volume = value !== null && Number.isInteger(value) ? value : null
  return { series: name, number, seriesPosition: value, volume }
}

/**
 * Reads the publication date, or else a date without a declared event. Accepts `2019`, `2019-05`
 * and `2019-05-04`, optionally with a time.
 */
function publicationDate(opf: PackageDocument, findings: Finding[]) {
  const dates = [...listDublinCore(opf, 'date'), ...listPropertyMetas(opf, 'dcterms:issued')]
  const published = dates.find((date) => getAttribute(date, 'event') === 'publication')
  const plain = dates.find((date) => getAttribute(date, 'event') === undefined)
  const text = cleanLine(getElementText(published ?? plain))
  // calibre writes the year 101 for an unknown date.
  if (text === null || text.startsWith('0101-')) return {}

  const parts = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?(?![\d-])/.exec(text)
  if (!parts) {
    addFinding(findings, {
      code: 'broken_metadata',
      message: fileMetadataMessages.invalid_date(),
    })
    return {}
  }
  return {
    year: parseInteger(parts[1] ?? null, yearRange, findings),
    month: parseInteger(parts[2] ?? null, monthRange, findings),
    day: parseInteger(parts[3] ?? null, dayRange, findings),
  }
}

/** MARC relator codes. Unknown roles are treated as contributors. */
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
  const creators = listDublinCore(opf, 'creator').flatMap((e) => groupByRole(opf, e, 'author'))
  const contributors = listDublinCore(opf, 'contributor').flatMap((e) =>
    groupByRole(opf, e, 'contributor'),
  )
  return [...creators, ...contributors].slice(0, maxListLength)
}

/** Lists a person once for each role. */
function groupByRole(
  opf: PackageDocument,
  element: XmlElement,
  otherwise: AuthorRole,
): FileAuthor[] {
  const name = cleanLine(getElementText(element))
  if (name === null) return []
  const ownRole = getAttribute(element, 'role')
  const relators = ownRole === undefined ? listRefinements(opf, element, 'role') : [ownRole]
  const sortName = cleanLine(
    getAttribute(element, 'file-as') ?? findRefinement(opf, element, 'file-as'),
  )
  if (relators.length === 0) return [{ name, role: otherwise, sortName }]
  const roles = relators.flatMap((relator) => getRole(relator.trim().toLowerCase()) ?? [])
  return [...new Set(roles)].map((role) => ({ name, role, sortName }))
}

/** Returns null for `bkp`, the program that created the file. */
const getRole = (relator: string): AuthorRole | null =>
  relator === 'bkp' ? null : (roleOfRelator[relator] ?? 'contributor')
