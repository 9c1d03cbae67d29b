/** Responses of BookLore's API, as stored for an import. Pure. */
import { toForeignPath } from '../foreign-paths'
import { asObject, type ForeignObject, listObjects } from '../values/foreign-json'
import { asBoolean, asInstant, asInteger, asReal, asText } from '../values/foreign-values'

/** Beginning of the stored file, before the address of the server. */
export const answersStart = '{"bookloreAnswers":1,"address":'

export interface BookloreBook {
  id: string
  libraryId: string | null
  path: string | null
  title: string
  series: string | null
  number: number | null
  /** In capital letters, such as `READ`; null if the person chose none. */
  status: string | null
  finishedAt: Date | null
  readAt: Date | null
  /** Starts at 1; null for reflowable text. */
  page: number | null
  /** 0 to 1; null for a book that was not opened. */
  fraction: number | null
  /** 1 to 100. */
  rating: number | null
  shelves: BookloreShelf[]
}

interface BookloreShelf {
  id: string
  name: string
  ownerId: string | null
  isPublic: boolean
}

export const readBookloreId = (one: ForeignObject, key = 'id'): string | null => {
  const id = asInteger(one[key])
  return id !== null && id >= 0 ? String(id) : null
}

export const readBookloreText = (one: ForeignObject, key: string, max = 500): string | null =>
  asText(one[key], max)?.trim() || null

/** Returns whether one of these members is true. The member names differ between releases. */
export const isYes = (one: ForeignObject | null, ...keys: string[]): boolean =>
  keys.some((key) => asBoolean(one?.[key]))

export function readBooks(given: unknown): BookloreBook[] {
  const books = new Map<string, BookloreBook>()
  for (const one of listObjects(given)) {
    const book = readBook(one)
    if (book && !books.has(book.id)) books.set(book.id, book)
  }
  return [...books.values()]
}

function readBook(one: ForeignObject): BookloreBook | undefined {
  const id = readBookloreId(one)
  if (id === null) return undefined
  const metadata = asObject(one['metadata']) ?? {}
  // Before version 2, the book itself had the members that describe the file.
  const file = asObject(one['primaryFile']) ?? one
  return {
    id,
    libraryId: readBookloreId(one, 'libraryId'),
    path: readPath(one, file),
    title:
      readBookloreText(metadata, 'title') ??
      readBookloreText(one, 'title') ??
      readBookloreText(file, 'fileName') ??
      '',
    series: readBookloreText(metadata, 'seriesName'),
    number: asReal(metadata['seriesNumber']),
    status: readBookloreText(one, 'readStatus', 40),
    finishedAt: asInstant(one['dateFinished']) ?? null,
    readAt: asInstant(one['lastReadTime']) ?? null,
    ...readPlace(one),
    rating: readRating(one),
    shelves: listObjects(one['shelves']).flatMap((shelf) => readShelf(shelf) ?? []),
  }
}

function readPath(one: ForeignObject, file: ForeignObject): string | null {
  const whole = readBookloreText(file, 'filePath', 4096)
  if (whole !== null) return toForeignPath(whole)
  const name = readBookloreText(file, 'fileName', 1000)
  const root = readBookloreText(asObject(one['libraryPath']) ?? {}, 'path', 4096)
  if (name === null) return null
  const parts = [root, readBookloreText(file, 'fileSubPath', 4096), name]
  return toForeignPath(parts.filter((part) => part !== null).join('/'))
}

/** Reads the position in a book. Percentages are from 0 to 100, pages from 1. */
function readPlace(one: ForeignObject): Pick<BookloreBook, 'page' | 'fraction'> {
  const paged = asObject(one['cbxProgress']) ?? asObject(one['pdfProgress'])
  const percentage = asReal((paged ?? asObject(one['epubProgress']))?.['percentage'])
  const isKnown = percentage !== null && percentage > 0 && percentage <= 100
  const page = paged ? asInteger(paged['page']) : null
  return {
    page: page !== null && page >= 1 ? page : null,
    fraction: isKnown ? percentage / 100 : null,
  }
}

/** Converts BookLore's ratings from 1–10 stars to the scale 10–100. */
function readRating(one: ForeignObject): number | null {
  const stars = asInteger(one['personalRating'])
  return stars !== null && stars >= 1 && stars <= 10 ? stars * 10 : null
}

function readShelf(one: ForeignObject): BookloreShelf | undefined {
  const id = readBookloreId(one)
  const name = readBookloreText(one, 'name', 200)
  if (id === null || name === null) return undefined
  return { id, name, ownerId: readBookloreId(one, 'userId'), isPublic: isYes(one, 'publicShelf') }
}

export const readLibraries = (given: unknown) =>
  listObjects(given).flatMap((one) => {
    const foreignId = readBookloreId(one)
    if (foreignId === null) return []
    const paths = listObjects(one['paths']).flatMap(
      (path) => readBookloreText(path, 'path', 4096) ?? [],
    )
    return {
      foreignId,
      name: readBookloreText(one, 'name', 200) ?? '',
      paths: paths.map(toForeignPath),
    }
  })
