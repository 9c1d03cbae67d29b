/** Parses plugin data about works. Skips invalid values and limits the size of the rest. Pure. */
import type {
  Candidate,
  CrossReference,
  ProviderAuthor,
  ProviderTitle,
  PublicationFormat,
  PublicationStatus,
  Work,
} from '../../providers/model'
import { readPlainText } from '../../providers/text/plain-text'
import {
  type JsonObject,
  nonEmpty,
  omitAbsent,
  readId,
  readInteger,
  readItems,
  readLine,
  readLines,
  readNumber,
  readObject,
  readRating,
  readUrl,
  readYear,
} from '../../providers/text/read-json'

const statuses: Record<string, PublicationStatus> = {
  ongoing: 'ongoing',
  releasing: 'ongoing',
  ended: 'ended',
  completed: 'ended',
  finished: 'ended',
  hiatus: 'hiatus',
  abandoned: 'abandoned',
  cancelled: 'abandoned',
  canceled: 'abandoned',
  unknown: 'unknown',
}

const formats: ReadonlySet<string> = new Set<PublicationFormat>([
  'manga',
  'manhwa',
  'manhua',
  'comic',
  'webcomic',
  'novel',
  'light_novel',
  'one_shot',
  'artbook',
])

const readStatus = (value: unknown) => statuses[readLine(value)?.toLowerCase() ?? '']

function readFormat(value: unknown): PublicationFormat | undefined {
  const word = readLine(value)?.toLowerCase().replaceAll(/[ -]/g, '_') ?? ''
  return formats.has(word) ? (word as PublicationFormat) : undefined
}

const readTotal = (value: unknown) => readInteger(value, { min: 1 }) ?? null

/** Parses a search result. Returns undefined if it lacks required fields. */
export function readSearchResult(value: unknown): Candidate | undefined {
  const given = readObject(value)
  const preview = readObject(given['preview'])
  const identity = readIdentity(given)
  if (!identity) return undefined
  return {
    ...identity,
    ...readPreview(preview),
    alternateTitles: readTitles(given['alternateTitles'], identity.title),
    year: readYear(given['year']) ?? null,
    authors: readNames(preview['authors'] ?? given['authors']),
    country: null,
    coverUrl: readUrl(given['coverUrl']) ?? null,
    siteUrl: readUrl(given['externalUrl']) ?? null,
  }
}

function readIdentity(given: JsonObject): { externalId: string; title: string } | undefined {
  const [externalId, title] = [readId(given['externalId']), readLine(given['title'])]
  return externalId === undefined || title === undefined ? undefined : { externalId, title }
}

const readPreview = (preview: JsonObject) => ({
  format: readFormat(preview['format'] ?? preview['bookType']) ?? null,
  status: readStatus(preview['status']) ?? null,
  totalVolumeCount: readTotal(preview['totalVolumeCount']),
  totalChapterCount: readTotal(preview['totalChapterCount']),
  publisher: readLine(preview['publisher']) ?? null,
  summary: readPlainText(preview['description']) ?? null,
})

/** Parses a complete work. Returns undefined if it lacks required fields. */
export function readPluginWork(value: unknown): { candidate: Candidate; work: Work } | undefined {
  const given = readObject(value)
  const identity = readIdentity(given)
  if (!identity) return undefined
  const work = readWork(given, identity.title)
  const format = readFormat(given['format'] ?? given['bookType']) ?? null
  return { candidate: { ...identity, format, ...describeWork(work) }, work }
}

const describeWork = (work: Work): Omit<Candidate, 'externalId' | 'title' | 'format'> => ({
  alternateTitles: work.alternateTitles ?? [],
  authors: [...new Set((work.authors ?? []).map(({ name }) => name))],
  country: null,
  ...absentMembers,
  ...listPresent(work),
})

const absentMembers = {
  year: null,
  status: null,
  totalVolumeCount: null,
  totalChapterCount: null,
  publisher: null,
  coverUrl: null,
  siteUrl: null,
  summary: null,
}

