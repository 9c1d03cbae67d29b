/** Finds years and dates in a name. Pure. */
import { lazily } from '../../../platform/lib/lazily'
import { type Bracket, isInside } from '../brackets'
import { listPhrases, toPattern } from '../../words/words'

export interface YearFound {
  year: number
  /** End of a range. */
  yearEnd: number | null
  rule: string
  start: number
  end: number
}

export const yearWithSign = 'year in Chinese or Korean'
export const yearOfAnnual = 'year of an annual'

const century = String.raw`(?<![\d.])(?<year>(?:18|19|20)\d{2})(?!\w|\.\d)`
const inBracket = new RegExp(
  String.raw`^[^\d]{0,12}(?:\d{1,2}[\s.,/-]){0,3}(?:[a-z]{3,9}[\s.,-]{1,2})?${century}(?:\s?-\s?(?<last>(?:18|19|20)\d{2})(?!\d))?`,
)
const onlyDate = /^[\d\s./~-]{4,24}$/
const month = toPattern(listPhrases(['month'], false))
const yearOfDate = String.raw`(?<![\d.])(?<year>(?:18|19|20)\d{2})`
const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`
const days = String.raw`${day}(?:\s?[-&]\s?${day})?`
const monthNumber = String.raw`(?:0[1-9]|1[0-2])`
const listDates = (): [string, RegExp][] => [
  [
    'date',
    new RegExp(
      String.raw`${yearOfDate}([-.])${monthNumber}(?:\2${day})?(?: ?[&+] ?(?:19|20)\d{2}\2${monthNumber}(?:\2${day})?)?(?![\d.-])`,
    ),
  ],
  // Matches a name that consists only of a year and month.
  ['date', new RegExp(String.raw`^(?<year>(?:19|20)\d{2}) ${monthNumber}$`)],
  [
    'date',
    new RegExp(
      String.raw`(?<![\d.-])(?:${day}[-.])?${monthNumber}[-.](?<year>(?:19|20)\d{2})(?!\d)`,
    ),
  ],
  [
    'date with the name of a month',
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:${day}\.? (?:de )?)?(?:(?:${month})\.?\s?[-/&]\s?)?(?:${month})\.?(?: ${days})?,? (?:de )?(?<year>(?:18|19|20)\d{2})(?!\w)`,
      'u',
    ),
  ],
  [
    'date with the name of a month',
    new RegExp(String.raw`${yearOfDate} (?:${month})(?![\p{L}\p{N}])`, 'u'),
  ],
  [
    'season and year',
    /(?<= - )(?:spring|summer|autumn|fall|winter|christmas|frühling|frühjahr|sommer|herbst|weihnachten|printemps|été|automne|hiver|noël|primavera|verano|estate|otoño|autunno|invierno|inverno|navidad|natale) (?<year>(?:19|20)\d{2})(?=\s*$|\s*[([])/,
  ],
]

const listFreeYears = lazily((): [string, RegExp][] => [
  ...listDates(),
  [yearWithSign, /(?<!\d)(?<year>(?:18|19|20)\d{2})[年년]/],
  [
    'year behind a number',
    /(?<=(?:^|[\s#№.°º-])(?:0?[2-9]|[1-9]\d{1,2})[-/])(?<year>19\d{2}|20[0-3]\d)(?=\s|$)/,
  ],
  [
    'year behind a number',
    /(?<=[\s#№.°º-]\d{1,4}(?:[-/+&]\d{1,4})?,? )(?<year>(?:19|20)\d{2})(?=\s|$)/,
  ],
  [
    yearOfAnnual,
    new RegExp(
      String.raw`(?<=(?:^|\s)(?:${toPattern(listPhrases(['annual'], false))}) )(?<year>(?:19|20)\d{2})(?=\s|$)`,
      'u',
    ),
  ],
  [
    yearOfAnnual,
    new RegExp(
      String.raw`(?<=\S (?:${toPattern(listPhrases(['annual'], false))}) )['’](?<short>\d{2})(?=\s|$)`,
      'u',
    ),
  ],
  [
    'year of a volume',
    /(?<=\S )(?:jahrgang|jg\.?|anno|année|annee) (?<year>(?:18|19|20)\d{2})(?:\s?[-/]\s?(?<last>(?:18|19|20)\d{2}))?(?![\d-])/,
  ],
  [
    'year before the number',
    new RegExp(
      String.raw`(?<=\S )(?<year>19\d{2}|20[0-3]\d)(?=,? (?:- )?(?:no|nr|n|№|#|${toPattern(listPhrases(['issue'], false))})[.°º]?\s?\d{1,4}(?:[-+&]\d{1,4})?(?:\s|$))`,
    ),
  ],
  [
    'year before the number',
    /(?<=\S )(?<year>19\d{2}|20[0-3]\d)(?=(?:[-/]| - )\d{1,2}(?:\s*$|\s*[([]))/,
  ],
  [
    'year behind the title of a volume',
    /(?<=\S v(?:ol\.? ?)?\d{1,3} \p{L}[^\d()[\]]{2,80} )(?<year>19[3-9]\d|20[0-2]\d)(?=\s*$|\s*[([])/u,
  ],
  [
    'year between dashes',
    /--\s?(?<year>(?:18|19|20)\d{2})(?:\s?-\s?(?<last>(?:18|19|20)\d{2}))?[\d\s+-]{0,20}-?/,
  ],
])

/**
 * Finds all years and dates. Those in brackets come first, because they take precedence. `begin` is
 * the end of the folder's series name in the file name, or 0.
 */
export function findYears(plain: string, brackets: Bracket[], begin: number): YearFound[] {
  const bracketed = brackets.flatMap((bracket) => parseBracketYear(bracket) ?? [])
  const free = listFreeYears().flatMap(([rule, pattern]) => {
    const found = pattern.exec(plain)
    if (!found || found.index < begin || isInside(found.index, brackets)) return []
    if (isVolume(plain, found.index)) return []
    return createYearFound(found, rule, { start: found.index, end: found.index + found[0].length })
  })
  return [...bracketed, ...free, ...findDashedYears(plain, begin)]
}

/** Some volumes are counted by year, as in `Vol. 2016 Issue 12`. */
const isVolume = (plain: string, start: number) =>
  /(?<!\p{L})vol(?:ume)?\.?\s$/u.test(plain.slice(Math.max(0, start - 10), start))

const dashedYear =
  /(?<=(?:^|\s-\s))(?<year>19\d{2}|20[0-3]\d)(?:-(?<last>19\d{2}|20[0-3]\d))?(?=\s-\s|\s*$|\s*[([])/g

/**
 * Finds years that stand alone between dashes, as in `Series T.01 - 1961 - Title`, `1961 - T01 -
 * Title` or `Series 01 - Title - 1961`. Another number must count the book.
 */
function findDashedYears(plain: string, begin: number): YearFound[] {
  const found = [...plain.matchAll(dashedYear)].filter(({ index }) => index >= begin)
  return found.flatMap((one) => {
    const { 0: text, index } = one
    const before = plain.slice(begin, index).replace(/\s[([][^()[\]]{0,40}[)\]]/g, '')
    const after = plain.slice(index + text.length)
    const isCounted =
      /(?<!\d)\d{1,4}(?:\s\p{L}{1,6})?\s-\s/u.test(before) ||
      /^\s-\s(?:\p{L}{1,8}\.?\s?)?\d{1,3}\s-\s/u.test(after)
    if (!isCounted) return []
    return createYearFound(one, 'year between dashes', { start: index, end: index + text.length })
  })
}

function parseBracketYear(bracket: Bracket): YearFound | null {
  if (bracket.shape !== 'round' && !onlyDate.test(bracket.plain)) return null
  const found = inBracket.exec(bracket.plain)
  return found ? createYearFound(found, 'year in brackets', bracket) : null
}

function createYearFound(
  found: RegExpExecArray,
  rule: string,
  place: { start: number; end: number },
): YearFound {
  const { year, short, last } = found.groups ?? {}
  return {
    year: short ? completeYear(Number(short)) : Number(year),
    yearEnd: last ? Number(last) : null,
    rule,
    start: place.start,
    end: place.end,
  }
}

/**
 * 98 is 1998, and 07 is 2007. Comics have had annuals since the 1940s, so numbers from 40 are years
 * of the 1900s.
 */
const completeYear = (short: number) => (short < 40 ? 2000 : 1900) + short
