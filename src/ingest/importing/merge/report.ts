/**
 * The report of an import. The counts are the same in the preview and after the import.
 */
import type { Message } from '../../../platform/messages/message'
import type { FolderMapping, GuessedFolder } from '../match/map-folders'
import type { Evidence } from '../match/match-foreign-books'
import type { SourceKind } from '../neutral-form'

/**
 * `new`: added. `same`: already here. `older`: superseded by data on this server. `waiting`: the
 * book is not here. `ambiguous`: several books are possible. `not_possible`: with a reason.
 */
export type Outcome = 'new' | 'same' | 'older' | 'waiting' | 'ambiguous' | 'not_possible'
export type Outcomes = Partial<Record<Outcome, number>>

export interface PersonReport {
  /** ID in the other program. */
  foreignId: string
  name: string
  /** The person is an administrator of the other program. */
  isAdmin: boolean
  /** The existing account that is used; null if an account is created or the person is left out. */
  userId: string | null
  /** Name of the account on this server; null for a person who is left out. */
  account: string | null
  isNew: boolean
  /** The new account keeps the person's password from the other program. */
  keepsPassword: boolean
  completed: Outcomes
  positions: Outcomes
  /** Missing in reports stored by an earlier version. */
  ratings?: Outcomes
  wanted?: Outcomes
  bookmarks?: Outcomes
  highlights?: Outcomes
  sessions?: Outcomes
}

export interface ListReport {
  name: string
  kind: 'collection' | 'readlist'
  outcome: Outcome
  found: number
  total: number
}

export interface ImportReport {
  source: { kind: SourceKind; version: string }
  folders: GuessedFolder[]
  books: {
    total: number
    found: Partial<Record<Evidence, number>>
    waiting: number
    ambiguous: number
    /** Paths of the first few books that are not on this server. */
    missing: string[]
    /** Paths of the first few books with several possible matches. */
    unclear: string[]
  }
  people: PersonReport[]
  lists: ListReport[]
  /** Series and books with edited fields. */
  edits: Outcomes
  covers: Outcomes
  /** Series with labels. */
  labels: Outcomes
  leftOut: Message[]
}

/** The request that an administrator made in the interface. */
export interface ImportRequest {
  /** Path on the server; null for an uploaded file. */
  path: string | null
  /** Name of the copied file. */
  fileName: string
  kind: SourceKind | null
  folders: FolderMapping[]
  /**
   * The account of each person, by ID in the other program. `new` creates an account, and null
   * leaves the person out.
   */
  people: { foreignId: string; userId: string | null }[]
  /** IDs in the other program of people who stay administrators. */
  admins: string[]
  /** Whether the merge was started, so that there may be something to undo. */
  isConfirmed: boolean
}

export const importSteps = [
  'copying',
  'matching',
  'people',
  'progress',
  'personal',
  'lists',
  'edits',
  'covers',
] as const
export type ImportStep = (typeof importSteps)[number]

/** The stored form of a report. Imports started by commands store only the report. */
export interface StoredReport extends ImportReport {
  request?: ImportRequest
  /** The current step of a running import, and the number of processed entries in this step. */
  running?: { step: ImportStep; done: number }
  error?: Message
  /** Marks of the installation. Missing if an earlier version stored the report. */
  marks?: readonly string[]
  /** Number of facts that an undo kept because someone uses them. */
  kept?: number
}

export const createReport = (kind: SourceKind, version: string): ImportReport => ({
  source: { kind, version },
  folders: [],
  books: { total: 0, found: {}, waiting: 0, ambiguous: 0, missing: [], unclear: [] },
  people: [],
  lists: [],
  edits: {},
  covers: {},
  labels: {},
  leftOut: [],
})

const maxNamed = 20

/** Adds the name, unless the list is full. */
export function addName(names: string[], name: string) {
  if (names.length < maxNamed) names.push(name)
}

export function count(outcomesOf: Outcomes, outcome: Outcome, by = 1) {
  outcomesOf[outcome] = (outcomesOf[outcome] ?? 0) + by
}
