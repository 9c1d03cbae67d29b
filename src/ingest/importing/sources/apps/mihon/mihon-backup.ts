/** Reads a backup of Mihon, Tachiyomi and their forks. */
import { importMessages } from '../../../messages'
import {
  BadProtobuf,
  type ProtobufField,
  readProtobuf,
  toFieldNumber,
  toFieldText,
} from '../protobuf'
import { Refusal } from '../../../../../errors'
import { yieldToEventLoop } from '../../../../../platform/lib/yield'
import { asInstant } from '../../values/foreign-values'

export interface MihonChapter {
  url: string
  name: string
  isRead: boolean
  isBookmarked: boolean
  /** Page numbers start at 0. */
  lastPageRead: number
  /** Negative if the app found no number. */
  number: number
  /** When the app last changed the row. */
  modifiedAt: Date | null
  /** When someone last read the chapter. */
  readAt: Date | null
  /** Total reading time; 0 if the app does not know it. */
  readMs: number
}

export interface MihonManga {
  /** ID of the extension; 0 for books on the device. */
  sourceId: string
  url: string
  title: string
  notes: string
  /** Order numbers of categories. */
  categories: ReadonlySet<number>
  /** Chapters that someone read or marked. */
  chapters: readonly MihonChapter[]
}

export interface MihonBackup {
  mangas: MihonManga[]
  /** Names of categories by their order number. */
  categories: Map<number, string>
  /** Names of extensions by ID. */
  sources: Map<string, string>
  /** Number of items that are not imported. */
  skipped: { scores: number }
}

const maxTitle = 500
const maxUrl = 2000
const maxNote = 10_000
/** Far more entries than any person has. Prevents a manipulated file from filling the database. */
const maxEntries = 100_000

/** Limit for the whole file, above the number of fields in any real backup. */
const maxFields = 20_000_000
const fieldsAtOnce = 2000

/** Throws a `Refusal` if the bytes are not a backup. */
export async function parseMihonBackup(bytes: Uint8Array): Promise<MihonBackup> {
  const backup: MihonBackup = {
    mangas: [],
    categories: new Map(),
    sources: new Map(),
    skipped: { scores: 0 },
  }
  const counter = new EntryCounter()
  try {
    for (const { number, value } of counter.read(bytes)) {
      await counter.yieldWhenDue()
      if (number === 1) await readManga(requireBytes(value), backup, counter)
      else if (number === 2) readCategory(requireBytes(value), backup, counter)
      else if (number === 101) readSource(requireBytes(value), backup, counter)
    }
  } catch (error) {
    if (!(error instanceof BadProtobuf)) throw error
    throw new Refusal('invalid', importMessages.no_app_file())
  }
  if (backup.mangas.length === 0) throw new Refusal('invalid', importMessages.no_app_file())
  return backup
}

/** Limits the cost of small files that unpack to many fields. */
class EntryCounter {
  #count = 0
  #fields = 0
  #yieldAt = fieldsAtOnce