const listPresent = ({ year, status, publisher, coverUrl, siteUrl, summary, ...work }: Work) =>
  omitAbsent({
    year,
    status,
    publisher,
    coverUrl,
    siteUrl,
    summary,
    totalVolumeCount: work.totalVolumeCount,
    totalChapterCount: work.totalChapterCount,
  })

const readWork = (given: JsonObject, title: string): Work =>
  omitAbsent({
    title,
    alternateTitles: nonEmpty(readTitles(given['alternateTitles'], title)),
    summary: readPlainText(given['summary']) ?? undefined,
    status: readStatus(given['status']),
    year: readYear(given['year']),
    totalVolumeCount: readInteger(given['totalVolumeCount'], { min: 1 }),
    totalChapterCount: readInteger(given['totalChapterCount'], { min: 1 }),
    readingDirection: readDirection(given['readingDirection']),
    ageRating: readInteger(given['ageRating'], { max: 21 }),
    language: readLanguage(given['language']),
    publisher: readLine(given['publisher']),
    imprint: readLine(given['imprint']),
    authors: nonEmpty(readAuthors(given)),
    genres: nonEmpty(readLines(given['genres'])),
    tags: nonEmpty(readLines(given['tags'])),
    rating: readBestRating(given),
    siteUrl: readUrl(given['externalUrl']),
    crossReferences: nonEmpty(readItems(given['externalIds']).flatMap(readCrossReference)),
    coverUrl: readUrl(given['coverUrl']),
  })

/** Titles are strings, or objects with a language. */
function readTitles(value: unknown, title: string): ProviderTitle[] {
  const seen = new Set([title])
  return readItems(value).flatMap((one) => {
    const given = readObject(one)
    const text = readLine(typeof one === 'string' ? one : given['title'])
    if (text === undefined || seen.has(text)) return []
    seen.add(text)
    return [{ title: text, language: readLine(given['language'])?.slice(0, 35) ?? '' }]
  })
}

const directions: ReadonlySet<string> = new Set(['ltr', 'rtl', 'ttb', 'webtoon'])

function readDirection(value: unknown): string | undefined {
  const direction = readLine(value)?.toLowerCase() ?? ''
  return directions.has(direction) ? direction : undefined
}

function readLanguage(value: unknown): string | undefined {
  const tag = readLine(value) ?? ''
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/i.test(tag) ? tag : undefined
}

const readNames = (value: unknown): string[] => [
  ...new Set(
    readItems(value).flatMap(
      (one) => readLine(typeof one === 'string' ? one : readObject(one)['name']) ?? [],
    ),
  ),
]

const roles: Record<string, string> = {
  author: 'writer',
  writer: 'writer',
  story: 'writer',
  artist: 'penciller',
  art: 'penciller',
  illustrator: 'penciller',
  penciller: 'penciller',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  cover_artist: 'cover',
  editor: 'editor',
  translator: 'translator',
}

export function readAuthors({ authors, artists }: JsonObject): ProviderAuthor[] {
  const named = readItems(authors).flatMap((one) => {
    const given = readObject(one)
    const name = readLine(typeof one === 'string' ? one : given['name'])
    const role = roles[readLine(given['role'])?.toLowerCase() ?? 'author'] ?? 'writer'
    return name === undefined ? [] : [{ name, role }]
  })
  const drawn = readNames(artists).map((name) => ({ name, role: 'penciller' }))
  const all = [...named, ...drawn].map((one) => [`${one.role} ${one.name}`, one] as const)
  return [...new Map(all).values()]
}

/** Prefers `rating`, which is from the plugin's own service. Scores are 0 to 100. */
function readBestRating(given: JsonObject) {
  const rating = readObject(given['rating'] ?? readItems(given['externalRatings'])[0])
  return readRating(readNumber(rating['score']), { best: 100, voteCount: rating['voteCount'] })
}

/** A source such as `api:anilist` contains the name of a service. */
function readCrossReference(value: unknown): CrossReference[] {
  const { source, externalId } = readObject(value)
  const name = readLine(source)
    ?.toLowerCase()
    .replace(/^(api|plugin):/, '')
  const id = readId(externalId)
  if (name === undefined || id === undefined || !/^[a-z0-9][a-z0-9._-]{0,59}$/.test(name)) return []
  return [{ provider: name, externalId: id }]
}
