/** Parses names of novels, which contain the author or put the series in brackets. Pure. */
import { listPhrases } from '../words/words'

const ebook = /\.(?:k?epub|mobi|azw3?|fb2|txt)$/i

export const isEbookName = (name: string) => ebook.test(name)

const nameOfPerson = String.raw`\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}`
const person = new RegExp(
  String.raw`^${nameOfPerson}$|^\p{Lu}[\p{L}'’ -]{1,40}, \p{Lu}[\p{L}.'’ -]{1,40}$`,
  'u',
)

/** Returns whether a text may be a name, as in `Ray Bradbury` or `Bradbury, Ray`. */
export const isNamedLikePerson = (text: string) => person.test(text)

const titleAndAuthor = new RegExp(
  String.raw`^(?<title>(?:19|20)\d\d) - (?<author>${nameOfPerson})(?<extension>\.\p{L}\p{L}{1,3}\d?)$`,
  'u',
)

/**
 * Removes the author of a novel whose title is a number, as in `1984 - George Orwell`, if the
 * folder is named after the title or the author. Returns null for other names, because in `13 -
 * Dark Omen`, the number is a chapter.
 */
export function findNumberAsTitle(name: string, series: readonly string[]): string | null {
  if (!isEbookName(name)) return null
  const { title = '', author = '', extension = '' } = titleAndAuthor.exec(name)?.groups ?? {}
  return series.includes(author) || series.includes(title) ? title + extension : null
}

/**
 * Removes the parts that hide the series, as in `Author, An - Series 05 - Title` or `[Series 05]
 * Title`.
 */
export const simplifyNovelName = (name: string): string =>
  removeAuthor(moveSeries(name.replace(seriesBetweenDashes, '$<series> - $<title>')))

/** Matches names such as `Author - [Series 05] - Title`. */
const seriesBetweenDashes =
  /^[^[\]]{2,80} - \[(?<series>[^[\]]*\p{L}[^[\]]*\s\d{1,3}(?:\.\d{1,2})?)\] - (?<title>[^[\]]+)$/u

/**
 * Matches names such as `[Series 05] Title` or `(Series #1) - Title`, but also `[Group 7] Series
 * v02`.
 */
const seriesInFront =
  /^[[(](?<series>[^()[\]]{0,80}\p{L}[!?.]?),? (?<number>#?\d{1,3}(?:\.\d{1,2})?)[)\]] (?:- )?(?=\p{L})/u

/** Matches the author in names such as `Sanderson, Brandon - Mistborn 03 - The Hero of Ages`. */
const authorInFront =
  /^\p{Lu}[\p{L}'’ -]{1,30}, \p{Lu}[\p{L}.'’ -]{1,40} - (?=(\p{L}[^-]*\p{L}) \d{1,3}(?:\.\d{1,2})? - \p{L})/u

const countingWords = new Set([
  ...listPhrases(['volume', 'volumes', 'chapter', 'chapters', 'issue', 'number', 'book'], false),
  ...listPhrases(['part', 'season', 'special', 'annual', 'omake', 'extra'], false),
])
const isCountingWord = (text: string) => countingWords.has(text.toLowerCase().replace(/\.$/, ''))

/** In `Goodbye, Eri - Volume 3 - Title`, the words at the beginning are the series. */
function removeAuthor(name: string): string {
  const [author = '', series = ''] = authorInFront.exec(name) ?? []
  return isCountingWord(series) ? name : name.slice(author.length)
}

/**
 * Moves the series out of the brackets at the beginning, unless the title after them contains a
 * number or the brackets contain only a counting word, as in `[Volume 05]`.
 */
function moveSeries(name: string): string {
  const found = isEbookName(name) ? seriesInFront.exec(name) : null
  if (!found) return name
  const { series = '', number = '' } = found.groups ?? {}
  const title = name.slice(found[0].length)
  const isNumbered = /\d/.test(title.replace(/\([^()]{0,40}\)|\[[^[\]]{0,40}\]|\.\w+$/g, ''))
  return isNumbered || isCountingWord(series) ? name : `${series} ${number} - ${title}`
}
