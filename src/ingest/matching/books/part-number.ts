/** Issue and volume numbers, which can contain letters and fractions. Pure. */
import type { PartKind } from '../../providers/provider'
import { splitTitle } from '../title-words'
import type { LocalBook } from '../model'

const fractions: Record<string, string> = { '¼': '.25', '½': '.5', '¾': '.75' }
const quarters: Record<string, string> = { '1/4': '.25', '1/2': '.5', '3/4': '.75' }

/** Normalizes numbers: `001` becomes `1`, `½` and `1/2` become `0.5`, `1.mu` becomes `1.MU`. */
export function normalizeNumber(text: string): string {
  const plain = text
    .trim()
    .replace(/^#\s*/, '')
    .replace(/\s*[¼½¾]/, (sign) => fractions[sign.trim()]!)
    .replace(/(?:^|\s+)(1\/4|1\/2|3\/4)$/, (_, part: string) => quarters[part]!)
    .toUpperCase()
  const [, sign, whole, decimals, rest] = /^(-?)0*(\d*)(\.\d+)?(.*)$/s.exec(plain)!
  if (whole === '' && decimals === undefined) return /^-?0/.test(plain) ? `0${rest}` : plain
  return `${sign}${whole === '' ? '0' : whole}${(decimals ?? '').replace(/\.?0+$/, '')}${rest}`
}

const maxSpellings = 4

/** Lists spellings that providers may use for the number, most common first. */
export function listSpellings(text: string): string[] {
  const number = normalizeNumber(text)
  const [, whole, part] = /^(\d+)(\.25|\.5|\.75)$/.exec(number) ?? []
  const signs = Object.entries(fractions).flatMap(([sign, value]) => (value === part ? [sign] : []))
  const prefix = whole === '0' ? '' : (whole ?? '')
  const spelled = signs.map((sign) => `${prefix}${sign}`)
  const slashed = Object.entries(quarters).flatMap(([slash, value]) =>
    value === part && prefix === '' ? [slash] : [],
  )
  const given = text.trim().replace(/^#\s*/, '')
  const isPadded = /^0+\d/.test(given)
  return [...new Set([number, ...spelled, ...slashed, ...(isPadded ? [] : [given])])]
    .filter((one) => one !== '')
    .slice(0, maxSpellings)
}

/** Words for issues outside the regular numbering, and for collected editions. */
const otherIssue =
  /^(annuals?|specials?|tpbs?|trade|trades|hc|hardcover|omnibus|compendium|collected|collection|deluxe|fcbd|preview|sampler|yearbook|giant|graphic)$/

/** Finds the number of the book within a matched work. Returns undefined if it is not certain. */
export function findNumberInWork(book: LocalBook, parts: PartKind): string | undefined {
  if (book.isRange) return undefined
  return parts === 'volumes' ? findVolumeNumber(book) : findIssueNumber(book)
}

const findVolumeNumber = ({ volume, chapter }: LocalBook) =>
  chapter === null && volume !== null && volume > 0 ? String(volume) : undefined

function findIssueNumber(book: LocalBook) {
  if (isOtherIssue(book)) return undefined
  const given = normalizeNumber(book.number ?? '')
  const counted = book.chapter === null ? '' : normalizeNumber(String(book.chapter))
  if (given !== '' && counted !== '' && !isSameNumber(given, counted)) return undefined
  return given || counted || undefined
}

/** Compares two numbers. Ignores letters, so that `1.MU` equals 1. */
const isSameNumber = (given: string, counted: string) =>
  given === counted || (/[A-Z]/.test(given) && Number.parseFloat(given) === Number(counted))

function isOtherIssue({ fileName, title, seriesTitle, formatDetail }: LocalBook) {
  const usual = new Set(splitTitle(seriesTitle))
  const words = [fileName, title, formatDetail ?? ''].flatMap((text) => [...splitTitle(text)])
  return words.some((word) => otherIssue.test(word) && !usual.has(word))
}
