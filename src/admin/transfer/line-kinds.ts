/**
 * Defines the lines of an export: the columns of each kind, and how they are written and checked.
 * docs/export.md describes the format. Unknown members are ignored, so that older versions can read
 * exports of newer ones.
 */

import {
  anything,
  checkBoolean as boolean,
  type Check,
  checkMember,
  fraction,
  checkInstant as instant,
  latestMs,
  listOf,
  object,
  checkOneOf as oneOf,
  checkOrNull as orNull,
  checkText as text,
  wholeNumber,
} from './value-checks'

export const exportVersion = 1

const count = wholeNumber(0, 2 ** 31 - 1)
const pass = wholeNumber(1, 2 ** 31 - 1)
const milliseconds = wholeNumber(0, latestMs)
const eventKind = oneOf('position', 'completed', 'unread')
const eventOrigin = oneOf('explicit', 'inferred', 'sync')
const changed = { createdAt: instant, updatedAt: instant }

/** Columns by kind. The kind is the name of the file, without `.jsonl`. */
const columns = {
  progress: {
    pass,
    page: count,
    fraction,
    locator: orNull(object),
    completed: boolean,
    started: boolean,
    hidden: boolean,
    startedAt: instant,
    positionAt: instant,
    updatedAt: instant,
  },
  events: {
    pass,
    kind: eventKind,
    origin: eventOrigin,
    page: orNull(count),
    fraction: orNull(fraction),
    locator: orNull(object),
    device: orNull(text),
    happenedAt: instant,
    createdAt: instant,
  },
  completions: { pass, startedAt: instant, completedAt: instant },
  bookmarks: {
    page: orNull(count),
    locator: orNull(object),
    fraction,
    note: orNull(text),
    ...changed,
  },
  highlights: {
    locator: object,
    passage: text,
    color: oneOf('yellow', 'green', 'blue', 'pink'),
    note: orNull(text),
    fraction,
    ...changed,
  },
  sessions: {
    id: text,
    origin: oneOf('client', 'import'),
    deviceId: orNull(text),
    startedMs: milliseconds,
    endedMs: milliseconds,
    activeMs: orNull(milliseconds),
    pages: orNull(count),
  },
  ratings: {
    rating: orNull(wholeNumber(1, 100)),
    note: orNull(text),
    favorite: boolean,
    ...changed,
  },
  series_completions: { pass, completedAt: instant },
  want_to_read: { position: count, addedAt: instant },
  reading_profiles: { id: text, name: text, settings: object, ...changed },
  preferences: { library: orNull(text), key: text, value: anything, updatedAt: instant },
} as const satisfies Record<string, Record<string, Check>>

export type LineKind = keyof typeof columns

export const ofBooks = [
  'progress',
  'events',
  'completions',
  'bookmarks',
  'highlights',
  'sessions',
  'ratings',
] as const satisfies readonly LineKind[]
export const ofSeries = ['ratings', 'series_completions'] as const satisfies readonly LineKind[]

/** A row of any table, in the form in which the database returns and accepts it. */
export type Row = Record<string, unknown>

export interface Line {
  /** ID of the user in the export. */
  user: string
  /** IDs in the export. At most one of them is set. */
  book: string | null
  series: string | null
  row: Row
}

/** Selects the columns of a row, and adds the IDs of the user and the book or series. */
export function formatLine(kind: LineKind, { user, book, series, row }: Line): Row {
  const chosen = Object.keys(columns[kind]).map((name) => [name, row[name] ?? null])
  return {
    user,
    ...(book !== null && { book }),
    ...(series !== null && { series }),
    ...Object.fromEntries(chosen),
  }
}

/** Throws `WrongValue` for an invalid line. */
export function parseLine(kind: LineKind, value: unknown): Line {
  const { user, book, series, ...given } = object(value) as Row
  const row: Row = {}
  for (const [name, check] of Object.entries(columns[kind]))
    row[name] = checkMember(name, check, given)
  return {
    user: checkMember('user', text, { user }) as string,
    book: checkMember('book', orNull(text), { book }) as string | null,
    series: checkMember('series', orNull(text), { series }) as string | null,
    row,
  }
}

/** Older exports do not have this list. */
const orEmpty =
  (check: Check): Check =>
  (value) =>
    value === undefined ? [] : check(value)

const members =
  (checks: Record<string, Check>): Check =>
  (value) => {
    const given = object(value) as Row
    const names = Object.entries(checks)
    return Object.fromEntries(names.map(([name, check]) => [name, checkMember(name, check, given)]))
  }

const userColumns = { id: text, name: text, email: orNull(text) }
const bookColumns = {
  id: text,
  title: text,
  series: orNull(text),
  path: orNull(text),
  identity: text,
  contentHash: orNull(text),
}
const seriesColumns = { id: text, title: text }
const listColumns = {
  id: text,
  owner: orNull(text),
  name: text,
  summary: orNull(text),
  sharing: oneOf('private', 'people', 'everyone'),
  ordered: boolean,
  sort: orNull(text),
  condition: orNull(object),
  people: listOf(members({ user: text, canEdit: boolean })),
  groups: orEmpty(listOf(members({ id: text, name: text, canEdit: boolean }))),
  items: listOf(members({ item: text, addedAt: instant })),
  ...changed,
}

type Parsed<Checks> = { [Name in keyof Checks]: unknown }

export interface UserLine extends Parsed<typeof userColumns> {
  id: string
  name: string
  email: string | null
}

export interface BookLine extends Parsed<typeof bookColumns> {
  id: string
  title: string
  series: string | null
  path: string | null
  /** User data of a missing book is kept under this identity for a later scan. */
  identity: string
  contentHash: string | null
}

export interface SeriesLine extends Parsed<typeof seriesColumns> {
  id: string
  title: string
}

export interface ListLine extends Parsed<typeof listColumns> {
  id: string
  owner: string | null
  name: string
  summary: string | null
  sharing: 'private' | 'people' | 'everyone'
  ordered: boolean
  sort: string | null
  condition: Row | null
  people: { user: string; canEdit: boolean }[]
  groups: { id: string; name: string; canEdit: boolean }[]
  items: { item: string; addedAt: Date }[]
  createdAt: Date
  updatedAt: Date
}

/** These functions throw `WrongValue` for an invalid line. */
export const parseUser = (value: unknown) => members(userColumns)(value) as UserLine
export const parseBook = (value: unknown) => members(bookColumns)(value) as BookLine
export const parseSeries = (value: unknown) => members(seriesColumns)(value) as SeriesLine
export const parseList = (value: unknown) => members(listColumns)(value) as ListLine

export const listKinds = ['collections', 'read_lists'] as const
