/** Parses plugin data about books. Skips invalid values and limits the size of the rest. Pure. */
import type { BookCandidate, BookWork } from '../../providers/model'
import { readPlainText } from '../../providers/text/plain-text'
import { readDate, readIsbns, readLanguage } from '../../providers/text/read-book'
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
  readUrl,
  readYear,
} from '../../providers/text/read-json'
import { readAuthors, readSearchResult } from './read-plugin-work'

/** Parses a search result. Returns undefined if it lacks required fields. */
export function readBookResult(value: unknown): BookCandidate | undefined {
  const given = readObject(value)
  const work = readSearchResult(value)
  return work && { ...work, ...readBookFacts({ ...readObject(given['preview']), ...given }) }
}

const readBookFacts = (given: JsonObject) => ({
  number: readNumberText(given) ?? null,
  isbns: readAllIsbns(given),
  language: readLanguage(given['language'] ?? given['languageIso']) ?? null,
  isEdition: readAllIsbns(given).length > 0,
})

const readAllIsbns = ({ isbn, isbns }: JsonObject) => readIsbns([isbn, ...readItems(isbns)])

const readNumberText = ({ number, volume }: JsonObject) => {
  const given = number ?? volume
  return readLine(given) ?? (readNumber(given) === undefined ? undefined : String(given))
}

/** Parses a complete book. Returns undefined if it lacks required fields. */
export function readPluginBook(
  value: unknown,
): { candidate: BookCandidate; work: BookWork } | undefined {
  const given = readObject(value)
  const [externalId, title] = [readId(given['externalId']), readLine(given['title'])]
  if (externalId === undefined || title === undefined) return undefined
  const work = readWork(given, title)
  const authors = (work.authors ?? []).filter(({ role }) => role === 'writer')
  const candidate: BookCandidate = {
    externalId,
    title,
    alternateTitles: [],
    year: work.year ?? work.originalYear ?? null,
    format: null,
    status: null,
    totalVolumeCount: null,
    totalChapterCount: null,
    authors: [...new Set(authors.map(({ name }) => name))],
    country: null,
    publisher: work.publisher ?? null,
    coverUrl: work.coverUrl ?? null,
    siteUrl: work.siteUrl ?? null,
    summary: work.summary ?? null,
    ...readBookFacts(given),
  }
  return { candidate, work }
}

const maxPosition = 10_000

function readWork(given: JsonObject, title: string): BookWork {
  const position = readNumber(given['seriesPosition'])
  return omitAbsent({
    title,
    subtitle: readLine(given['subtitle']),
    summary: readPlainText(given['summary'] ?? given['description']) ?? undefined,
    isbns: nonEmpty(readAllIsbns(given)),
    publisher: readLine(given['publisher']),
    imprint: readLine(given['imprint']),
    edition: readLine(given['edition']),
    ...readBookDate(given),
    originalYear: readYear(given['originalYear']),
    originalTitle: readLine(given['originalTitle']),
    language: readLanguage(given['language'] ?? given['languageIso']),
    authors: nonEmpty(readAuthors(given)),
    subjects: nonEmpty(readSubjects(given)),
    seriesPosition:
      position !== undefined && position >= 0 && position < maxPosition ? position : undefined,
    seriesTotal: readInteger(given['seriesTotal'], { min: 1, max: maxPosition }),
    siteUrl: readUrl(given['externalUrl']),
    coverUrl: readUrl(given['coverUrl']),
  })
}

/** Reads a date from a single string, or from separate parts. */
function readBookDate(given: JsonObject) {
  const date = readDate(given['releaseDate'] ?? given['publishedDate'])
  if (date.year !== undefined) return date
  const year = readYear(given['year'])
  const month = readInteger(given['month'], { min: 1, max: 12 })
  const day = month === undefined ? undefined : readInteger(given['day'], { min: 1, max: 31 })
  return year === undefined ? {} : omitAbsent({ year, month, day })
}

const readSubjects = ({ subjects, genres, tags }: JsonObject) =>
  [...new Set([subjects, genres, tags].flatMap(readLines))].slice(0, 50)
