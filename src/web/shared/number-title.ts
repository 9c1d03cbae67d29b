/** Detects titles such as `Chapter 012`, `Bd. 3` or `第12話`, which only repeat a number. */

/**
 * The most common words of `words.json`. The complete list would be too large for the interface.
 */
export const numberWords =
  'volume|vol|chapter|chap|ch|issue|episode|ep|part|book|number|no|nr|tome|' +
  'band|bd|kapitel|kap|heft|folge|teil|nummer|buch|' +
  'chapitre|numéro|numero|épisode|partie|livre|' +
  'volumen|capítulo|capitulo|cap|número|episodio|parte|libro|capitolo|' +
  'hoofdstuk|deel|том|глава|гл|выпуск|rozdział|tom|chương|tập'
/** Abbreviations that must not be followed by a hyphen, because `T-34` and `V-2` are names. */
const letters = 'v|c|t'
const number = String.raw`(\d+(?:[.,]\d+)?)`
const before = new RegExp(
  String.raw`^(?:(?:${numberWords})?[\s.#_-]*|(?:${letters})[\s.#_]*)${number}(?:\s*[-–]\s*${number})?$`,
  'iu',
)
const inside = new RegExp(`^第?\\s*${number}\\s*[話话章回巻卷集화권]$`, 'u')

/** Returns the number, or both ends of a range. Returns null for titles with any other text. */
export function readNumberTitle(title: string): readonly [from: number, to: number | null] | null {
  const [, from, to] = before.exec(title.trim()) ?? inside.exec(title.trim()) ?? []
  return from === undefined ? null : [toNumber(from), to === undefined ? null : toNumber(to)]
}

const toNumber = (text: string) => Number(text.replace(',', '.'))
