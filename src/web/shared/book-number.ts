/** What is said of a book's number, in the same way everywhere. */
export interface NumberedBook {
  numberKind: 'issue' | 'chapter' | 'volume' | 'collected' | 'annual' | 'special' | null
  numberFrom: number | null
  numberTo: number | null
  volume: number | null
  /** Number as entered by a user, for books whose number counts nothing known. */
  number?: number | null
}

export type NumberWord = 'issue' | 'chapter' | 'volume' | 'annual' | 'special' | 'number'

/** A word with its number or range. `from` is null for an annual without a number. */
export interface NumberPart {
  word: NumberWord
  from: number | null
  to: number | null
}

/**
 * Lists the parts of a book's label, such as volume 3 and chapter 21. Empty if the book is known by
 * its title only. The caller chooses the words: `Vol. 3 · Ch. 21`, `#5`.
 */
export function listNumberParts(book: NumberedBook): NumberPart[] {
  const { numberKind: kind, numberFrom: from, numberTo: to, volume, number = null } = book
  if (kind === null) return number === null ? [] : [{ word: 'number', from: number, to: null }]
  if (kind === 'annual') return [{ word: 'annual', from, to }]
  if (from === null) return []
  if (kind === 'volume' || kind === 'collected') return [{ word: 'volume', from, to }]
  const own: NumberPart = { word: kind, from, to }
  return hasVolumePart(book) ? [{ word: 'volume', from: volume, to: null }, own] : [own]
}

/** The first volume of a comic needs no mention: nearly all series have only one. */
const hasVolumePart = ({ numberKind, volume }: NumberedBook) =>
  volume !== null && (numberKind === 'chapter' || (numberKind === 'issue' && volume > 1))
