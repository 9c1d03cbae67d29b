/**
 * The columns for each kind of export. Labels are in English, like the keys, because programs also
 * read the files.
 */
import type { ExportField } from './model'

export type Value = string | number | boolean | Date | null | readonly string[]
export type ExportRow = Readonly<Record<string, Value>>

type Kind = 'own' | 'many' | 'anchor'

const field = (key: string, label: string, ...kinds: Kind[]): ExportField => ({
  key,
  label,
  multiValue: kinds.includes('many'),
  userSpecific: kinds.includes('own'),
  isAnchor: kinds.includes('anchor'),
})

const own = [
  field('rating', 'Your rating (1 to 100)', 'own'),
  field('favorite', 'Favorite', 'own'),
  field('note', 'Your note', 'own'),
]

export const seriesFields: readonly ExportField[] = [
  field('id', 'Id', 'anchor'),
  field('title', 'Title', 'anchor'),
  field('library', 'Library'),
  field('year', 'Year'),
  field('status', 'Status'),
  field('publisher', 'Publisher'),
  field('language', 'Language'),
  field('ageRating', 'Age rating'),
  field('genres', 'Genres', 'many'),
  field('tags', 'Tags', 'many'),
  field('bookCount', 'Books'),
  field('booksRead', 'Books read', 'own'),
  field('readCount', 'Times read', 'own'),
  field('lastReadAt', 'Last read', 'own'),
  field('lastCompletedAt', 'Last finished', 'own'),
  ...own,
  field('addedAt', 'Added'),
]

export const bookFields: readonly ExportField[] = [
  field('id', 'Id', 'anchor'),
  field('title', 'Title', 'anchor'),
  field('series', 'Series', 'anchor'),
  field('library', 'Library'),
  field('volume', 'Volume'),
  field('chapter', 'Chapter'),
  field('format', 'Format'),
  field('pages', 'Pages'),
  field('sizeBytes', 'Size in bytes'),
  field('status', 'Read status', 'own'),
  field('page', 'Page', 'own'),
  field('percent', 'Percent', 'own'),
  field('timesRead', 'Times read', 'own'),
  field('startedAt', 'Started', 'own'),
  field('lastCompletedAt', 'Last finished', 'own'),
  ...own,
  field('addedAt', 'Added'),
]

const keysOf = (all: readonly ExportField[], keys: readonly string[]) =>
  all.filter(({ key }) => keys.includes(key))

export const progressFields = keysOf(bookFields, [
  'id',
  'title',
  'series',
  'library',
  'pages',
  'status',
  'page',
  'percent',
  'timesRead',
  'startedAt',
  'lastCompletedAt',
]).concat(field('positionAt', 'Last position', 'own'))

export const historyFields: readonly ExportField[] = [
  field('happenedAt', 'Time', 'anchor'),
  field('kind', 'What happened', 'anchor'),
  field('title', 'Title'),
  field('series', 'Series'),
  field('pass', 'Reading'),
  field('page', 'Page'),
  field('percent', 'Percent'),
  field('device', 'Device'),
  field('bookId', 'Book id'),
]

export const ratingFields: readonly ExportField[] = [
  field('itemType', 'Kind', 'anchor'),
  field('title', 'Title', 'anchor'),
  field('series', 'Series'),
  ...own,
  field('changedAt', 'Changed'),
  field('id', 'Id'),
]

export const highlightFields: readonly ExportField[] = [
  field('title', 'Title', 'anchor'),
  field('series', 'Series'),
  field('chapter', 'Chapter'),
  field('percent', 'Percent'),
  field('passage', 'Passage'),
  field('note', 'Your note'),
  field('color', 'Color'),
  field('createdAt', 'Created'),
  field('bookId', 'Book id'),
]

/**
 * Returns the chosen fields in their usual order, always including those that identify a row.
 * Returns all fields if none are chosen.
 */
export const chooseFields = (all: readonly ExportField[], chosen: readonly string[]) =>
  chosen.length === 0 ? all : all.filter(({ key, isAnchor }) => isAnchor || chosen.includes(key))

/** Fields for compact summaries of what a user likes, intended for language models. */
export const presets = {
  llmSelect: ['title', 'year', 'genres', 'tags', 'booksRead', 'readCount', 'rating', 'favorite'],
  llmSelectBooks: ['title', 'series', 'status', 'percent', 'timesRead', 'rating'],
}
