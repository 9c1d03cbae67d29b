/** Input and output of matching: a series or book of the catalog against candidates of a provider. */
import type { Message } from '../../platform/messages/message'
import type { Candidate } from '../providers/model'

export interface LocalSeries {
  title: string
  year: number | null
  authors: readonly string[]
  /** Type of the library. */
  kind: 'manga' | 'comic' | 'book' | 'mixed'
  /** Format of most books: `cbz`, `epub` … */
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
  /** Share of the score; negative: speaks against the candidate. */
  points: number
}

export interface RankedCandidate<Compared extends Candidate = Candidate> {
  candidate: Compared
  /** 1 and above is certain. */
  score: number
  /** Similarity of the closest titles, 0 to 1. */
  titleScore: number
  /** The title of the series that is closest to a title of the candidate. */
  comparedTitle: string
  /** Facts beside the title confirm it. */
  isConfirmed: boolean
  /** Why a person must decide, however high the score is. */
  doubt: Message | undefined
  reasons: readonly Reason[]
}

export interface Decision {
  /** External id of the best candidate; null if none is similar. */
  choice: string | null
  /** Nobody needs to be asked. */
  mayApply: boolean
  because: Message
}

export interface LocalBook {
  title: string
  subtitle: string | null
  seriesTitle: string
  /** Without folders. */
  fileName: string
  /** As text: `12`, `1.MU`, `½`. */
  number: string | null
  volume: number | null
  chapter: number | null
  /** The file has several volumes or chapters. */
  isRange: boolean
  /** `TPB`, `Annual` … */
  formatDetail: string | null
  /** Of 13 digits. */
  isbns: readonly string[]
  authors: readonly string[]
  /** Of this edition. */
  year: number | null
  publisher: string | null
  /** BCP 47 tag. */
  language: string | null
}
