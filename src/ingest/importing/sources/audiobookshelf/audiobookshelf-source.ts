/**
 * Reads the e-books of Audiobookshelf's `absdatabase.sqlite`. Quire does not support audiobooks.
 */
import { type OpenSource, sourceNames } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asObject, parseForeignJson, asList } from '../values/foreign-json'
import { toForeignPath } from '../foreign-paths'
import { asId, asText } from '../values/foreign-values'
import { groupValues } from '../values/group-values'
import { createInstance, readMarks, type SourceReader } from '../source-reader'
import { type Ebooks, readAudiobookshelfBooks, readEbooks } from './audiobookshelf-books'
import { readAudiobookshelfLists } from './audiobookshelf-lists'
import { readAudiobookshelfPeople } from './audiobookshelf-people'
import { readAudiobookshelfReadings, countHeard } from './audiobookshelf-readings'
import { readBookLabels } from './book-labels'
import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import { countForeignRows, listCounted } from '../left-out'

export const audiobookshelfReader: SourceReader = {
  kind: 'audiobookshelf',
  fileNames: ['absdatabase.sqlite', 'config/absdatabase.sqlite'],
  recognizes: (db) => db.has('mediaProgresses', 'mediaItemId') && db.has('libraryItems', 'mediaId'),
  open(db): OpenSource {
    const version = readVersion(db)
    db.require(neededColumns, version)
    let ebooks: Ebooks | undefined
    const findEbooks = () => (ebooks ??= readEbooks(db))
    const order = { orderBy: ['createdAt', 'id'] }
    return {
      kind: 'audiobookshelf',
      instance: createInstance(db.rows('users', ['id', 'createdAt'], order)),
      marks: readMarks(db, markTables),
      version,
      libraries: readLibraries(db),
      people: readAudiobookshelfPeople(db, findEbooks()),
      books: () => readAudiobookshelfBooks(db, findEbooks()),
      series: () => readBookLabels(db, findEbooks()),
      bookEdits: () => [],
      readings: () => readAudiobookshelfReadings(db, findEbooks()),
      // Audiobookshelf's bookmarks are times in audiobooks, and it has no ratings.
      personal: () => [],
      lists: () => readAudiobookshelfLists(db, findEbooks()),
      // Audiobookshelf does not distinguish covers that someone chose from covers of the files.
      covers: () => [],
      leftOut: () => listAudiobookshelfLeftOut(db, findEbooks()),
      close: () => db.close(),
    }
  },
}

const markTables = { users: ['id', 'createdAt'], libraries: ['id', 'createdAt'] } as const

const neededColumns = {
  users: ['id', 'username', 'pash'],
  libraryItems: ['mediaId', 'path'],
  books: ['id', 'ebookFile'],
  mediaProgresses: ['userId', 'mediaItemId', 'updatedAt'],
}

function readVersion(db: ForeignDatabase): string {
  for (const row of db.rows('settings', ['key', 'value'])) {
    if (row.key !== 'server-settings') continue
    return asText(asObject(parseForeignJson(row.value))?.['version'], 40) ?? '?'
  }
  return '?'
}

function readLibraries(db: ForeignDatabase) {
  const paths = groupValues(db.rows('libraryFolders', ['libraryId', 'path']), 'libraryId', 'path')
  return [...db.rows('libraries', ['id', 'name'])].flatMap((row) => {
    const foreignId = asId(row.id)
    if (foreignId === null) return []
    const folders = (paths.get(foreignId) ?? []).map(toForeignPath)
    return { foreignId, name: asText(row.name, 200) ?? '', paths: folders }
  })
}

function listAudiobookshelfLeftOut(db: ForeignDatabase, ebooks: Ebooks): Message[] {
  return listCounted(sourceNames.audiobookshelf, [
    [ebooks.audiobookCount + countForeignRows(db, 'podcasts'), leftOutMessages.audiobooks],
    [countHeard(db, ebooks), leftOutMessages.listening],
    [countBookmarks(db), leftOutMessages.audio_bookmarks],
    [ebooks.unreadableCount, leftOutMessages.unreadable_formats],
    [countForeignRows(db, 'apiKeys'), leftOutMessages.api_keys],
  ])
}

function countBookmarks(db: ForeignDatabase): number {
  let count = 0
  for (const row of db.rows('users', ['bookmarks'])) {
    count += asList(parseForeignJson(row.bookmarks)).length
  }
  return count
}
