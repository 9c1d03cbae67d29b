/** What Audiobookshelf knows and Quire does not take. */
import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import { sourceNames } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { countForeignRows, listCounted } from '../left-out'
import { asList, parseForeignJson } from '../values/foreign-json'
import type { Ebooks } from './audiobookshelf-books'
import { countHeard } from './audiobookshelf-readings'

export function listAudiobookshelfLeftOut(db: ForeignDatabase, ebooks: Ebooks): Message[] {
  const name = sourceNames.audiobookshelf
  return listCounted(name, [
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
