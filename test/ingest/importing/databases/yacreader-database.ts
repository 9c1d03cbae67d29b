/** The database of YACReaderLibrary, with what a test names. */
import type { Database } from 'bun:sqlite'
import { addTable, type Row, writeDatabase } from './write-database'

interface YacreaderComic {
  id: number
  /** Below the folder of the library, beginning with `/`. */
  path: string
  /** ID of what is known of the content; that of the comic if it is omitted. */
  info?: number
}

export interface YacreaderData {
  comics?: YacreaderComic[]
  /** Values of `comic_info` by ID. */
  infos?: Record<number, Row>
  labels?: Record<string, number[]>
  lists?: Record<string, number[]>
  favorites?: number[]
  /** Columns that older versions do not have. */
  without?: string[]
  /** Changes the finished database. */
  change?: (db: Database) => void
}

export function writeYacreader(path: string, data: YacreaderData) {
  writeDatabase(path, (db) => fill(db, data))
}

const infoDefaults = {
  title: null,
  numPages: 20,
  number: null,
  count: null,
  volume: null,
  genere: null,
  writer: null,
  date: null,
  publisher: null,
  synopsis: null,
  edited: 0,
  read: 0,
  hasBeenOpened: 0,
  rating: 0,
  currentPage: 1,
  bookmark1: -1,
  bookmark2: -1,
  bookmark3: -1,
  lastTimeOpened: null,
  added: null,
  series: null,
  languageISO: null,
  tags: null,
  review: null,
} satisfies Row

function fill(db: Database, data: YacreaderData) {
  const { comics = [], infos = {}, without = [] } = data
  addTable(db, 'db_info', [{ version: '9.16.0' }])
  const names = [...new Set(comics.map(({ path }) => path.split('/')[1]!))]
  const folders = names.map((name, n) => ({ id: n + 2, parentId: 1, name, path: `/${name}` }))
  addTable(db, 'folder', [{ id: 1, parentId: 1, name: 'root', path: '/' }, ...folders])
  const rows = comics.map(({ id, path, info = id }) => ({
    id,
    parentId: names.indexOf(path.split('/')[1]!) + 2,
    comicInfoId: info,
    fileName: path.split('/').at(-1)!,
    path,
  }))
  addTable(db, 'comic', rows, ['id', 'parentId', 'comicInfoId', 'fileName', 'path'])
  const known = [...new Set(rows.map(({ comicInfoId }) => comicInfoId))].map((id) => ({
    id,
    hash: `${String(id).padStart(40, 'a')}${1000 + id}`,
    ...infoDefaults,
    ...infos[id],
  }))
  const kept = known.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name))),
  )
  addTable(db, 'comic_info', kept, ['id', 'hash', 'read', 'currentPage'])
  addLists(db, data)
  data.change?.(db)
}

function addLists(db: Database, { labels = {}, lists = {}, favorites = [] }: YacreaderData) {
  const tables = [
    ['label', 'comic_label', 'label_id', labels],
    ['reading_list', 'comic_reading_list', 'reading_list_id', lists],
    [
      'default_reading_list',
      'comic_default_reading_list',
      'default_reading_list_id',
      { Favorites: favorites },
    ],
  ] as const
  for (const [table, link, key, given] of tables) {
    const rows = Object.keys(given).map((name, n) => ({ id: n + 1, name, parentId: null }))
    addTable(db, table, rows, ['id', 'name', 'parentId'])
    // The last is stored first, so that the order is read from its column.
    const links = Object.values(given).flatMap((ids, n) =>
      ids.map((id, place) => ({ [key]: n + 1, comic_id: id, ordering: place })).toReversed(),
    )
    addTable(db, link, links, [key, 'comic_id', 'ordering'])
  }
}
