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
/** `del` counts books only after punctuation, because it is also a preposition in Spanish. */
const word = String.raw`(?:#|bk\.?|t\.|(?<=[,:;–—-]\s{0,2})del|(?:${toPattern(bookWords.filter((text) => text !== 'del'))})\.?)`
const ofTotal = String.raw`(?:\s+(?:of|von|sur|di|de)\s+\d{1,3})?`
/** Allows four digits only after these words, because after others, they may be a year. */
const manyDigits = String.raw`(?<=(?:#|\b(?:nr|no|nº|n°|num|heft)\.?)\s*)\d{4}`
const digits = String.raw`(?<number>\d{1,3}(?:\.\d{1,2})?(?!\d)|${manyDigits})${ofTotal}`
const counted = String.raw`${word}\s*#?(?:${digits}|(?<spelled>${spelledNumber}))`
/** Words for volumes, which rarely occur in titles. */
const volumeWords = listPhrases(['volume', 'volumes'], false).filter((text) => text !== 'album')
const countedVolume = String.raw`(?:${toPattern(volumeWords)})\.?\s*${digits}`
/** Matches `第3巻` and `3권`, but not `全3巻` or `1-3巻`. */
const countedInAsia = String.raw`(?:第\s*|(?<![\d全第.~〜～–—-]\s*))(?<number>\d{1,3})\s*[巻卷冊册권]`
const asianLetter = String.raw`[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]`
const medium = String.raw`(?:\s*\((?:light novel|novel|manga)\)|\s+[–—-]\s(?:light novel|manga)$)?`
const series = String.raw`(?<series>[^()[\]]*[^()[\]\s,:;–—-])`
const ofSeries = String.raw`\s+(?:of|in|der|des|von|van|de|du|di|del|della)\s+(?:the\s+)?(?=[^()[\]]*\p{L})${series}`
/** Matches an edition, as in `(English Edition)`, `(Unabridged)` and `: A Novel`. */
const edition = String.raw`(?:\s*[([](?:\p{L}+ edition|unabridged|ungekürzt|illustrated|annotated)[)\]]|\s*:\s+a novel)?`
/** Matches words before a number that does not count books in a series. */
const otherCounters = String.raw`(?:version|edition|auflage|grade|level|klasse|class|year|unit|stage|step|ages?|windows|python|java|(?:${toPattern([...bookWords, ...listPhrases(['chapter', 'chapters', 'episode', 'season'], false)])})\.?)`

const patterns = [
  // `Dead of Winter (Charlie Cooper Thrillers Book 4)`
  String.raw`^(?<title>.*\S)\s*[([]${series}[\s,:;–—-]+${counted}\s*[)\]](?:${edition}|\s*[([][^()[\]\d]+[)\]]|\s*[:–—-]\s.+)$`,
  // `Dead of Winter (Book 4 of the Charlie Cooper Thrillers)`
  String.raw`^(?<title>.*\S)\s*[([]${counted}${ofSeries}[)\]]${edition}$`,
  // `Dead of Winter: Book 4 of the Charlie Cooper Thrillers`
  String.raw`^(?<title>.*[^\s,:;–—-])\s*[,:–—-]\s+${counted}${ofSeries}${edition}$`,
  // `Winternacht (Die Küste 3)`
  String.raw`^(?<title>.*\S)\s*[([](?<series>[^()[\]]*\p{L}[^()[\]\d\s,:;–—-]*)(?=[\s,;–—-])(?<!\b${otherCounters}|\d\s(?:of|von|sur|di|de))\s*[,;–—-]?\s+(?<number>\d{1,2}(?:\.\d)?)${ofTotal}[)\]]${edition}$`,
  // `夜 (海岸 第3巻)`
  String.raw`^(?<title>.*\S)\s*[([]${series}\s*${countedInAsia}[)\]]$`,
  // `Берег. Книга 3. Ночь`
  String.raw`^(?<series>[^()[\]]*\p{L}{3})\.\s+${counted}\s*\.\s+(?<title>.*\S)$`,
  // `La Côte, tome 3 : Nuit`
  String.raw`^${series}\s*[,:–—-]\s*${counted}\s*[:–—-]\s+(?<title>.*\S)$`,
  // `The Long Coast Vol. 2: Tides`, and `Overlord, Vol. 4 (light novel): Tides`
  String.raw`^${series}[\s,.(–—-]{1,3}${countedVolume}\)?${medium}\s*[:–—-]\s+(?<title>.*\S)$`,
  // `La Côte (Livre 2) - Nuit`
  String.raw`^${series}\s*\(${counted}\)\s*[:–—-]\s+(?<title>.*\S)$`,
  // `Coast 3 (light novel): Tides`, and `Coast 3: Tides (light novel)`
  String.raw`^${series}\s+${digits}\s*\((?:light novel|manga)\):\s+(?<title>.*\S)$`,
  String.raw`^${series}\s+${digits}:\s+(?<title>.*\S)\s+\((?:light novel|manga)\)$`,
  // `The Long Coast #2: Tides`
  String.raw`^${series}\s+#${digits}\s*[:–—-]\s+(?<title>.*\S)$`,
  // `Tides: The Long Coast, Book 1`, and `Tides, The Long Coast #1`
  String.raw`^(?<title>[^:,]*\S)\s*[:,]\s+(?<series>[^:,]*[^:,\s])(?:,\s+(?:books?|bk\.?|band|tome|tomo|livre|libro)\s*#?|\s+#)${digits}$`,
]
/** Patterns for titles with only a series and number, as in `The Long Coast, Vol. 3 (manga)`. */
const onlyNumber = [
  String.raw`^${series}[\s,:]\s*${countedVolume}${medium}$`,
  String.raw`^${series}[,:]\s(?:${toPattern(volumeWords)})\.?\s(?<spelled>${spelledNumber})$`,
  String.raw`^${series}\s*${countedInAsia}$`,
  String.raw`^(?<series>.*${asianLetter}[^()[\]\s]*)\s*\((?<number>\d{1,3})\)$`,
]

