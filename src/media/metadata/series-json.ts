/** Parses `series.json`, which download tools write into a series folder. */
import { type Finding, addFinding } from '../contents/contents'
import { type FileMetadata, emptyMetadata } from '../contents/file-metadata'
import {
  cleanLine,
  cleanList,
  cleanText,
  parseLanguageTag,
  parseWebLinks,
  parseInteger,
  yearRange,
} from './metadata-values'
import { parseAgeRating } from './comic-info'
import { decodeXml } from './xml-text'
import { fileMetadataMessages } from './messages'

const maxDepth = 20

/** Returns null and adds a finding if the file is not valid. */
export function parseSeriesJson(bytes: Uint8Array, findings: Finding[]): FileMetadata | null {
  const fields = getFields(parseJson(bytes))
  if (!fields) {
    addFinding(findings, {
      code: 'broken_metadata',
      message: fileMetadataMessages.series_json_unreadable(),
    })
    return null
  }
  const text = (...names: string[]) => firstText(fields, names)
  const whole = (name: string, what: string, range = { min: 0, max: 1_000_000 }) =>
    parseInteger(text(name), { what, ...range }, findings)
  const rating = cleanLine(text('age_rating', 'ageRating'))
  const comicVineId = text('comicid', 'cv_id', 'cvid')
  return {
    ...emptyMetadata('series_json'),
    series: cleanLine(text('name', 'title', 'series')),
    seriesSort: cleanLine(text('sort_name', 'name_sort')),
    publisher: cleanLine(text('publisher')),
    imprint: cleanLine(text('imprint')),
    year: parseInteger(text('year', 'year_began', 'start_year'), yearRange, findings),
    volume: whole('volume', 'the volume', { min: 0, max: 100_000 }),
    count: whole('total_issues', 'the number of issues'),
    summary: cleanText(text('description_text', 'description_formatted', 'description', 'summary')),
    seriesStatus: parseStatus(text('status')),
    formatDetail: cleanLine(text('booktype', 'type')),
    languageIso: parseLanguageTag(text('language', 'language_iso'), findings),
    ageRatingText: rating,
    ageRating: parseAgeRating(rating),
    genres: readList(fields['genres'] ?? fields['genre']),
    tags: readList(fields['tags']),
    identifiers: cleanList([named('comicvine', comicVineId)]),
    links: parseWebLinks([
      text('url', 'site_detail_url', 'web') ?? linkToComicVine(comicVineId) ?? '',
    ]),
  }
}

type Fields = Record<string, unknown>

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeXml(bytes).replace(/^\ufeff/, ''))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

/** Finds the fields, which are in `metadata` or at the top level. */
function getFields(document: unknown): Fields | undefined {
  let found: unknown = Array.isArray(document) ? document[0] : document
  for (let depth = 0; depth < maxDepth && isObject(found); depth++) {
    const inside: unknown = found['metadata']
    const unwrapped: unknown = Array.isArray(inside) ? inside[0] : inside
    if (!isObject(unwrapped)) return found
    found = unwrapped
  }
  return isObject(found) ? found : undefined
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the first field in `names` that is not empty, with numbers converted to text. */
function firstText(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'number' && Number.isFinite(value)) return String(value)
    if (typeof value === 'string' && value.trim() !== '' && !/^(none|null)$/i.test(value.trim())) {
      return value.trim()
    }
  }
  return null
}

function readList(value: unknown): string[] {
  if (typeof value === 'string') return cleanList(value.split(/[,;]/))
  if (!Array.isArray(value)) return []
  return cleanList(
    value.slice(0, 1000).map((member) => (typeof member === 'string' ? member : null)),
  )
}

function parseStatus(status: string | null): FileMetadata['seriesStatus'] {
  if (status === null) return null
  if (/^(continuing|ongoing|current)/i.test(status)) return 'ongoing'
  if (/^(ended|completed?|finished|cancell?ed)/i.test(status)) return 'ended'
  return /^hiatus/i.test(status) ? 'hiatus' : null
}

const named = (scheme: string, value: string | null) =>
  value === null ? null : `${scheme}:${value}`

/** Builds a Comic Vine URL. Comic Vine needs only the number and ignores the name before it. */
const linkToComicVine = (id: string | null) =>
  id !== null && /^\d{1,9}$/.test(id)
    ? `https://comicvine.gamespot.com/volume/4050-${id}/`
    : undefined
