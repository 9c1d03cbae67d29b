import { type Finding, addFinding } from '../contents/contents'
import {
  type AuthorRole,
  type BookType,
  type FileAuthor,
  type FileMetadata,
  type PageNote,
  type StoryArc,
  emptyMetadata,
  flattenRoles,
} from '../contents/file-metadata'
import { parseIsbn } from './isbn'
import {
  cleanLine,
  cleanList,
  cleanText,
  dayRange,
  parseDecimal,
  parseLanguageTag,
  parseNumberRange,
  maxListLength,
  monthRange,
  parseWebLinks,
  parseInteger,
  yearRange,
} from './metadata-values'
import {
  type XmlElement,
  getAttribute,
  listChildElements,
  getLocalName,
  parseXml,
  getElementText,
} from './xml'
import { fileMetadataMessages } from './messages'

/** Parses ComicInfo.xml, schemas 2.0 and 2.1, and a few elements added by tools. */
export function parseComicInfo(xml: Uint8Array, findings: Finding[]): FileMetadata | null {
  const root = parseXml(xml)
  if (!root || getLocalName(root).toLowerCase() !== 'comicinfo') {
    addFinding(findings, {
      code: 'broken_metadata',
      message: fileMetadataMessages.comic_info_unreadable(),
    })
    return null
  }
  return { ...readComicInfo(readFields(root), findings), pageNotes: parsePageNotes(root) }
}

/** Returns the text of the element with this name. */
type Field = (name: string) => string | null

/**
 * Reads all elements except `Pages`. The elements can also come from the databases of other comic
 * readers, which use the same names.
 */
export function readComicInfo(field: Field, findings: Finding[]): FileMetadata {
  const authors = people(field)
  return {
    ...emptyMetadata('comicinfo'),
    ...words(field),
    ...numbers(field, findings),
    ...lists(field),
    ...kinds(field, findings),
    authors,
    ...flattenRoles(authors),
  }
}

/** Reads the first non-empty element of each name, ignoring case. */
function readFields(root: XmlElement): Field {
  const values = new Map<string, string>()
  for (const child of listChildElements(root)) {
    const key = getLocalName(child).toLowerCase()
    const value = getElementText(child).trim()
    if (value && !values.has(key)) values.set(key, value)
  }
  return (name) => values.get(name.toLowerCase()) ?? null
}

function words(field: Field) {
  return {
    title: cleanLine(field('Title')),
    sortTitle: cleanLine(field('TitleSort')),
    summary: cleanText(field('Summary')),
    notes: cleanText(field('Notes')),
    review: cleanText(field('Review')),
    series: cleanLine(field('Series')),
    seriesSort: cleanLine(field('SeriesSort')),
    localizedSeries: cleanLine(field('LocalizedSeries')),
    seriesGroup: cleanLine(field('SeriesGroup')),
    alternateSeries: cleanLine(field('AlternateSeries')),
    alternateNumber: cleanLine(field('AlternateNumber')),
    publisher: cleanLine(field('Publisher')),
    imprint: cleanLine(field('Imprint')),
    mainCharacterOrTeam: cleanLine(field('MainCharacterOrTeam')),
    scanInformation: cleanLine(field('ScanInformation')),
    formatDetail: cleanLine(field('Format')),
    gtin: cleanLine(field('GTIN')),
  }
}

function numbers(field: Field, findings: Finding[]) {
  /** -1 is the schema's default for unknown values. */
  const known = (name: string) => (field(name) === '-1' ? null : field(name))
  const whole = (name: string, what: string, max = 1_000_000) =>
    parseInteger(known(name), { what, min: 0, max }, findings)

  const number = cleanLine(known('Number'))
  const chapters = parseNumberRange(number)
  const volumes = parseNumberRange(cleanLine(known('Volume')))
  const count = whole('Count', 'the count')
  return {
    number,
    chapter: chapters.from,
    chapterEnd: chapters.to,
    volume:
      volumes.to === null
        ? parseDecimal(known('Volume'), { what: 'the volume', min: 0, max: 100_000 }, findings)
        : volumes.from,
    volumeEnd: volumes.to,
    count,
    seriesPosition: chapters.from,
    seriesTotal: count,
    alternateCount: whole('AlternateCount', 'the alternate count'),
    year: parseInteger(known('Year'), yearRange, findings),
    month: parseInteger(known('Month'), monthRange, findings),
    day: parseInteger(known('Day'), dayRange, findings),
    pageCount: whole('PageCount', 'the page count'),
    communityRating: parseDecimal(
      known('CommunityRating'),
      { what: 'the rating', min: 0, max: 5 },
      findings,
    ),
  }
}

