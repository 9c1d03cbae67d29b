/** Reading progress, ratings and lists of ComicRack. */
import {
  getAttribute,
  getElementText,
  listChildElements,
  type XmlElement,
} from '../../../../media/metadata/xml'
import type {
  ForeignBookmark,
  ForeignList,
  ForeignRating,
  ForeignReading,
} from '../../neutral-form'
import { asId, asInteger, asReal, asText } from '../values/foreign-values'
import { type Comic, readComics, readListItems, readPlace, readTime } from './comicrack-file'

/** ComicRack has no accounts. */
export const readerId = 'reader'

/** From this share on, ComicRack shows a comic as read. */
const readShare = 0.95

export function* readComicrackReadings(file: string): Generator<ForeignReading> {
  for (const comic of readComics(file)) {
    const reading = readOne(comic)
    if (!reading) continue
    const { id } = comic
    yield { foreignId: id, personId: readerId, bookId: id, device: null, ...reading }
  }
}

function readOne(comic: Comic): Pick<ForeignReading, 'completions' | 'position'> | undefined {
  const [place, at] = [readPlace(comic), readTime(comic)]
  if (!place || at === null) return undefined
  const { page, pageCount } = place
  const share = pageCount > 0 ? Math.min(page / pageCount, 1) : null
  if (share !== null && share >= readShare) {
    // The time is that of the last visit, which may be long after the comic was finished.
    const completion = { startedAt: null, completedAt: at, isUndated: true }
    return { completions: [completion], position: null }
  }
  const position = { page, fraction: share, locator: null, startedAt: null, at }
  return { completions: [], position }
}

export function* readComicrackPersonal(file: string): Generator<ForeignRating | ForeignBookmark> {
  for (const comic of readComics(file)) {
    const { id, element, field } = comic
    const common = { personId: readerId, item: { kind: 'book' as const, foreignId: id }, at: null }
    const rating = readStars(field('Rating'))
    const note = asText(field('Review')) || null
    if (rating !== null || note !== null) {
      yield { ...common, kind: 'rating', foreignId: id, rating, note }
    }
    for (const [page, text] of readBookmarks(element)) {
      const place = { page, locator: null, fraction: null, note: text }
      yield { ...common, kind: 'bookmark', foreignId: `${id}/${page}`, ...place }
    }
  }
}

/** Reads up to 5 stars, including fractions of a star. */
function readStars(text: string | null): number | null {
  const stars = asReal(text)
  return stars === null || stars <= 0 || stars > 5 ? null : Math.max(Math.round(stars * 20), 1)
}

/** Reads the text of each bookmark by page. Image numbers start at 0. */
function readBookmarks(element: XmlElement): Map<number, string> {
  const bookmarks = new Map<number, string>()
  const [pages] = listChildElements(element, 'Pages')
  for (const page of listChildElements(pages, 'Page')) {
    const text = asText(getAttribute(page, 'Bookmark'), 2000)?.trim()
    const image = asInteger(getAttribute(page, 'Image') ?? null)
    if (text && image !== null && image >= 0) bookmarks.set(image + 1, text)
  }
  return bookmarks
}

const typeOf = (item: XmlElement) => getAttribute(item, 'type') ?? ''

/** Yields all lists. Those in folders are treated like the others. Temporary lists are left out. */
function* walkItems(items: Iterable<XmlElement>): Generator<XmlElement> {
  for (const item of items) {
    if (getAttribute(item, 'Temporary')?.toLowerCase() === 'true') continue
    yield item
    for (const folder of listChildElements(item, 'Items')) {
      yield* walkItems(listChildElements(folder, 'Item'))
    }
  }
}

export function* readComicrackLists(file: string): Generator<ForeignList> {
  const seen = new Set<string>()
  for (const item of walkItems(readListItems(file))) {
    const foreignId = asId(getAttribute(item, 'Id'))
    const name = asText(getAttribute(item, 'Name'), 200)?.trim()
    if (typeOf(item) !== 'ComicIdListItem' || foreignId === null || !name) continue
    const itemIds = readBookIds(item)
    if (itemIds.length === 0 || seen.has(foreignId)) continue
    seen.add(foreignId)
    const [description] = listChildElements(item, 'Description')
    yield {
      foreignId,
      kind: 'readlist',
      name,
      summary: asText(getElementText(description))?.trim() || null,
      isOrdered: true,
      ownerId: readerId,
      isPublic: false,
      itemIds,
    }
  }
}

function readBookIds(item: XmlElement): string[] {
  const parts = [...listChildElements(item, 'BookIds'), ...listChildElements(item, 'Books')]
  const ids = parts.flatMap((part) =>
    listChildElements(part)
      .filter(({ name }) => name.toLowerCase() === 'guid')
      .flatMap((guid) => asId(getElementText(guid).trim()) ?? []),
  )
  return [...new Set(ids)]
}

export function countSmartLists(file: string): number {
  let count = 0
  for (const item of walkItems(readListItems(file))) {
    if (typeOf(item) === 'ComicSmartListItem') count++
  }
  return count
}

/** Counts read or started comics without any time. */
export function countUndatedComics(file: string): number {
  let count = 0
  for (const comic of readComics(file)) {
    if (readPlace(comic) && readTime(comic) === null) count++
  }
  return count
}
