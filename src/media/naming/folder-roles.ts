/** Determines the role of a folder from its name. Pure. */
import { parseFolderName } from '../filenames/filenames'
import { isNamedLikePerson } from '../filenames/novel-names'
import { isPublisherName, parseLanguages } from '../filenames/tags'
import { describeFolder } from './folder-names'
import { foldSeriesName } from './series-keys'

/**
 * `part` belongs to its parent's series. `variant` is an edition, translation or run of its
 * parent's series. `shelf` contains several series.
 */
export type FolderRole = 'series' | 'part' | 'variant' | 'shelf'

const shelves = new Set(
  (
    'manga|mangas|comic|comics|bd|bandes dessinees|manhwa|manhua|webtoon|webtoons|book|books|ebook|ebooks|novel|' +
    'novels|light novels|fiction|non fiction|nonfiction|graphic novels|magazines|bucher|romane|hefte|livres|' +
    'romans|libros|artbooks|doujinshi|doujins|ongoing|completed|complete|finished|unfinished|reading|read|' +
    'unread|to read|unsorted|unsortiert|sorted|download|downloads|incoming|inbox|import|imports|new|neu|misc|' +
    'miscellaneous|various|verschiedenes|divers|one shots|oneshots|one shot|oneshot|library|' +
    'collection|0 9|specials|extras|annuals|volumes|chapters|issues'
  ).split('|'),
)

/** Returns whether a folder with this name in the root or on a shelf contains several series. */
export function isShelf(name: string): boolean {
  const folded = foldSeriesName(name)
  return (
    shelves.has(folded) ||
    /^(?:\p{L}|\p{L} \p{L}|#|0 9)$/u.test(folded) ||
    isYearFolder(name) ||
    isPublisherName(name.toLowerCase())
  )
}

/** More words for parts of a series. The parser handles words such as `Volume 3` and `Specials`. */
const partWords =
  /^(?:tpbs?|trades|trade paperbacks|collected|singles|single issues|gaiden|artbooks?|fan ?books?|databooks?|guidebooks?|covers|box ?sets?|tomes|bande|kapitel|sonderbande|hors serie|volumenes|capitulos|especiales|番外編|特典|外伝)$/u

const variantWords =
  /^(?:(?:digital(?:ly)? |official |full |fan )?colou?r(?:ed)?|farbe|couleur|omnibus|omnibuses|compendiums?|(?:\S+ ){0,2}(?:edition|editions|ausgabe)|black (?:and|&) white|raws?)$/u

/** `parent` is the name of the parent folder, or empty if there is none. */
export function findRole(name: string, parent: string): FolderRole {
  if (isYearFolder(name)) return 'variant'
  const parsed = parseFolderName(name)
  const folded = foldSeriesName(name)
  if (parseLanguages(unwrap(name)).length > 0 || variantWords.test(folded)) return 'variant'
  if (parsed.series === null || partWords.test(folded)) return 'part'
  if (isNumbered(name)) return 'part'
  return isNamedLikeParent(parsed, name, parent) ? 'part' : 'series'
}

/**
 * Returns whether the folder is numbered, as in `01`, `003`, `12` or `01 - East Blue`. `300` and `1
 * - Title` are titles.
 */
const isNumbered = (name: string) =>
  /^\s*(?:\d{1,2}|0\d{1,3})\s*$/.test(name) || /^\s*0\d{1,2}\s?(?:[-–.]\s)/u.test(name)

/**
 * Returns whether the folder repeats its parent's name, as in `Saga/Saga`, `Saga/Saga Vol. 2` or
 * `Saga/Saga Specials`. `Batman/Batman (2016)` is a different run.
 */
function isNamedLikeParent(
  { series, special, edition, year }: ReturnType<typeof parseFolderName>,
  name: string,
  parent: string,
): boolean {
  const described = describeFolder(parent)
  if (edition !== null || (year !== null && year !== described.year)) return false
  const own = foldSeriesName(series ?? describeFolder(name).title)
  const title = foldSeriesName(described.title)
  const rest = own.startsWith(`${title} `) ? own.slice(title.length + 1) : undefined
  return own === title || (rest !== undefined && (special || /^\d{1,4}$/.test(rest)))
}

const unwrap = (name: string) =>
  name
    .trim()
    .replace(/^[([{](.*)[)\]}]$/u, '$1')
    .toLowerCase()

export const isYearFolder = (name: string) => /^[([]?(?:18|19|20)\d{2}[)\]]?$/.test(name.trim())

const wordsOfShelves =
  /\b(?:novels?|books?|e-?books?|light|web|series|serials?|stories|tales|comics?|manga|library|collections?|fiction|fantasy|romance|horror|completed?|chapters?|volumes?)\b/i

/**
 * Returns whether a folder may be named after an author, as in `Ray Bradbury` or `Bradbury, Ray`.
 * `Web Novels` is a shelf.
 */
export const mayBeAuthor = (title: string) =>
  isNamedLikePerson(title) && !wordsOfShelves.test(title) && !isShelf(title)
