/** A series on one side of a sync: in this library, or in the list of a service such as AniList. */

export interface Progress {
  /** Whole chapters read from the first one on; null where the series has no chapters. */
  chapters: number | null
  volumes: number | null
}

export type ReadingStatus = 'reading' | 'completed' | 'on_hold' | 'dropped' | 'planned'

export interface SyncedState extends Progress {
  status: ReadingStatus | null
  /** 0 to 100. */
  score: number | null
}

export interface Side extends SyncedState {
  /** When it was changed last. */
  changedAt: Date
  /** A person chose the status; otherwise it follows from what is read. */
  isStatusChosen: boolean
}
