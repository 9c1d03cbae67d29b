/** The properties of a book that determine its number label. */
export interface NumberedBook {
  numberKind: 'issue' | 'chapter' | 'volume' | 'collected' | 'annual' | 'special' | null
  numberFrom: number | null
  numberTo: number | null
  volume: number | null
  /** Number as entered by a user. Used if the kind of the number is unknown. */
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
 * Lists the parts of a book's label, such as volume 3 and chapter 21. The list is empty if the book
 * only has a title. The caller formats the parts, for example as `Vol. 3 · Ch. 21` or `#5`.
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

/** Omits volume 1 of a comic, because nearly all comic series have only one volume. */
const hasVolumePart = ({ numberKind, volume }: NumberedBook) =>
  volume !== null && (numberKind === 'chapter' || (numberKind === 'issue' && volume > 1))
