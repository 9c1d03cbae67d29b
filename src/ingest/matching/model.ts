/**
 * Input and output of matching: a catalog series or book compared with candidates from a provider.
 */
import type { Message } from '../../platform/messages/message'
import type { Candidate } from '../providers/model'

export interface LocalSeries {
  title: string
  year: number | null
  authors: readonly string[]
  /** Library type. */
  kind: 'manga' | 'comic' | 'webtoon' | 'book' | 'mixed'
  /** Format of most of the books: `cbz`, `epub` … */
  format: string | null
  publisher: string | null
  bookCount: number | null
  maxVolume: number | null
  maxChapter: number | null
  aliases: readonly string[]
  /** BCP 47 tag. */
  language: string | null
}

export interface Reason {
  because: Message
  /** Contribution to the score; negative values count against the candidate. */
  points: number
}

export interface RankedCandidate<Compared extends Candidate = Candidate> {
  candidate: Compared
  /**
   * From 0 to 1.3. By default, a candidate needs at least 0.9 to be applied without asking anyone.
   */
  score: number
  /** Similarity of the closest titles, from 0 to 1. */
  titleScore: number
  /** The series title that is closest to one of the candidate's titles. */
  comparedTitle: string
  /** Confirmed by facts other than the title. */
  isConfirmed: boolean
  /** The reason why a person must decide, regardless of the score. */
  doubt: Message | undefined
  reasons: readonly Reason[]
}

export interface Decision {
  /** External ID of the best candidate, or null if none is similar. */
  choice: string | null
  /** Can be applied without asking anyone. */
  mayApply: boolean
  because: Message
}

export interface LocalBook {
  title: string
  subtitle: string | null
  seriesTitle: string
  /** File name without folders. */
  fileName: string
  /** As text: `12`, `1.MU`, `½`. */
  number: string | null
  volume: number | null
  chapter: number | null
  /** The file contains several volumes or chapters. */
  isRange: boolean
  /** `TPB`, `Annual` … */
  formatDetail: string | null
  /** 13-digit ISBNs. */
  isbns: readonly string[]
  authors: readonly string[]
  /** Year of this edition. */
  year: number | null
  publisher: string | null
  /** BCP 47 tag. */
  language: string | null
}
