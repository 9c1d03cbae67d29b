/**
 * Reads the stored responses of a BookLore server for one person. Not tested with a real server.
 */
import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import {
  type ForeignBook,
  type ForeignList,
  type ForeignPerson,
  type ForeignRating,
  type ForeignReading,
  type OpenSource,
  sourceNames,
} from '../../neutral-form'
import { listCounted } from '../left-out'
import { createInstance, type TextReader } from '../source-reader'
import { readJsonFile } from '../text/json-file'
import { refuseDamaged } from '../text/text-file'
import { asObject, type ForeignObject, listObjects } from '../values/foreign-json'
import {
  answersStart,
  type BookloreBook,
  isYes,
  readBooks,
  readBookloreId,
  readLibraries,
  readBookloreText,
} from './booklore-answers'

const kind = 'booklore'

export const bookloreReader: TextReader = {
  kind,
  fileNames: ['booklore.json'],
  recognizes: (start) => start.startsWith(answersStart),
  open(path): OpenSource {
    const given = readJsonFile(path, kind)
    const answers = asObject(given) ?? {}
    const user = asObject(answers['user']) ?? {}
    const personId = readBookloreId(user)
    if (personId === null) return refuseDamaged(kind, 'it does not tell whose data it is')
    const books = readBooks(answers['books'])
    return {
      kind,
      instance: createInstance([{ address: readBookloreText(answers, 'address', 2048) }]),
      version: '?',
      libraries: readLibraries(answers['libraries']),
      people: [describePerson(user, personId)],
      books: () => books.map(describeBook),
      series: () => [],
      bookEdits: () => [],
      readings: () => books.flatMap((book) => describeReading(book, personId) ?? []),
      personal: () => books.flatMap((book) => describeRating(book, personId) ?? []),
      lists: () => listShelves(books, personId),
      covers: () => [],
      leftOut: () => listLeftOut(books),
      close: () => undefined,
    }
  },
}

/** Describes the person, without a password, because the API does not return any. */
function describePerson(user: ForeignObject, foreignId: string): ForeignPerson {
  const permissions = asObject(user['permissions'])
  const isAdmin = isYes(permissions, 'admin', 'isAdmin')
  const libraries = listObjects(user['assignedLibraries']).flatMap(
    (one) => readBookloreId(one) ?? [],
  )
  return {
    foreignId,
    name: readBookloreText(user, 'username', 200) ?? foreignId,
    email: readBookloreText(user, 'email', 300) ?? '',
    passwordHash: null,
    isAdmin,
    isActive: true,
    libraryIds: isAdmin ? null : libraries,
    ageLimit: null,
    deniedLabels: [],
    allowedLabels: [],
  }
}

const describeBook = ({
  id,
  libraryId,
  path,
  title,
  series,
  number,
}: BookloreBook): ForeignBook => ({
  foreignId: id,
  libraryId,
  path,
  size: null,
  partialMd5: null,
  pageCount: null,
  seriesId: series,
  seriesTitle: series ?? title,
  number: series === null ? null : number,
})

/** Statuses of books that are or were finished. */
const finished: ReadonlySet<string | null> = new Set(['READ', 'RE_READING'])

function describeReading(book: BookloreBook, personId: string): ForeignReading | undefined {
  const { id, status, finishedAt, readAt, page, fraction } = book
  const common = { foreignId: id, personId, bookId: id, device: null }
  const completedAt = finished.has(status) ? (finishedAt ?? readAt) : finishedAt
  const isUndated = finishedAt === null
  const completions = completedAt ? [{ startedAt: null, completedAt, isUndated }] : []
  const isOpen = status !== 'READ' && fraction !== null && readAt !== null
  const position = isOpen ? { page, fraction, locator: null, startedAt: null, at: readAt } : null
  if (completions.length === 0 && !position) return undefined
  return { ...common, completions, position }
}

function describeRating({ id, rating }: BookloreBook, personId: string): ForeignRating | undefined {
  if (rating === null) return undefined
  const item = { kind: 'book' as const, foreignId: id }
  return { kind: 'rating', foreignId: id, personId, item, rating, note: null, at: null }
}

/**
 * Lists the person's own shelves. Public shelves of other people are imported with the data of
 * their owners.
 */
function listShelves(books: readonly BookloreBook[], personId: string): ForeignList[] {
  const lists = new Map<string, ForeignList & { itemIds: string[] }>()
  for (const { id: bookId, shelves } of books) {
    for (const { id: foreignId, name, ownerId, isPublic } of shelves) {
      if (ownerId !== null && ownerId !== personId) continue
      const known = lists.get(foreignId)
      if (known) known.itemIds.push(bookId)
      else {
        const common = { foreignId, kind: 'readlist' as const, name, summary: null }
        const owner = { isOrdered: false, ownerId: personId, isPublic }
        lists.set(foreignId, { ...common, ...owner, itemIds: [bookId] })
      }
    }
  }
  return [...lists.values()]
}

function listLeftOut(books: readonly BookloreBook[]): Message[] {
  const undated = books.filter(
    ({ status, finishedAt, readAt, fraction }) =>
      readAt === null && finishedAt === null && (finished.has(status) || fraction !== null),
  ).length
  const name = sourceNames[kind]
  return [
    leftOutMessages.only_one_person({ name }),
    ...listCounted(name, [[undated, leftOutMessages.undated_books]]),
  ]
}
