/** Kinds of user data records. Each kind comes after the kinds that it refers to. */
import { eq, ne, sql } from 'drizzle-orm'
import { accessGroups } from '../../../accounts/access/schema'
import type { ExportKind } from '../../../admin/transfer/everything/export-kind'
import { collectionTables } from '../../../catalog/collections/schema'
import { filterPresets } from '../../../catalog/filter-presets/schema'
import type { ListTables } from '../../../catalog/item-lists/list-tables'
import { readingListTables } from '../../../catalog/reading-lists/schema'
import { cblChoices, missingEntries } from '../../../ingest/cbl/schema'
import { koreaderPositions } from '../../../protocols/koreader/schema'
import { bookmarks } from '../../../reading/bookmarks/schema'
import { highlights } from '../../../reading/highlights/schema'
import { readingProfiles } from '../../../reading/preferences/profiles/schema'
import { preferences } from '../../../reading/preferences/schema'
import { preservedItems, preservedSeries } from '../../../reading/preserved/schema'
import {
  bookCompletions,
  bookProgress,
  keptCompletions,
  keptEvents,
  keptProgress,
  readingChanges,
  readingDevices,
  readingEvents,
  seriesCompletions,
  seriesProgress,
  waitingPositions,
} from '../../../reading/progress/schema'
import { ratings } from '../../../reading/ratings/schema'
import { readingSessions } from '../../../reading/statistics/schema'
import { wantToRead } from '../../../reading/want-to-read/schema'
import { checkPreservedCover } from './file-checks'

const defineLists = (name: string, about: string, tables: ListTables): ExportKind => ({
  name,
  about,
  table: tables.lists,
  atOnce: 10,
  nested: [
    { member: 'items', table: tables.items, by: 'listId', orderBy: ['position', 'itemId'] },
    { member: 'people', table: tables.people, by: 'listId', orderBy: ['userId'] },
    {
      member: 'groups',
      table: tables.groups,
      by: 'listId',
      orderBy: ['groupId'],
      names: { groupId: 'id' },
      extras: () => ({
        name: sql`(select name from ${accessGroups} where id = ${tables.groups.groupId})`,
      }),
    },
  ],
})

export const readingKinds: readonly ExportKind[] = [
  {
    name: 'progress',
    about: 'The position of a user in a book.',
    table: bookProgress,
    of: ['books'],
  },
  {
    name: 'events',
    about: 'The whole log of reading.',
    table: readingEvents,
    of: ['books'],
  },
  { name: 'completions', about: 'Books read to the end.', table: bookCompletions, of: ['books'] },
  { name: 'bookmarks', about: 'Bookmarks.', table: bookmarks, of: ['books'] },
  { name: 'highlights', about: 'Highlights and their notes.', table: highlights, of: ['books'] },
  {
    name: 'sessions',
    about: 'Sessions of reading that apps measured.',
    table: readingSessions,
    where: () => ne(readingSessions.origin, 'events'),
    of: ['books'],
  },
  {
    name: 'derived_sessions',
    about: 'Sessions of reading, derived from events.',
    table: readingSessions,
    where: () => eq(readingSessions.origin, 'events'),
    of: ['books'],
  },
  {
    name: 'ratings',
    about: 'Ratings, private notes and favorites.',
    table: ratings,
    of: ['books', 'series'],
  },
  {
    name: 'series_completions',
    about: 'Series read to the end.',
    table: seriesCompletions,
    of: ['series'],
  },
  { name: 'series_progress', about: 'Progress in series.', table: seriesProgress },
  { name: 'reading_changes', about: 'Sessions to be derived again.', table: readingChanges },
  { name: 'reading_devices', about: 'Names of devices.', table: readingDevices },
  {
    name: 'koreader_positions',
    about: 'Positions in the format of KOReader.',
    table: koreaderPositions,
  },
  {
    name: 'waiting_positions',
    about: 'Positions of documents that belong to no known book.',
    table: waitingPositions,
  },
  {
    name: 'want_to_read',
    about: 'Reading queues.',
    table: wantToRead,
    orderBy: ['userId', 'position', 'id'],
  },
  { name: 'preferences', about: 'Settings of users.', table: preferences },
  {
    name: 'reading_profiles',
    about: 'Named sets of reader settings.',
    table: readingProfiles,
  },
  { name: 'filter_presets', about: 'Saved filters.', table: filterPresets },
  defineLists('collections', 'Lists of series.', collectionTables),
  defineLists('read_lists', 'Lists of books, with the rules of smart lists.', readingListTables),
  {
    name: 'missing_entries',
    about: 'Entries of imported lists without a book.',
    table: missingEntries,
  },
  { name: 'cbl_choices', about: 'Choices for imported lists.', table: cblChoices },
  { name: 'kept_progress', about: 'Positions in deleted books.', table: keptProgress },
  { name: 'kept_events', about: 'Events of deleted books.', table: keptEvents },
  { name: 'kept_completions', about: 'Completions of deleted books.', table: keptCompletions },
  {
    name: 'preserved',
    about: 'Other data of deleted books and series.',
    table: preservedItems,
    check: checkPreservedCover,
  },
  { name: 'preserved_series', about: 'Series of deleted books.', table: preservedSeries },
]
