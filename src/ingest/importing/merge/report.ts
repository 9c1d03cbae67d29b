/** What an import found and did. The counts are the same in a preview and after it was applied. */
import type { Message } from '../../../platform/messages/message'
import type { FolderMapping, GuessedFolder } from '../match/map-folders'
import type { Evidence } from '../match/match-foreign-books'
import type { SourceKind } from '../neutral-form'

/**
 * `new`: added. `same`: already here. `older`: known better here. `waiting`: the book is not here.
 * `ambiguous`: several books are possible. `not_possible`: with a reason.
 */
export type Outcome = 'new' | 'same' | 'older' | 'waiting' | 'ambiguous' | 'not_possible'
export type Outcomes = Partial<Record<Outcome, number>>

export interface PersonReport {
  /** ID in the other program. */
  foreignId: string
  name: string
  /** Administers the other program. */
  isAdmin: boolean
  /** The account here that is used; null if it is created or the person is left out. */
  userId: string | null
  /** Name of the account here, or null for a person that is left out. */
  account: string | null
  isNew: boolean
  /** The account keeps its password. */
  keepsPassword: boolean
  completed: Outcomes
  positions: Outcomes
  /** Missing in reports that an earlier version stored. */
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
    /** Paths of the first books that are not here. */
    missing: string[]
    /** Paths of the first books that may be several. */
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

/** What an administrator asked for in the interface. */
export interface ImportRequest {
  /** Path on the server; null for an uploaded file. */
  path: string | null
  /** Name of the copied file. */
  fileName: string
  kind: SourceKind | null
  folders: FolderMapping[]
  /** The account of each person by the ID there, or `new`; null leaves the person out. */
  people: { foreignId: string; userId: string | null }[]
  /** IDs there of those who stay administrators. */
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

/** A report as it is stored. Commands store only the report. */
export interface StoredReport extends ImportReport {
  request?: ImportRequest
  /** What a running import is doing, and how many entries of this step are done. */
  running?: { step: ImportStep; done: number }
  error?: Message
  /** Marks of the installation. Missing if an earlier version stored the report. */
  marks?: readonly string[]
  /** How many facts an undo left, because someone uses them. */
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

/** Names only the first ones. */
export function addName(names: string[], name: string) {
  if (names.length < maxNamed) names.push(name)
}

export function count(outcomesOf: Outcomes, outcome: Outcome, by = 1) {
  outcomesOf[outcome] = (outcomesOf[outcome] ?? 0) + by
}
