/** Metadata that people locked in Codex, in the fields of Quire. */
import { roleNamed, seriesStatuses } from '../../../../catalog/series/model'
import type { ForeignBookEdits, ForeignSeries } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asBoolean, asId, asInteger, asReal, asText, type Value } from '../values/foreign-values'
import { groupIds, groupPairs, groupValues } from '../values/group-values'
import { asLongText, asShortText, type LockedField, readLocked } from '../locked-fields'
import { readTagNames } from './codex-people'

const lock = '_lock'
const maxJsonLength = 65_536

const word = (words: readonly string[]) => (value: Value) =>
  words.find((one) => one === asText(value, 40)) ?? null

/** Returns null for text that is not JSON. */
function parseJson(value: Value): unknown {
  try {
    return JSON.parse(asText(value, maxJsonLength) ?? 'null')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
}

const asObject = (value: Value) => {
  const parsed = parseJson(value)
  return typeof parsed === 'object' && !Array.isArray(parsed) ? parsed : null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function asObjects(value: Value): Record<string, unknown>[] {
  const parsed = parseJson(value)
  return Array.isArray(parsed) ? parsed.filter(isObject) : []
}

function readAuthors(value: Value) {
  const authors = asObjects(value).flatMap(({ name, role, sort_name: sortName }) => {
    if (typeof name !== 'string' || name.trim() === '') return []
    const known = roleNamed(typeof role === 'string' ? role.replaceAll('-', '_') : '')
    return { name, role: known, ...(typeof sortName === 'string' && { sortName }) }
  })
  return authors.length > 0 ? authors : null
}

function readAwards(value: Value) {
  const awards = asObjects(value).flatMap(({ name, category, won, year }) => {
    if (typeof name !== 'string' || name.trim() === '') return []
    return {
      name,
      won: won === true,
      ...(typeof category === 'string' && { category }),
      ...(Number.isSafeInteger(year) && { year }),
    }
  })
  return awards.length > 0 ? awards : null
}

/** Reads a JSON list of texts, or comma-separated texts. */
function readTexts(value: Value): string[] {
  const parsed = parseJson(value)
  const texts = Array.isArray(parsed)
    ? parsed.filter((one) => typeof one === 'string')
    : (asText(value) ?? '').split(',')
  return texts.map((one) => one.trim()).filter((one) => one !== '')
}

const asTexts = (value: Value) => {
  const texts = readTexts(value)
  return texts.length > 0 ? texts : null
}
const asJoined = (value: Value) => readTexts(value).join(', ') || null
const asFlag = (value: Value) => (value === null ? null : asBoolean(value))

const seriesFields: readonly LockedField[] = [
  ['title', 'title', asShortText],
  ['title_sort', 'titleSort', asShortText],
  ['summary', 'summary', asLongText],
  ['publisher', 'publisher', asShortText],
  ['imprint', 'imprint', asShortText],
  ['status', 'status', word(seriesStatuses)],
  ['age_rating', 'ageRating', asInteger],
  ['language', 'language', asShortText],
  ['reading_direction', 'readingDirection', word(['ltr', 'rtl', 'ttb', 'webtoon'])],
  ['year', 'year', asInteger],
  ['total_volume_count', 'totalVolumeCount', asInteger],
  // Older versions store the number of books, without distinguishing volumes and chapters.
  ['total_book_count', 'totalVolumeCount', asInteger],
  ['total_chapter_count', 'totalChapterCount', asReal],
  ['authors_json', 'authors', readAuthors],
  ['custom_metadata', 'customMetadata', asObject],
]

const bookFields: readonly LockedField[] = [
  ['title', 'title', asShortText],
  ['title_sort', 'titleSort', asShortText],
  ['number', 'number', asShortText],
  ['summary', 'summary', asLongText],
  ['publisher', 'publisher', asShortText],
  ['imprint', 'imprint', asShortText],
  ['genre', 'genre', asShortText],
  ['language_iso', 'languageIso', asShortText],
  ['format_detail', 'formatDetail', asShortText],
  ['black_and_white', 'blackAndWhite', asFlag],
  ['manga', 'manga', asFlag],
  ['year', 'year', asInteger],
  ['month', 'month', asInteger],
  ['day', 'day', asInteger],
  ['volume', 'volume', asInteger],
  ['chapter', 'chapter', asReal],
  ['count', 'count', asInteger],
  ['isbns', 'isbns', asJoined],
  ['book_type', 'bookType', asShortText],
  ['subtitle', 'subtitle', asShortText],
  ['authors_json', 'authors', readAuthors],
  // Older versions have a column for each role.
  ['writer', 'writer', asShortText],
  ['penciller', 'penciller', asShortText],
  ['inker', 'inker', asShortText],
  ['colorist', 'colorist', asShortText],
  ['letterer', 'letterer', asShortText],
  ['cover_artist', 'coverArtist', asShortText],
  ['editor', 'editor', asShortText],
  ['translator', 'translator', asShortText],
  ['edition', 'edition', asShortText],
  ['original_title', 'originalTitle', asShortText],
  ['original_year', 'originalYear', asInteger],
  ['series_position', 'seriesPosition', asReal],
  ['series_total', 'seriesTotal', asInteger],
  ['subjects', 'subjects', asTexts],
  ['awards_json', 'awards', readAwards],
  ['custom_metadata', 'customMetadata', asObject],
]

const columnsOf = (fields: readonly LockedField[]) =>
  fields.flatMap(([column]) => [column, `${column}${lock}`])

type Lists = readonly (readonly [lock: string, field: string, ReadonlyMap<string, unknown>])[]

export function* readCodexSeries(db: ForeignDatabase): Generator<ForeignSeries> {
  const tagNames = readTagNames(db)
  const shared = db.rows('series_sharing_tags', ['series_id', 'sharing_tag_id'])
  const labels = groupIds(shared, 'series_id', 'sharing_tag_id')
  const lists = readLists(db)
  const edits = new Map<string, ForeignSeries['edits']>()
  const columns = ['series_id', ...columnsOf(seriesFields), ...lists.map(([name]) => name)]
  for (const row of db.rows('series_metadata', columns)) {
    const id = asId(row['series_id'])
    if (id === null) continue
    edits.set(id, { ...readLocked(row, seriesFields, lock), ...pickLists(row, id, lists) })
  }
  for (const row of db.rows('series', ['id'])) {
    const foreignId = asId(row.id)
    if (foreignId === null) continue
    const names = (labels.get(foreignId) ?? []).map((id) => tagNames.get(id) ?? id)
    yield { foreignId, labels: names, edits: edits.get(foreignId) ?? {} }
  }
}

function readLists(db: ForeignDatabase): Lists {
  const readNames = (table: string, link: string, key: string) => {
    const names = groupValues(db.rows(table, ['id', 'name']), 'id', 'name')
    const links = groupIds<string, string>(db.rows(link, ['series_id', key]), 'series_id', key)
    const named = [...links].map(
      ([id, ids]) => [id, ids.flatMap((one) => names.get(one) ?? [])] as const,
    )
    return new Map(named.filter(([, own]) => own.length > 0))
  }
  const titles = groupPairs(db, 'series_alternate_titles', ['series_id', 'label', 'title'])
  const labelled = [...titles].map(
    ([id, pairs]) => [id, pairs.map(([label, title]) => ({ label, title }))] as const,
  )
  return [
    ['genres_lock', 'genres', readNames('genres', 'series_genres', 'genre_id')],
    ['tags_lock', 'tags', readNames('tags', 'series_tags', 'tag_id')],
    ['alternate_titles_lock', 'alternateTitles', new Map(labelled)],
  ]
}

function pickLists(row: ForeignRow, id: string, lists: Lists) {
  const locked = lists.filter(([name, , values]) => asBoolean(row[name]) && values.has(id))
  return Object.fromEntries(locked.map(([, field, values]) => [field, values.get(id)]))
}

export function* readCodexBookEdits(db: ForeignDatabase): Generator<ForeignBookEdits> {
  for (const row of db.rows('book_metadata', ['book_id', ...columnsOf(bookFields)])) {
    const bookId = asId(row['book_id'])
    const edits = readLocked(row, bookFields, lock)
    if (bookId !== null && Object.keys(edits).length > 0) yield { bookId, edits }
  }
}