/** Matches titles in which a word marks the series, as in `Nebel: Beck-Reihe Band 2`. */
const namedSeries = String.raw`^(?<title>.*[^\s:–—-])\s*[:–—-]\s+(?<series>[^:()[\]]*\p{L}[\s-](?:reihe|serie|series|saga|trilogy|trilogie|trilogía|cycle|zyklus|chronicles|chroniken)),?\s+${counted}$`

const compile = (pattern: string) => new RegExp(pattern, 'diu')
const compiled = patterns.map(compile)
const compiledNamed = [compile(namedSeries)]
const compiledOnly = onlyNumber.map(compile)

/** Longer titles are not searched, because the search time grows with the square of the length. */
const maxTitleLength = 300

export function findSeriesInTitle(title: string): SeriesInTitle | undefined {
  if (title.length > maxTitleLength) return undefined
  const text = toPlainSigns(title)
  const named = firstMatch(compiledNamed, text)
  const only = named ? undefined : firstMatch(compiledOnly, text)
  if (only) return describe(title, only)
  const found = named ?? firstMatch(compiled, text)
  if (!found) return undefined
  const own = title.slice(...(found.indices?.groups?.['title'] ?? [])).replace(/\s*:$/, '')
  return describe(kindOfBook.test(own) ? title : own, found)
}

/** Matches a description of the book, as in `The Long Coast, Book 2: A Novel`. */
const kindOfBook =
  /^(?:(?:an?|eine?|une?)\s)?(?:[\p{L}-]+\s){0,2}(?:novel|novella|roman|thriller|krimi|story|memoir|play|tragedy|adventure|romance|mystery|fantasy)$/iu

function firstMatch(expressions: readonly RegExp[], text: string): RegExpExecArray | undefined {
  for (const expression of expressions) {
    const found = expression.exec(text)
    if (found && !isPhrase(found.groups?.['series'])) return found
  }
  return undefined
}

/** Titles in East Asian languages may contain full-width digits and brackets. */
const toPlainSigns = (title: string) =>
  title.replace(/[\uff03\uff08\uff09\uff10-\uff1a\uff3b\uff3d]/g, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
  )

/**
 * Matches bracketed text that does not name a series, as in `(for 2)`, `(Week 4)` and `(Books 1 to
 * 3)`.
 */
const phrase = new RegExp(
  String.raw`^(?:for|from|with|vs\.?|to|ages?|weeks?|days?|act|für|mit|ab|bis|woche|tag|akt|pour|avec|acte|classe|semaine|jour|para|con|per|(?:${toPattern(bookWords)})\.?\s*\d.*)$`,
  'iu',
)
const isPhrase = (text = '') => phrase.test(text)

/**
 * Matches endings that are not part of the series name, as in `Берег.` and `Kommissar Beck, Fall`.
 */
const endOfSeries = /(?<=\p{L}{3})\.$|,\s(?:fall|folge|case|caso|enquête)$/iu

function describe(title: string, { groups = {} }: RegExpExecArray): SeriesInTitle {
  const { series: name = null, number, spelled: text = '' } = groups
  return {
    title: cleanLine(title),
    series: cleanLine(name)?.replace(endOfSeries, '') ?? null,
    number: number?.replace(/^0+(?=\d)/, '') ?? String(parseSpelledNumber(text)),
  }
}
