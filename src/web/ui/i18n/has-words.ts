/** Finds words in labels, in any order. */
import { foldText } from './fold-text'

/** Whether the text contains the wanted text, or each of its words at the start of a word. */
export function hasWords(text: string, wanted: string): boolean {
  const [whole, searched] = [foldText(text), foldText(wanted)]
  if (whole.includes(searched)) return true
  const starts = whole.split(notWords)
  const words = searched.split(notWords).filter(Boolean)
  return words.length > 0 && words.every((word) => starts.some((one) => one.startsWith(word)))
}

const notWords = /[^\p{L}\p{N}]+/u