function lists(field: Field) {
  const gtin = cleanLine(field('GTIN'))
  return {
    genres: splitByComma(field('Genre')),
    tags: splitByComma(field('Tags')),
    characters: splitByComma(field('Characters')),
    teams: splitByComma(field('Teams')),
    locations: splitByComma(field('Locations')),
    storyArcs: parseStoryArcs(field('StoryArc'), field('StoryArcNumber')),
    isbns: cleanList((gtin ?? '').split(',').map(parseIsbn)),
    identifiers: cleanList([gtin]),
    // URLs may contain commas.
    links: parseWebLinks((field('Web') ?? '').split(/[\s,;]+(?=https?:)|\s+/i)),
  }
}

function kinds(field: Field, findings: Finding[]) {
  const manga = field('Manga')?.toLowerCase() ?? ''
  const rating = cleanLine(field('AgeRating'))
  return {
    languageIso: parseLanguageTag(field('LanguageISO'), findings),
    manga: manga.startsWith('yes') ? true : manga === 'no' ? false : null,
    readingDirection: manga === 'yesandrighttoleft' ? ('rtl' as const) : null,
    blackAndWhite: parseYesOrNo(field('BlackAndWhite')),
    ageRatingText: rating,
    ageRating: parseAgeRating(rating),
    bookType: parseBookType(field('Format'), manga),
  }
}

function splitByComma(value: string | null): string[] {
  return cleanList((value ?? '').split(/[,;]/))
}

/** Pairs names with numbers by their position in the lists, even if a name is empty. */
function parseStoryArcs(namesText: string | null, numbersText: string | null): StoryArc[] {
  const places = (numbersText ?? '').split(/[,;]/)
  const arcs = new Map<string, StoryArc>()
  for (const [place, given] of (namesText ?? '').split(/[,;]/).entries()) {
    const name = cleanLine(given)
    if (name && !arcs.has(name)) arcs.set(name, { name, number: cleanLine(places[place]) })
    if (arcs.size >= maxListLength) break
  }
  return [...arcs.values()]
}

function parseYesOrNo(value: string | null): boolean | null {
  if (value === null) return null
  if (/^(yes|true|1)$/i.test(value)) return true
  return /^(no|false|0)$/i.test(value) ? false : null
}

const roles: [element: string, role: AuthorRole][] = [
  ['Writer', 'writer'],
  ['Penciller', 'penciller'],
  ['Inker', 'inker'],
  ['Colorist', 'colorist'],
  ['Letterer', 'letterer'],
  ['CoverArtist', 'cover_artist'],
  ['Editor', 'editor'],
  ['Translator', 'translator'],
]

function people(field: Field): FileAuthor[] {
  return roles
    .flatMap(([element, role]) =>
      splitByComma(field(element)).map((name) => ({ name, role, sortName: null })),
    )
    .slice(0, maxListLength)
}

/** Returns the minimum age for a rating, or null if the rating does not imply one. */
export function parseAgeRating(rating: string | null): number | null {
  const key = rating?.toLowerCase().replaceAll(' ', '') ?? ''
  return Object.hasOwn(ages, key) ? (ages[key] ?? null) : null
}

/** Ratings in the schema, with the minimum age in years. */
const ages: Record<string, number> = {
  everyone: 0,
  g: 0,
  earlychildhood: 3,
  kidstoadults: 6,
  pg: 8,
  'everyone10+': 10,
  teen: 13,
  'ma15+': 15,
  'mature17+': 17,
  m: 17,
  'r18+': 18,
  'x18+': 18,
  'adultsonly18+': 18,
}

const bookTypes: [RegExp, BookType][] = [
  [/one.?shot/i, 'oneshot'],
  [/omnibus|compendium/i, 'omnibus'],
  [/graphic novel/i, 'graphic_novel'],
  [/anthology/i, 'anthology'],
  [/magazine/i, 'magazine'],
  [/art.?book/i, 'artbook'],
]

function parseBookType(format: string | null, manga: string): BookType | null {
  const named = bookTypes.find(([pattern]) => format && pattern.test(format))?.[1]
  return named ?? (manga.startsWith('yes') ? 'manga' : null)
}

const maxPageNotes = 20_000

function parsePageNotes(root: XmlElement): PageNote[] {
  const list = listChildElements(root).find(
    (child) => getLocalName(child).toLowerCase() === 'pages',
  )
  const notes: PageNote[] = []
  for (const page of listChildElements(list).slice(0, maxPageNotes)) {
    const image = getAttribute(page, 'Image') ?? ''
    if (!/^\d{1,6}$/.test(image)) continue
    notes.push({
      image: Number(image),
      types: cleanList((getAttribute(page, 'Type') ?? '').slice(0, 500).split(/\s+/)),
      doublePage: parseYesOrNo(getAttribute(page, 'DoublePage') ?? null) ?? false,
      bookmark: cleanLine(getAttribute(page, 'Bookmark')),
    })
  }
  return notes
}
