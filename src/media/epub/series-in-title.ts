/** Finds the series and number that shops write into the title of an e-book. Pure. */
import { cleanLine } from '../metadata/metadata-values'
import { parseSpelledNumber, spelledNumber } from '../words/spelled-numbers'
import { listPhrases, toPattern } from '../words/words'

interface SeriesInTitle {
  title: string | null
  series: string | null
  number: string
}

const bookWords = listPhrases(['volume', 'volumes', 'book', 'part', 'issue', 'number'], false)
/** In Spanish, `del` is a preposition. */
const word = String.raw`(?:#|bk\.?|t\.|(?<=[,:;–—-]\s{0,2})del|(?:${toPattern(bookWords.filter((text) => text !== 'del'))})\.?)`
const ofTotal = String.raw`(?:\s+(?:of|von|sur|di|de)\s+\d{1,3})?`
const digits = String.raw`(?<number>\d{1,3}(?:\.\d{1,2})?)${ofTotal}`
const counted = String.raw`${word}\s*#?(?:${digits}|(?<spelled>${spelledNumber}))`
/** Words for volumes are seldom those of a title. */
const volumeWords = listPhrases(['volume', 'volumes'], false).filter((text) => text !== 'album')
const countedVolume = String.raw`(?:${toPattern(volumeWords)})\.?\s*${digits}`
const medium = String.raw`(?:\s*\((?:light novel|novel|manga)\))?`
const series = String.raw`(?<series>[^()[\]]*[^()[\]\s,:;–—-])`
/** As in `(English Edition)`, `(Unabridged)` and `: A Novel`. */
const edition = String.raw`(?:\s*[([](?:\p{L}+ edition|unabridged|ungekürzt|illustrated|annotated)[)\]]|\s*:\s+a novel)?`
/** Words before a number that is not that of a book in a series. */
const otherCounters = String.raw`(?:version|edition|auflage|grade|level|klasse|class|year|unit|stage|step|ages?|windows|python|java|(?:${toPattern([...bookWords, ...listPhrases(['chapter', 'chapters', 'episode', 'season'], false)])})\.?)`

const patterns = [
  // `Dead of Winter (Charlie Cooper Thrillers Book 4)`
  String.raw`^(?<title>.*\S)\s*[([]${series}[\s,:;–—-]+${counted}[)\]]${edition}$`,
  // `Dead of Winter (Book 4 of the Charlie Cooper Thrillers)`
  String.raw`^(?<title>.*\S)\s*[([]${counted}\s+(?:of|in)\s+(?:the\s+)?${series}[)\]]${edition}$`,
  // `Dead of Winter: Book 4 of the Charlie Cooper Thrillers`
  String.raw`^(?<title>.*[^\s,:;–—-])\s*[,:–—-]\s+${counted}\s+(?:of|in)\s+(?:the\s+)?${series}$`,
  // `Winternacht (Die Küste 3)`
  String.raw`^(?<title>.*\S)\s*[([](?<series>[^()[\]]*\p{L}[^()[\]\d\s,:;–—-]*)(?=[\s,;–—-])(?<!\b${otherCounters}|\d\s(?:of|von|sur|di|de))\s*[,;–—-]?\s+(?<number>\d{1,2}(?:\.\d)?)${ofTotal}[)\]]${edition}$`,
  // `La Côte, tome 3 : Nuit`
  String.raw`^${series}\s*[,–—-]\s*${counted}\s*[:–—-]\s+(?<title>.*\S)$`,
  // `The Long Coast Vol. 2: Tides`, and `Overlord, Vol. 4 (light novel): Tides`
  String.raw`^${series}[\s,.(–—-]{1,3}${countedVolume}\)?${medium}\s*[:–—-]\s+(?<title>.*\S)$`,
  // `The Long Coast #2: Tides`
  String.raw`^${series}\s+#${digits}\s*[:–—-]\s+(?<title>.*\S)$`,
  // `Tides: The Long Coast, Book 1`, and `Tides, The Long Coast #1`
  String.raw`^(?<title>[^:,]*\S)\s*[:,]\s+(?<series>[^:,]*[^:,\s])(?:,\s+(?:books?|bk\.?|band|tome|tomo|livre|libro)\s*#?|\s+#)${digits}$`,
]
/** `The Long Coast, Vol. 3 (light novel)` has no other title. */
const onlyNumber = String.raw`^${series}[\s,:]\s*${countedVolume}${medium}$`

const compiled = patterns.map((pattern) => new RegExp(pattern, 'iu'))
const compiledOnly = new RegExp(onlyNumber, 'iu')

/** The time to search grows with the square of the length. */
const maxTitleLength = 300

export function findSeriesInTitle(title: string): SeriesInTitle | undefined {
  if (title.length > maxTitleLength) return undefined
  const only = compiledOnly.exec(title)?.groups
  if (only) return describe({ ...only, title })
  for (const pattern of compiled) {
    const found = pattern.exec(title)?.groups
    if (found) return describe(found)
  }
  return undefined
}

function describe(found: Record<string, string | undefined>): SeriesInTitle {
  const { title = null, series: name = null, number, spelled: text = '' } = found
  return {
    title: cleanLine(title),
    series: cleanLine(name)?.replace(/(?<=\p{L}{3})\.$/u, '') ?? null,
    number: number?.replace(/^0+(?=\d)/, '') ?? String(parseSpelledNumber(text)),
  }
}
