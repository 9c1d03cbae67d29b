/** What Audiobookshelf knows and Quire does not take. */
import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import { sourceNames } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asList, parseForeignJson } from '../values/foreign-json'
import type { Ebooks } from './audiobookshelf-books'
import { countHeard } from './audiobookshelf-readings'

export function listAudiobookshelfLeftOut(db: ForeignDatabase, ebooks: Ebooks): Message[] {
  const name = sourceNames.audiobookshelf
  const counted: [number, (details: { name: string; count: number }) => Message][] = [
    [ebooks.audiobookCount + countRows(db, 'podcasts'), leftOutMessages.audiobooks],
    [countHeard(db, ebooks), leftOutMessages.listening],
    [countBookmarks(db), leftOutMessages.audio_bookmarks],
    [ebooks.unreadableCount, leftOutMessages.unreadable_formats],
    [countRows(db, 'apiKeys'), leftOutMessages.api_keys],
  ]
  return counted.flatMap(([count, say]) => (count > 0 ? say({ name, count }) : []))
}

function countBookmarks(db: ForeignDatabase): number {
  let count = 0
  for (const row of db.rows('users', ['bookmarks'])) {
    count += asList(parseForeignJson(row.bookmarks)).length
  }
  return count
}

function countRows(db: ForeignDatabase, table: string): number {
  let count = 0
  for (const _ of db.rows(table, ['id'])) count++
  return count
}
