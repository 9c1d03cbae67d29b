/** Reads one person's reading data from Mihon, Tachiyomi or one of their forks. */
import type { Message } from '../../../../../platform/messages/message'
import { isUuid } from '../../../../../platform/http/shapes'
import { leftOutMessages } from '../../../messages'
import type {
  ForeignBook,
  ForeignList,
  ForeignPersonal,
  ForeignReading,
  ForeignSeriesName,
  OpenSource,
} from '../../../neutral-form'
import { type AppOwner, createAppSource } from '../app-source'
import {
  type MihonBackup,
  type MihonChapter,
  type MihonManga,
  parseMihonBackup,
} from './mihon-backup'

export async function openMihonSource(bytes: Uint8Array, owner: AppOwner): Promise<OpenSource> {
  const backup = await parseMihonBackup(bytes)
  const entries = backup.mangas.map((manga) => describeManga(manga, backup))
  return {
    ...createAppSource('mihon', owner),
    books: () => entries.flatMap(listBooks),
    seriesNames: () => entries.map(({ name }) => name),
    readings: () => entries.flatMap((entry) => listReadings(entry, owner)),
    personal: () => entries.flatMap((entry) => [...listPersonal(entry, owner)]),
    lists: () => listCategories(backup, { entries, owner }),
    leftOut: () => listLeftOut(backup, entries),
  }
}

interface MangaEntry {
  manga: MihonManga
  name: ForeignSeriesName
  /** The chapters come from another source, so their files and volume numbers differ. */
  isElsewhere: boolean
  /** The chapters are files in folders. */
  isLocal: boolean
}

const localSource = '0'
/** Names of extensions for servers whose books are files, as in Quire. */
const serverName = /komga|kavita|stump|lanraragi|codex|quire|suwayomi|opds/i
const seriesUrl = /\/api\/v1\/series\/([^/?#]{1,100})\/?$/
const bookUrl = /\/api\/v1\/books\/([^/?#]{1,100})\/?$/

function describeManga(manga: MihonManga, { sources }: MihonBackup): MangaEntry {
  const { sourceId, url, title } = manga
  const isLocal = sourceId === localSource
  const isServer = seriesUrl.test(url) || serverName.test(sources.get(sourceId) ?? '')
  const name = { foreignId: `${sourceId} ${url}`, title, hereId: findHereId(url, seriesUrl) }
  return { manga, name, isElsewhere: !isLocal && !isServer, isLocal }
}

/**
 * Finds this server's ID in the URL of an app that reads from this server through the Komga API.
 */
function findHereId(url: string, pattern: RegExp): string | null {
  const id = pattern.exec(url)?.[1]?.toLowerCase()
  return id !== undefined && isUuid(id) ? id : null
}

const buildBookId = ({ name }: MangaEntry, { url }: MihonChapter) => `${name.foreignId} ${url}`

const listBooks = (entry: MangaEntry): ForeignBook[] =>
  entry.manga.chapters.map((chapter) => ({
    foreignId: buildBookId(entry, chapter),
    libraryId: null,
    path: entry.isLocal ? chapter.url.replaceAll('\\', '/') : null,
    size: null,
    partialMd5: null,
    pageCount: null,
    seriesId: entry.name.foreignId,
    seriesTitle: entry.manga.title,
    number: chapter.number < 0 ? null : chapter.number,
    isChapter: entry.isElsewhere,
    hereId: findHereId(chapter.url, bookUrl),
  }))

function listReadings(entry: MangaEntry, { userId: personId }: AppOwner): ForeignReading[] {
  return entry.manga.chapters.flatMap((chapter) => {
    const { isRead, lastPageRead, readAt } = chapter
    const at = findTime(chapter)
    if (at === null || (!isRead && lastPageRead <= 0)) return []
    const bookId = buildBookId(entry, chapter)
    const common = { foreignId: bookId, personId, bookId, device: null }
    if (isRead) {
      // Omits the position, because the app keeps the old page when someone reads the chapter
      // again.
      const completion = { startedAt: null, completedAt: at, isUndated: readAt === null }
      return { ...common, completions: [completion], position: null }
    }
    const position = {
      page: lastPageRead + 1,
      isOfOtherFile: entry.isElsewhere,
      fraction: null,
      locator: null,
      startedAt: null,
      at,
    }
    return { ...common, completions: [], position }
  })
}

/**
 * Falls back to the time of the last change, because the app stores no reading time for chapters
 * that someone marked as read.
 */
const findTime = ({ readAt, modifiedAt }: MihonChapter) => readAt ?? modifiedAt

function* listPersonal(
  entry: MangaEntry,
  { userId: personId }: AppOwner,
): Generator<ForeignPersonal> {
  const { manga, name } = entry
  if (manga.notes !== '') {
    const item = { kind: 'series' as const, foreignId: name.foreignId }
    const note = { rating: null, note: manga.notes, at: null }
    yield { kind: 'rating', foreignId: name.foreignId, personId, item, ...note }
  }
  for (const chapter of manga.chapters) {
    if (!chapter.isBookmarked) continue
    const foreignId = buildBookId(entry, chapter)
    const item = { kind: 'book' as const, foreignId }
    const place = { page: 1, locator: null, fraction: null, note: null, at: findTime(chapter) }
    yield { kind: 'bookmark', foreignId, personId, item, ...place }
  }
  for (const chapter of manga.chapters) {
    const session = findSession(chapter)
    if (!session) continue
    const foreignId = buildBookId(entry, chapter)
    const item = { kind: 'book' as const, foreignId }
    yield { kind: 'session', foreignId, personId, item, ...session }
  }
}

/**
 * The app stores only the total reading time of a chapter. This is usually one session, which ended
 * at the last reading time.
 */
function findSession({ readAt, readMs }: MihonChapter) {
  if (readAt === null || readMs === 0) return undefined
  const endedMs = readAt.getTime()
  const span = { startedMs: endedMs - readMs, endedMs, activeMs: readMs }
  return { ...span, share: null, at: readAt }
}

function groupByCategory(entries: readonly MangaEntry[]) {
  const byOrder = new Map<number, MangaEntry[]>()
  for (const entry of entries) {
    for (const order of entry.manga.categories) {
      const listed = byOrder.get(order)
      if (listed) listed.push(entry)
      else byOrder.set(order, [entry])
    }
  }
  return byOrder
}

function* listCategories(
  { categories }: MihonBackup,
  { entries, owner }: { entries: readonly MangaEntry[]; owner: AppOwner },
): Generator<ForeignList> {
  const entriesByOrder = groupByCategory(entries)
  for (const [order, name] of categories) {
    const listed = entriesByOrder.get(order)
    if (!listed) continue
    yield {
      foreignId: name,
      kind: 'collection',
      name,
      summary: null,
      isOrdered: false,
      ownerId: owner.userId,
      isPublic: false,
      itemIds: listed.map((entry) => entry.name.foreignId),
      needsItems: true,
    }
  }
}

function listLeftOut({ skipped }: MihonBackup, entries: readonly MangaEntry[]): Message[] {
  const chapters = entries.flatMap(({ manga }) => manga.chapters)
  const undated = chapters.filter((one) => one.isRead && findTime(one) === null).length
  return [
    ...(undated > 0 ? [leftOutMessages.no_dates({ count: undated })] : []),
    ...(skipped.scores > 0 ? [leftOutMessages.tracker_scores({ count: skipped.scores })] : []),
  ]
}
