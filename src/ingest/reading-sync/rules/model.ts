/** A work on both sides of a sync: in this library, and in the list of a service such as AniList. */
import type { ListChange, ReadingStatus } from '../../connections/services/list-service'

export type Axis = 'chapters' | 'volumes'
export const axes: readonly Axis[] = ['chapters', 'volumes']

export interface Here {
  /** Whole chapters read from the first one on; null where no book is a chapter. */
  chapters: number | null
  volumes: number | null
  /** Follows from what is read and wanted. */
  status: 'planned' | 'reading' | 'completed' | null
  /** Days as `2026-11-25`. */
  startedOn?: string | undefined
  completedOn?: string | undefined
}

export interface There {
  chapters: number
  /** null if the service does not count volumes. */
  volumes: number | null
  /** Chosen by a person. */
  status: ReadingStatus | null
  /** Completed, and being read again. */
  isReread?: boolean
  startedOn?: string | null
  completedOn?: string | null
}

/** What a sync remembers of a work. */
export interface Base {
  /** The highest number that either side has had. */
  chapters: number
  volumes: number
  /** The highest number that was read here. */
  read: Record<Axis, number>
  /** At the service. */
  status: ReadingStatus | null
  ownStatus: Here['status']
  /** Numbers up to it were taken back by a person and are not pulled again, until the service is below. */
  declined: Record<Axis, number>
}

/** Books that become read: those up to `upTo` that were never touched, and all above `above`. */
export interface PullRange {
  upTo: number
  above: number
  /** 0: none. */
  declined: number
}

export interface Merged {
  pull: Partial<Record<Axis, PullRange>> & { isWanted?: true }
  /** Empty: nothing. */
  push: ListChange
  base: Base
}
