/** What a file's name says of the book, for files that do not say it themselves. */
export interface ParsedName {
  series: string | null
  /** Of a range (`v01-03`) the first; may be fractional. */
  volume: number | null
  chapter: number | null
  year: number | null
  /** Outside the numbering: a special, an annual, a one-shot. */
  special: boolean
  /** What follows the numbers: the book's own title. */
  title: string | null
}

const maxNameLength = 500

/** `folderName` speaks for the series when the file name does not. */
export function parseName(fileName: string, folderName?: string): ParsedName {
  const text = prepare(fileName)
  const volume = firstMark(text, volumeMarks)
  const chapter = firstMark(text, chapterMarks)
  const bare = chapter ? null : bareNumber(text, volume)
  const marks = [volume, chapter, bare].flatMap((mark) => mark ?? [])
  const number = chapter ?? bare
  return {
    series: seriesOf(text, marks) ?? (folderName ? seriesOf(prepare(folderName), []) : null),
    volume: volume?.value ?? null,
    chapter: number?.value ?? null,
    year: yearOf(text),
    special: specialWords.test(text),
    title: titleOf(text, marks),
  }
}

/** A number with its place in the name. */
interface Mark {
  value: number
  start: number
  end: number
}

/** A number of up to six digits, with a fraction, and the rest of a range that is not needed. */
const number = String.raw`(?<value>\d{1,6}(?:\.\d{1,4})?)(?:\s?[-~]\s?[a-z]{0,3}\.?\d{1,6}(?:\.\d{1,4})?)?`
const wordStart = String.raw`(?<![\p{L}\p{N}])`

/** A word in front (`vol. 3`), a sign behind (`3巻`), or a letter glued on (`v03`). */
const before = (words: string) =>
  new RegExp(`${wordStart}(?:${words})\\s?\\.?\\s{0,2}${number}`, 'giu')
const glued = (letters: string) => new RegExp(`${wordStart}(?:${letters})${number}`, 'giu')
const behind = (signs: string) => new RegExp(`第?제?${number}\\s?(?:${signs})`, 'gu')
const inFront = (signs: string) => new RegExp(`(?:${signs})\\s?${number}`, 'gu')

const volumeMarks = [
  before('vol|vols|volume|volumes|tome|tomo|том|тома'),
  glued('v|t'),
  behind('巻|卷|册|冊|권|장'),
  inFront('卷|册|巻|시즌|เล่มที่|เล่ม'),
]

const chapterMarks = [
  before('ch|chp|chap|chapter|chapters|ep|episode|issue|глава|главы|章'),
  before('issue\\s#|#'),
  glued('c'),
  behind('話|话|回|章|화|회'),
  inFront('ตอนที่|บทที่|#'),
  new RegExp(String.raw`(?<=\()${number} of \d{1,4}(?=\))`, 'giu'),
]

const specialWords =
  /(?<![\p{L}\p{N}])(?:sp\d{1,3}|specials?|omakes?|annual|one-?\s?shot)(?![\p{L}\p{N}])/iu

/** Without extension, with spaces for underscores, and without what only describes the scan. */
function prepare(name: string): string {
  const file = name.slice(-maxNameLength).split('/').at(-1) ?? ''
  return file
    .replace(/\.(?:cb[zrt7]|zip|rar|7z|epub|pdf|tar)$/i, '')
    .replaceAll('_', ' ')
    .replace(/\bc2c\b/gi, ' ')
    .replace(/[[【][^[\]【】]{0,200}[\]】]/gu, (tag) => ' '.repeat(tag.length))
}

/** The mark that comes first in the name, whichever rule finds it. */
function firstMark(text: string, rules: RegExp[]): Mark | null {
  let first: Mark | null = null
  for (const rule of rules) {
    for (const match of text.matchAll(rule)) {
      if (!first || match.index < first.start) first = markOf(match)
      break
    }
  }
  return first
}

function markOf(match: RegExpMatchArray): Mark {
  const start = match.index ?? 0
  return { value: Number(match.groups?.['value']), start, end: start + match[0].length }
}

const bareNumbers = [
  // `Series 012`, `series-012`, `Series 01 - Title`, `Series 172 RHS`
  /(?<=\S[\s-]+)(?<value>\d{1,4}(?:\.\d{1,3})?)(?=\s*(?:$|\(| -\s))/gu,
  /(?<=\S\s)(?<value>\d{1,4})(?=\s+[A-Z]{2,6}\s*$)/gu,
]

/** A number without any word: the last one that is not a year. After a volume, only what follows at once. */
function bareNumber(text: string, volume: Mark | null): Mark | null {
  const plain = blankRoundBrackets(text)
  if (volume) {
    const next = /^\s{1,3}(?<value>\d{1,4}(?:\.\d{1,3})?)(?=\s|$)/u.exec(plain.slice(volume.end))
    if (!next) return null
    return { ...markOf(next), start: volume.end, end: volume.end + next[0].length }
  }
  for (const rule of bareNumbers) {
    const found = [...plain.matchAll(rule)].map(markOf)
    const mark = found.findLast(({ value }) => !isYear(value))
    if (mark) return mark
  }
  return null
}

const isYear = (value: number) => Number.isInteger(value) && value >= 1900 && value < 2100

const blankRoundBrackets = (text: string) =>
  text.replace(/[({][^(){}]{0,200}[)}]/gu, (tag) => ' '.repeat(tag.length))

/** What stands before the first mark or bracket. */
function seriesOf(text: string, marks: Mark[]): string | null {
  const start = Math.min(text.length, ...marks.map((mark) => mark.start))
  const head = text.slice(0, start)
  // A bracket may open before the mark that it holds: `Title (Ch 59-67)`.
  return tidy(blankRoundBrackets(head).replace(/[({][^(){}]*$/u, ''))
}

/** What stands after the last mark and a dash or colon. */
function titleOf(text: string, marks: Mark[]): string | null {
  if (marks.length === 0) return null
  const end = Math.max(...marks.map((mark) => mark.end))
  const tail = blankRoundBrackets(text).slice(end)
  const title = /^\s*[-–:]\s+(?<title>\S.*)$/su.exec(tail)?.groups?.['title']
  return title ? tidy(title) : null
}

function tidy(text: string): string | null {
  const words = text.replace(/\s+/g, ' ').trim()
  return words.replace(/^[-–.,\s]+/u, '').replace(/[-–:,\s]+$/u, '') || null
}

function yearOf(text: string): number | null {
  const found = /\((?:[^()]{0,12}[\s-])?(?<year>(?:18|19|20)\d{2})(?!\d)/u.exec(text)
  return found ? Number(found.groups?.['year']) : null
}
