/** Translates Quire's events to Komga's. Pure. */
import { coverUpdated } from '../../../artwork/covers/model'
import { type EventFormat, heartbeatFrame } from '../../../admin/live/sse-frames'
import { bookCreated, bookDeleted, bookUpdated } from '../../../catalog/books/model'
import { collectionsUpdated } from '../../../catalog/collections/model'
import type { ListUpdate } from '../../../catalog/item-lists/list-kind'
import { libraryCreated, libraryDeleted, libraryUpdated } from '../../../catalog/libraries/model'
import { readingListsUpdated } from '../../../catalog/reading-lists/model'
import { seriesCreated, seriesDeleted, seriesUpdated } from '../../../catalog/series/model'
import { seriesBulkPurged } from '../../../ingest/trash/model'
import type { DomainEvent } from '../../../platform/events/event'
import { readProgressUpdated } from '../../../reading/progress/model'

const encoder = new TextEncoder()

export const buildFrame = (name: string, data: object): Uint8Array =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

/** Members of Quire's events that the translations use. */
interface Refs {
  libraryId?: string
  seriesId?: string
  bookId?: string
  userId?: string
  entityType?: string
  entityId?: string
  listId?: string
}

type Translation = [name: string, build: (event: Refs) => object]

const ofLibrary = ({ libraryId }: Refs) => ({ libraryId })
const ofSeries = ({ seriesId, libraryId }: Refs) => ({ seriesId, libraryId })
const ofBook = ({ bookId, seriesId, libraryId }: Refs) => ({ bookId, seriesId, libraryId })

const ofCollection = ({ listId }: Refs) => ({ collectionId: listId ?? '', seriesIds: [] })
const ofReadList = ({ listId }: Refs) => ({ readListId: listId ?? '', bookIds: [] })

const translations: Record<string, Translation> = {
  [libraryCreated.type]: ['LibraryAdded', ofLibrary],
  [libraryUpdated.type]: ['LibraryChanged', ofLibrary],
  [libraryDeleted.type]: ['LibraryDeleted', ofLibrary],
  // The event does not list the purged series, so clients must reload the library.
  [seriesBulkPurged.type]: ['LibraryChanged', ofLibrary],
  [seriesCreated.type]: ['SeriesAdded', ofSeries],
  [seriesUpdated.type]: ['SeriesChanged', ofSeries],
  [seriesDeleted.type]: ['SeriesDeleted', ofSeries],
  [bookCreated.type]: ['BookAdded', ofBook],
  [bookUpdated.type]: ['BookChanged', ofBook],
  [bookDeleted.type]: ['BookDeleted', ofBook],
  [readProgressUpdated.type]: ['ReadProgressChanged', ({ bookId, userId }) => ({ bookId, userId })],
}

const actNames = { created: 'Added', deleted: 'Deleted' }

const nameAct = ({ act }: { act?: ListUpdate['act'] | undefined }) =>
  act ? actNames[act] : 'Changed'

/**
 * Makes clients reload their lists. Users who can read a list receive its ID in a separate frame.
 */
function translateList(event: DomainEvent): Translation | undefined {
  if (collectionsUpdated.matches(event)) return [`Collection${nameAct(event)}`, ofCollection]
  if (readingListsUpdated.matches(event)) return [`ReadList${nameAct(event)}`, ofReadList]
  return undefined
}

function translate(event: DomainEvent): Translation | undefined {
  const list = translateList(event)
  if (list) return list
  if (!coverUpdated.matches(event)) return translations[event.type]
  const { entityType, entityId, seriesId } = event
  if (entityType === 'series') {
    return ['ThumbnailSeriesAdded', () => ({ seriesId: entityId, selected: true })]
  }
  return ['ThumbnailBookAdded', () => ({ bookId: entityId, seriesId, selected: true })]
}

export const komgaFormat: EventFormat = {
  buildListFrame: ({ listField, listId, act }) =>
    listField === 'inCollection'
      ? buildFrame(`Collection${nameAct({ act })}`, ofCollection({ listId }))
      : buildFrame(`ReadList${nameAct({ act })}`, ofReadList({ listId })),
  buildOpeningFrame: () => heartbeatFrame,
  buildEventFrame(_id, event) {
    const [name, build] = translate(event) ?? []
    return name && build ? buildFrame(name, build(event)) : undefined
  },
}
