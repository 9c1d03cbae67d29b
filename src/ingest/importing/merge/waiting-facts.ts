/** Imported facts about books that are not on this server. */
import type { ForeignBook, ForeignItem, ForeignPersonal, ForeignReading } from '../neutral-form'

/** The values that identify the book. */
export type WaitingBook = Pick<
  ForeignBook,
  | 'path'
  | 'size'
  | 'partialMd5'
  | 'fileStem'
  | 'startSha1'
  | 'seriesTitle'
  | 'number'
  | 'pageCount'
  | 'isChapter'
  | 'hereId'
>

/** The stored form of a fact. Times are text. */
export type WaitingValue =
  | { kind: 'reading'; reading: Omit<ForeignReading, 'personId' | 'bookId'> }
  | { kind: 'personal'; itemKind: ForeignItem['kind']; personal: WaitingPersonal }
  /** A label of the book's series. The row contains the sharing tag. */
  | { kind: 'label'; seriesId: string }
  | { kind: 'listEntry'; listId: string; listKind: 'collection' | 'readlist' }

export function toWaitingBook(book: ForeignBook): WaitingBook {
  const { path, size, partialMd5, seriesTitle, number, pageCount, isChapter, hereId } = book
  const { fileStem, startSha1 } = book
  const known = { path, size, partialMd5, seriesTitle, number, pageCount }
  const name = { ...(fileStem && { fileStem }), ...(startSha1 && { startSha1 }) }
  return { ...known, ...name, ...(isChapter && { isChapter }), ...(hereId && { hereId }) }
}

/** Omits the person and the item, which the row contains. */
export type WaitingPersonal = DistributiveOmit<ForeignPersonal, 'personId' | 'item'>

type DistributiveOmit<Union, Name extends PropertyKey> = Union extends unknown
  ? Omit<Union, Name>
  : never

export const revivePersonal = (personal: WaitingPersonal): WaitingPersonal => ({
  ...personal,
  at: revive(personal.at),
})

/** Converts dates, which are stored as text in JSON. */
export function reviveReading(reading: Omit<ForeignReading, 'personId' | 'bookId'>) {
  const { completions, position } = reading
  return {
    ...reading,
    completions: completions.map((completion) => ({
      ...completion,
      startedAt: revive(completion.startedAt),
      completedAt: new Date(completion.completedAt),
    })),
    position: position && {
      ...position,
      startedAt: revive(position.startedAt),
      at: new Date(position.at),
    },
  }
}

const revive = (time: Date | null) => (time === null ? null : new Date(time))
