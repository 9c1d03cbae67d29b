/** Metadata that people locked in Komga, in the fields of Quire. */
import { roleNamed } from '../../../../catalog/series/model'
import type { ForeignBookEdits, ForeignSeries } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asBoolean, asDay, asId, asInteger, asText, type Value } from '../values/foreign-values'
import { groupPairs, groupValues, type Pair } from '../values/group-values'
import { asLongText, asShortText, type LockedField, readLocked } from '../locked-fields'

const statuses: Readonly<Record<string, string>> = {
  ENDED: 'ended',
  ONGOING: 'ongoing',
  ABANDONED: 'abandoned',
  HIATUS: 'hiatus',
}
const directions: Readonly<Record<string, string>> = {
  LEFT_TO_RIGHT: 'ltr',
  RIGHT_TO_LEFT: 'rtl',
  VERTICAL: 'ttb',
  WEBTOON: 'webtoon',
}

const word = (words: Readonly<Record<string, string>>) => (value: Value) =>
  words[asText(value, 40) ?? ''] ?? null

const seriesFields: readonly LockedField[] = [
  ['TITLE', 'title', asShortText],
  ['TITLE_SORT', 'titleSort', asShortText],
  ['STATUS', 'status', word(statuses)],
  ['PUBLISHER', 'publisher', asShortText],
  ['READING_DIRECTION', 'readingDirection', word(directions)],
  ['AGE_RATING', 'ageRating', asInteger],
  ['SUMMARY', 'summary', asLongText],
  ['LANGUAGE', 'language', asShortText],
  ['TOTAL_BOOK_COUNT', 'totalVolumeCount', asInteger],
]

const seriesColumns = [
  'SERIES_ID',
  ...seriesFields.flatMap(([column]) => [column, `${column}_LOCK`]),
  'GENRES_LOCK',
  'TAGS_LOCK',
  'LINKS_LOCK',
  'ALTERNATE_TITLES_LOCK',
]

export function* readKomgaSeries(db: ForeignDatabase): Generator<ForeignSeries> {
  const group = (table: string, name: string) =>
    groupValues<string, string>(db.rows(table, ['SERIES_ID', name]), 'SERIES_ID', name)
  const labels = group('SERIES_METADATA_SHARING', 'LABEL')
  const lists = {
    genres: group('SERIES_METADATA_GENRE', 'GENRE'),
    tags: group('SERIES_METADATA_TAG', 'TAG'),
    links: groupPairs(db, 'SERIES_METADATA_LINK', ['SERIES_ID', 'LABEL', 'URL']),
    titles: groupPairs(db, 'SERIES_METADATA_ALTERNATE_TITLE', ['SERIES_ID', 'LABEL', 'TITLE']),
  }
  for (const row of db.rows('SERIES_METADATA', seriesColumns)) {
    const foreignId = asId(row['SERIES_ID'])
    if (foreignId === null) continue
    yield {
      foreignId,
      labels: labels.get(foreignId) ?? [],
      edits: { ...readLocked(row, seriesFields, '_LOCK'), ...pickLists(row, foreignId, lists) },
    }
  }
}

interface SeriesLists {
  genres: ReadonlyMap<string, string[]>
  tags: ReadonlyMap<string, string[]>
  links: ReadonlyMap<string, Pair[]>
  titles: ReadonlyMap<string, Pair[]>
}

function pickLists(row: ForeignRow, id: string, { genres, tags, links, titles }: SeriesLists) {
  const lists: [lock: string, field: string, value: readonly unknown[] | undefined][] = [
    ['GENRES_LOCK', 'genres', genres.get(id)],
    ['TAGS_LOCK', 'tags', tags.get(id)],
    ['LINKS_LOCK', 'externalLinks', links.has(id) ? nameLinks(links.get(id)!) : undefined],
    [
      'ALTERNATE_TITLES_LOCK',
      'alternateTitles',
      titles.get(id)?.map(([label, title]) => ({ label, title })),
    ],
  ]
  const locked = lists.filter(([lock, , value]) => value !== undefined && asBoolean(row[lock]))
  return Object.fromEntries(locked.map(([, field, value]) => [field, value]))
}

/**
 * Gives each link of a series a unique label, which Quire requires. In Komga, several links can
 * have the same label.
 */
function nameLinks(links: readonly Pair[]) {
  const taken = new Set<string>()
  return links.map(([label, url]) => {
    const name = label.toLowerCase()
    let sourceName = name
    for (let number = 2; taken.has(sourceName); number++) sourceName = `${name} ${number}`
    taken.add(sourceName)
    return { sourceName, url }
  })
}

const bookFields: readonly LockedField[] = [
  ['TITLE', 'title', asShortText],
  ['NUMBER', 'number', asShortText],
  ['SUMMARY', 'summary', asLongText],
  ['ISBN', 'isbns', asShortText],
]

const bookColumns = [
  'BOOK_ID',
  'RELEASE_DATE',
  'RELEASE_DATE_LOCK',
  ...bookFields.flatMap(([column]) => [column, `${column}_LOCK`]),
  'AUTHORS_LOCK',
  'TAGS_LOCK',
]

export function* readKomgaBookEdits(db: ForeignDatabase): Generator<ForeignBookEdits> {
  const tags = groupValues(db.rows('BOOK_METADATA_TAG', ['BOOK_ID', 'TAG']), 'BOOK_ID', 'TAG')
  const authors = groupPairs(db, 'BOOK_METADATA_AUTHOR', ['BOOK_ID', 'ROLE', 'NAME'])
  for (const row of db.rows('BOOK_METADATA', bookColumns)) {
    const bookId = asId(row['BOOK_ID'])
    if (bookId === null) continue
    const people = asBoolean(row['AUTHORS_LOCK']) ? (authors.get(bookId) ?? []) : []
    const subjects = asBoolean(row['TAGS_LOCK']) ? (tags.get(bookId) ?? []) : []
    const day = asBoolean(row['RELEASE_DATE_LOCK']) ? asDay(row['RELEASE_DATE']) : null
    const edits = {
      ...readLocked(row, bookFields, '_LOCK'),
      ...(people.length > 0 && { authors: people.map(([role, name]) => toAuthor(role, name)) }),
      ...(subjects.length > 0 && { subjects }),
      ...(day !== null && toDate(day)),
    }
    if (Object.keys(edits).length > 0) yield { bookId, edits }
  }
}

const toAuthor = (role: string, name: string) => ({
  name,
  role: roleNamed(role === 'cover' ? 'cover_artist' : role),
})

function toDate(day: string) {
  const [year, month, date] = day.split('-').map(Number)
  return { year, month, day: date }
}
