/** Finds the search text regardless of case and accents. */
import { foldText } from '../../../i18n/fold-text'

/** Returns the start and end of the match in the original text, or undefined if there is none. */
export function findMatch(text: string, words: string): { from: number; to: number } | undefined {
  const wanted = foldText(words)
  // A combining mark belongs to the letter before it.
  const letters = text.match(/.\p{M}*/gsu) ?? []
  const forms = letters.map(foldText)
  const from = forms.join('').indexOf(wanted)
  if (wanted === '' || from < 0) return undefined
  const first = letterAt(forms, from)
  const last = letterAt(forms, from + wanted.length - 1)
  return { from: getLength(letters, first), to: getLength(letters, last + 1) }
}

/** Returns the index of the letter at a position in the joined folded text. */
function letterAt(forms: readonly string[], place: number): number {
  let end = 0
  return forms.findIndex((form) => (end += form.length) > place)
}

const getLength = (letters: readonly string[], count: number) =>
  letters.slice(0, count).join('').length
