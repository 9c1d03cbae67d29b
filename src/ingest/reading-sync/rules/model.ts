/**
 * A work on both sides of a sync: in this library, and in a service's list, such as AniList's. Also
 * the state that is stored between syncs, and the changes that a sync makes.
 */
import type { ListChange, ReadingStatus } from '../../connections/services/list-service'

export type Axis = 'chapters' | 'volumes'
export const axes: readonly Axis[] = ['chapters', 'volumes']

/** The user's rating and notes. Absent values are not synced. */
export interface Opinion {
  /** 1 to 100. */
  score?: number | null
  notes?: string | null
}

export interface Here extends Opinion {
  /**
   * Highest whole chapter number up to which all owned chapters are read, or null if no books are
   * chapters.
   */
  chapters: number | null
  volumes: number | null
  /** Derived from the reading progress and the want-to-read list. */
  status: 'planned' | 'reading' | 'completed' | null
  /** Dates such as `2026-11-25`. */
  startedOn?: string | undefined
  completedOn?: string | undefined
  /** The service rounds scores to multiples of this number. */
  scoreStep?: number
}

export interface There extends Opinion {
  chapters: number
  /** null if the service does not count volumes. */
  volumes: number | null
  /** Chosen by the user. */
  status: ReadingStatus | null
  /** Whether the work was completed before and is being read again. */
  isReread?: boolean
  startedOn?: string | null
  completedOn?: string | null
}

/** The state of a work, which a sync stores for the next sync. */
export interface Base {
  /** The highest number on either side so far. */
  chapters: number
  volumes: number
  /** The highest number read here. */
  read: Record<Axis, number>
  /** Status at the service. */
  status: ReadingStatus | null
  ownStatus: Here['status']
  /**
   * A user undid a pull up to these numbers. They are not pulled again unless progress at the
   * service drops below them.
   */
  declined: Record<Axis, number>
  score?: Known<number>
  notes?: Known<string>
}

/** The values that the last sync saw on both sides. */
export interface Known<Value> {
  here: Value | null
  there: Value | null
}

/** Books up to `upTo` to mark as read: all untouched ones, and touched ones above `above`. */
export interface PullRange {
  upTo: number
  above: number
  /** Highest number of a pull that the user undid, or 0 if there is none. */
  declined: number
}

export interface Merged {
  pull: Partial<Record<Axis, PullRange>> & { isWanted?: true; score?: number; notes?: string }
  /** An empty object if there is nothing to push. */
  push: ListChange
  base: Base
}
