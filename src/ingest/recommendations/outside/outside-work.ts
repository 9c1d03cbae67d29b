/** Stored form of works that services and plugins recommend. Pure. */
import { readPlainText } from '../../providers/text/plain-text'
import {
  type JsonObject,
  readId,
  readInteger,
  readLine,
  readLines,
  readNumber,
  readUrl,
} from '../../providers/text/read-json'

export interface OutsideWork {
  /** ID in the service's catalog. */
  externalId: string
  title: string
  url: string | null
  coverUrl: string | null
  summary: string | null
  genres: string[]
  /** 0 to 1; the best work has 1. */
  score: number
  status: string | null
  startYear: number | null
  /** 0 to 100. */
  rating: number | null
  volumes: number | null
  chapters: number | null
  isAdult: boolean
  /** Series of the user that the recommendation is based on. */
  seedIds: string[]
  /** The plugin's explanation. */
  reason: string | null
  basedOn: string[]
}

export const maxOutsideWorks = 60
const maxText = 2000
const maxGenres = 20
const maxBasedOn = 5
const maxYear = 2999
const maxRating = 100

export const orNull = <Value>(value: Value | undefined): Value | null => value ?? null

/**
 * Converts to plain text of limited length, without NUL characters, which PostgreSQL cannot store.
 */
const readText = (value: unknown): string | null =>
  orNull(readPlainText(value)?.replaceAll('\0', '').slice(0, maxText).toWellFormed())

/** Reads members that have the same names at services and plugins. */
export const readFacts = (given: JsonObject) => ({
  summary: readText(given['summary'] ?? given['description']),
  genres: readLines(given['genres']).slice(0, maxGenres),
  status: orNull(readLine(given['status'])?.toLowerCase()),
  startYear: orNull(readInteger(given['startYear'], { max: maxYear })),
  rating: orNull(readInteger(given['rating'], { max: maxRating })),
})

/** Reads a work that a plugin recommends. Returns undefined if it has no ID or no title. */
export function readRecommendedWork(given: JsonObject): OutsideWork | undefined {
  const [externalId, title] = [readId(given['externalId']), readLine(given['title'])]
  if (externalId === undefined || title === undefined) return undefined
  return {
    externalId,
    title,
    ...readFacts(given),
    url: orNull(readUrl(given['externalUrl'])),
    coverUrl: orNull(readUrl(given['coverUrl'])),
    score: Math.min(Math.max(readNumber(given['score']) ?? 0, 0), 1),
    volumes: orNull(readInteger(given['totalVolumeCount'])),
    chapters: orNull(readInteger(given['totalChapterCount'])),
    isAdult: given['isAdult'] === true || given['nsfw'] === true,
    seedIds: [],
    reason: readText(given['reason']),
    basedOn: readLines(given['basedOn']).slice(0, maxBasedOn),
  }
}