  add() {
    if (++this.#count <= maxEntries) return
    throw new Refusal('too_large', importMessages.too_many_entries({ max: maxEntries }))
  }

  /** Reads the fields of a message. The message itself counts as five fields. */
  read(bytes: Uint8Array) {
    this.spend(5)
    return readProtobuf(bytes, this.#spendOne)
  }

  readonly #spendOne = () => this.spend(1)

  spend(fields: number) {
    this.#fields += fields
    if (this.#fields <= maxFields) return
    throw new Refusal('too_large', importMessages.too_many_entries({ max: maxFields }))
  }

  async yieldWhenDue() {
    if (this.#fields < this.#yieldAt) return
    this.#yieldAt = this.#fields + fieldsAtOnce
    await yieldToEventLoop()
  }
}

function requireBytes(value: ProtobufField['value']): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new BadProtobuf()
}

function readCategory(bytes: Uint8Array, { categories }: MihonBackup, counter: EntryCounter) {
  let name = ''
  let order = 0
  for (const { number, value } of counter.read(bytes)) {
    if (number === 1) name = toFieldText(value, 200) ?? ''
    else if (number === 2) order = toFieldNumber(value)
  }
  if (name.trim() === '') return
  categories.set(order, name.trim())
  if (categories.size <= maxCategories) return
  throw new Refusal('too_large', importMessages.too_many_entries({ max: maxCategories }))
}

function readSource(bytes: Uint8Array, { sources }: MihonBackup, counter: EntryCounter) {
  let name = ''
  let id = ''
  for (const { number, value } of counter.read(bytes)) {
    if (number === 1) name = toFieldText(value, 200) ?? ''
    else if (number === 2) id = String(value)
  }
  counter.add()
  sources.set(id, name)
}

interface OpenManga {
  manga: MihonManga & { categories: Set<number> }
  chapters: Map<string, MihonChapter>
  history: Map<string, { at: Date; readMs: number }>
}

async function readManga(bytes: Uint8Array, backup: MihonBackup, counter: EntryCounter) {
  const manga = {
    sourceId: '0',
    url: '',
    title: '',
    notes: '',
    categories: new Set<number>(),
    chapters: [],
  }
  const open: OpenManga = { manga, chapters: new Map(), history: new Map() }
  for (const field of counter.read(bytes)) {
    await counter.yieldWhenDue()
    readMangaField(field, open, { backup, counter })
  }
  const chapters = [...open.chapters.values()].map((chapter) => ({
    ...chapter,
    readAt: open.history.get(chapter.url)?.at ?? null,
    readMs: open.history.get(chapter.url)?.readMs ?? 0,
  }))
  backup.mangas.push({ ...manga, chapters })
  counter.add()
}

type Reader = (
  value: ProtobufField['value'],
  open: OpenManga,
  kept: { backup: MihonBackup; counter: EntryCounter },
) => void

const mangaFields: Readonly<Record<number, Reader>> = {
  1: (value, { manga }) => (manga.sourceId = String(value)),
  2: (value, { manga }) => (manga.url = toFieldText(value, maxUrl) ?? ''),
  3: (value, { manga }) => (manga.title = (toFieldText(value, maxTitle) ?? '').trim()),
  16: (value, { chapters }, { counter }) => {
    const chapter = readChapter(requireBytes(value), counter)
    if (!chapter.isRead && !chapter.isBookmarked && chapter.lastPageRead <= 0) return
    counter.add()
    const same = chapters.get(chapter.url)
    chapters.set(chapter.url, same ? mergeChapters(same, chapter) : chapter)
  },
  17: (value, { manga }, { counter }) => {
    for (const order of listNumbers(value)) {
      // Counts as 50 fields, because an entry of the set takes much more memory than the number in
      // the file.
      counter.spend(50)
      if (manga.categories.size < maxCategories) manga.categories.add(order)
    }
  },
  18: (value, _, { backup, counter }) => {
    for (const field of counter.read(requireBytes(value))) {
      if (field.number === 8 && toFieldNumber(field.value) > 0) backup.skipped.scores++
    }
  },
  104: (value, { history }, { counter }) => {
    const { url, at, readMs } = readHistory(requireBytes(value), counter)
    if (at === null) return
    counter.add()
    const known = history.get(url)
    if (!known || known.at < at) history.set(url, { at, readMs })
  },
  110: (value, { manga }) => (manga.notes = (toFieldText(value, maxNote) ?? '').trim()),
}

const readMangaField = ({ number, value }: ProtobufField, ...rest: SkipFirst<Parameters<Reader>>) =>
  mangaFields[number]?.(value, ...rest)

type SkipFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never

const maxCategories = 1000

/** Yields the numbers of a field. They are written one by one, or packed into one field. */
function* listNumbers(value: ProtobufField['value']): Generator<number> {
  if (!(value instanceof Uint8Array)) return yield toFieldNumber(value)
  let [number, shift] = [0, 0]
  for (const byte of value.subarray(0, maxCategories)) {
    if (shift < 32) number += (byte & 0x7f) * 2 ** shift
    shift += 7
    if (byte >= 0x80) continue
    yield number
    number = shift = 0
  }
}

function readChapter(bytes: Uint8Array, counter: EntryCounter): MihonChapter {
  const chapter: MihonChapter = {
    url: '',
    name: '',
    isRead: false,
    isBookmarked: false,
    lastPageRead: 0,
    number: -1,
    modifiedAt: null,
    readAt: null,
    readMs: 0,
  }
  // Fields whose value is 0 are missing from the message.
  for (const { number, value } of counter.read(bytes)) chapterFields[number]?.(value, chapter)
  return chapter
}

type ChapterReader = (value: ProtobufField['value'], chapter: MihonChapter) => void

const chapterFields: Readonly<Record<number, ChapterReader>> = {
  1: (value, chapter) => (chapter.url = toFieldText(value, maxUrl) ?? ''),
  2: (value, chapter) => (chapter.name = (toFieldText(value, maxTitle) ?? '').trim()),
  4: (value, chapter) => (chapter.isRead = toFieldNumber(value) === 1),
  5: (value, chapter) => (chapter.isBookmarked = toFieldNumber(value) === 1),
  6: (value, chapter) => (chapter.lastPageRead = toPage(toFieldNumber(value))),
  9: (value, chapter) => (chapter.number = roundNumber(toFieldNumber(value))),
  // In seconds; other times are in milliseconds.
  11: (value, chapter) => (chapter.modifiedAt = asInstant(toFieldNumber(value) * 1000)),
}

const maxPage = 1_000_000

const toPage = (value: number) => (value > 0 && value < maxPage ? Math.trunc(value) : 0)

/** Rounds numbers such as 10.1, which the app stores imprecisely. Returns -1 if invalid. */
const roundNumber = (value: number) =>
  Number.isFinite(value) && value >= 0 && value < maxPage ? Math.round(value * 1000) / 1000 : -1

/** Merges two copies of a chapter, because a backup can contain the same chapter twice. */
const mergeChapters = (one: MihonChapter, other: MihonChapter): MihonChapter => ({
  ...one,
  isRead: one.isRead || other.isRead,
  isBookmarked: one.isBookmarked || other.isBookmarked,
  lastPageRead: Math.max(one.lastPageRead, other.lastPageRead),
  modifiedAt: one.modifiedAt ?? other.modifiedAt,
})

function readHistory(bytes: Uint8Array, counter: EntryCounter) {
  let url = ''
  let at: Date | null = null
  let readMs = 0
  for (const { number, value } of counter.read(bytes)) {
    if (number === 1) url = toFieldText(value, maxUrl) ?? ''
    else if (number === 2) at = asInstant(toFieldNumber(value))
    else if (number === 3) readMs = toDuration(toFieldNumber(value))
  }
  return { url, at, readMs }
}

const maxDurationMs = 12 * 3_600_000

const toDuration = (ms: number) =>
  Number.isFinite(ms) && ms > 0 ? Math.min(Math.trunc(ms), maxDurationMs) : 0
