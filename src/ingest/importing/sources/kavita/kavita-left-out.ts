import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import { sourceNames } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { countForeignRows, listCounted } from '../left-out'
import { countMissingKavitaCovers, type CoverSource } from './kavita-covers'
import { countForeignCollections } from './kavita-lists'
import { countOtherPersonal } from './kavita-personal'
import { countEarlierReadings } from './kavita-readings'

const name = sourceNames.kavita

export function listLeftOut(source: CoverSource): Message[] {
  const { db, chapters } = source
  const rows = (table: string) => countForeignRows(db, table, 'Id')
  const others = countOtherPersonal(db, chapters)
  const isOld = !db.has('AppUserCollection')
  return listCounted(name, [
    [rows('AppUserReadingSessionActivityData'), leftOutMessages.reading_times],
    [countEarlierReadings(db, chapters), leftOutMessages.earlier_readings],
    [others.ratings, leftOutMessages.ratings],
    [
      others.bookmarks + rows('AppUserTableOfContent') + rows('AppUserAnnotation'),
      leftOutMessages.bookmarks,
    ],
    [countMissingKavitaCovers(source), leftOutMessages.chosen_covers],
    [countForeignCollections(db), leftOutMessages.foreign_collections],
    [isOld ? rows('CollectionTag') : 0, leftOutMessages.old_collections],
    [countKeys(db), leftOutMessages.api_keys],
  ])
}

/** Counts API keys. Older versions stored the key in a column of the account. */
const countKeys = (db: ForeignDatabase): number =>
  db.has('AppUserAuthKey')
    ? countForeignRows(db, 'AppUserAuthKey', 'Id')
    : [...db.rows('AspNetUsers', ['ApiKey'])].filter(({ ApiKey }) => ApiKey).length
