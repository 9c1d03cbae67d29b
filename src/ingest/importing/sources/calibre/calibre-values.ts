/** Metadata of calibre, mapped to Quire's fields. calibre does not have locks. */
import { flattenRoles } from '../../../../media/contents/file-metadata'
import { parseIsbn } from '../../../../media/metadata/isbn'
import { cleanLine, cleanText } from '../../../../media/metadata/metadata-values'
import type { ForeignBookEdits } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asDay, asId, asReal, asText, type Value } from '../values/foreign-values'
import { groupIds, groupPairs, groupValues, type Pair } from '../values/group-values'
import { asShortText } from '../locked-fields'
import { type CalibreFiles, listFileIds, readSeriesTitles } from './calibre-files'

const columns = ['id', 'title', 'sort', 'pubdate', 'series_index'] as const
const maxListLength = 500

type Lists = ReturnType<typeof readLists>

export function* readCalibreValues(
  db: ForeignDatabase,
  files: CalibreFiles,
): Generator<ForeignBookEdits> {
  const lists = readLists(db)
  for (const row of db.rows('books', columns)) {
    const id = asId(row.id)
    const fileIds = id === null ? [] : listFileIds(files, id)
    if (id === null || fileIds.length === 0) continue
    const edits = pickKnown({
      title: asShortText(row.title),
      titleSort: asShortText(row.sort),
      ...describeDate(row.pubdate),
      ...describeNumber(row, lists.series.get(id)),
      ...describeLists(id, lists),
    })
    if (Object.keys(edits).length === 0) continue
    for (const bookId of fileIds) yield { bookId, edits }
  }
}

/** Omits missing values, because they do not mean that a field is empty. */
const pickKnown = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/** Reads a date. calibre writes the year 101 for an unknown date. */
function describeDate(pubdate: Value) {
  const day = asDay(pubdate)
  const [year, month, date] = day?.split('-').map(Number) ?? []
  return year === undefined || year < 1000 ? {} : { year, month, day: date }
}

function describeNumber({ series_index: index }: ForeignRow<'series_index'>, series?: string) {
  const position = series === undefined ? null : asReal(index)
  if (position === null || Math.abs(position) > 1e6) return {}
  const isVolume = Number.isInteger(position)
  return {
    number: String(position),
    seriesPosition: position,
    ...(isVolume && { volume: position }),
  }
}

function describeLists(id: string, lists: Lists) {
  const authors = (lists.authors.get(id) ?? []).slice(0, maxListLength)
  const people = authors.map(({ name, sortName }) => ({ name, sortName, role: 'author' as const }))
  const subjects = lists.tags.get(id)?.slice(0, maxListLength)
  const identifiers = lists.identifiers.get(id) ?? []
  const isbns = identifiers.flatMap(([type, value]) =>
    type.toLowerCase() === 'isbn' ? (parseIsbn(value) ?? []) : [],
  )
  return {
    ...(people.length > 0 && { authors: people, writer: flattenRoles(people).writer }),
    ...(subjects && { subjects }),
    publisher: lists.publishers.get(id)?.[0] ?? null,
    languageIso: lists.languages.get(id)?.[0] ?? null,
    summary: cleanText(lists.comments.get(id)),
    isbns: isbns.slice(0, 20).join(', ') || null,
    externalLinks: listLinks(identifiers),
  }
}

function readLists(db: ForeignDatabase) {
  return {
    series: readSeriesTitles(db),
    authors: readAuthors(db),
    tags: readCalibreTags(db),
    publishers: readNames(db, {
      table: 'publishers',
      link: 'books_publishers_link',
      key: 'publisher',
    }),
    languages: readCalibreLanguages(db),
    comments: readComments(db),
    identifiers: groupPairs(db, 'identifiers', ['book', 'type', 'val']),
  }
}

/** Reads names by book ID, in calibre's order. */
function readNames(
  db: ForeignDatabase,
  { table, link, key, name = 'name' }: { table: string; link: string; key: string; name?: string },
): Map<string, readonly string[]> {
  const names = groupValues<string, string>(db.rows(table, ['id', name]), 'id', name)
  const rows = db.rows(link, ['book', key], { orderBy: ['book', 'item_order', 'id'] })
  const named = [...groupIds<string, string>(rows, 'book', key)].map(([bookId, ids]) => {
    const own = ids.flatMap((id) => cleanLine(names.get(id)?.[0]?.slice(0, 500)) ?? [])
    return [bookId, [...new Set(own)]] as const
  })
  return new Map(named.filter(([, own]) => own.length > 0))
}

export const readCalibreTags = (db: ForeignDatabase) =>
  readNames(db, { table: 'tags', link: 'books_tags_link', key: 'tag' })

/** Reads three-letter language codes by book ID. */
export const readCalibreLanguages = (db: ForeignDatabase) =>
  readNames(db, {
    table: 'languages',
    link: 'books_languages_link',
    key: 'lang_code',
    name: 'lang_code',
  })

/** Reads authors by book ID. In their names, `|` stands for a comma. */
function readAuthors(db: ForeignDatabase) {
  const people = new Map<string, { name: string; sortName: string | null }>()
  for (const row of db.rows('authors', ['id', 'name', 'sort'])) {
    const id = asId(row.id)
    const name = cleanLine(asShortText(row.name)?.replaceAll('|', ','))
    if (id !== null && name !== null) people.set(id, { name, sortName: asShortText(row.sort) })
  }
  const rows = db.rows('books_authors_link', ['book', 'author'], { orderBy: ['book', 'id'] })
  const linked = [...groupIds(rows, 'book', 'author')].map(([bookId, ids]) => {
    const own = [...new Set(ids)].flatMap((id) => people.get(id) ?? [])
    return [bookId, own] as const
  })
  return new Map(linked)
}

function readComments(db: ForeignDatabase): Map<string, string> {
  const comments = new Map<string, string>()
  for (const row of db.rows('comments', ['book', 'text'])) {
    const [id, text] = [asId(row.book), asText(row.text, 65_536)]
    if (id !== null && text) comments.set(id, text)
  }
  return comments
}

const pages: Readonly<Record<string, readonly [string, string]>> = {
  goodreads: ['Goodreads', 'https://www.goodreads.com/book/show/'],
  google: ['Google Books', 'https://books.google.com/books?id='],
  amazon: ['Amazon', 'https://www.amazon.com/dp/'],
  doi: ['DOI', 'https://doi.org/'],
}

function listLinks(identifiers: readonly Pair[]) {
  const links = identifiers.flatMap(([type, value]) => {
    const [sourceName, start] = pages[type.toLowerCase()] ?? []
    const isPlain = /^[\w./()-]{1,200}$/.test(value)
    return sourceName !== undefined && isPlain
      ? { sourceName, url: `${start}${value}`, externalId: value }
      : []
  })
  return links.length > 0 ? links : null
}
