/** Parses series, volumes and chapters from a release title. Pure. */
import { foldText } from '../../../platform/lib/text/fold-text'

/** A range of numbers, with both ends inclusive. */
export interface NumberSpan {
  start: number
  end: number
}

export interface TitleParts {
  /** The text before the numbers, or null if there is none. */
  seriesName: string | null
  volumes: NumberSpan[]
  chapters: NumberSpan[]
  group: string | null
}

export const maxSpans = 50
const maxTitleLength = 1000
/** A higher number is treated as a date or an ID. */
const maxNumber = 9999
/**
 * In a longer range, the second number is a year or part of a title, unless the range starts at 1.
 */
const longestRange = 300

const numberText = String.raw`\d{1,4}(?:\.\d{1,2})?(?!\d)`
/**
 * A dash with spaces around it joins two numbers only if nothing follows them. Otherwise, a title
 * follows the dash.
 */
const separatorText = String.raw`(?:[-–—~]|\s[-–—~]\s(?=[vc]?\.?\s*${numberText}\s*(?:$|[[(]))|\s*[+,&]\s*)`
const spansText = String.raw`${numberText}(?:${separatorText}(?:v|c)?\.?\s*${numberText})*`
const marker = (words: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})\.?\s*#?\s*(${spansText})`, 'giu')

const volumeMarker = marker('volumes?|vols?|v|band|tome|tomo|том')
const chapterMarker = marker('chapters?|chap|ch|c|kapitel|kap|issues?|episodes?|ep|глава|#')

/** Parses titles such as `[Group] Title Vol. 3 Ch. 12-13`, `Title c.375` or `Title v.4 c.12+14`. */
export function readReleaseTitle(given: string): TitleParts {
  const title = joinThousands(given.slice(0, maxTitleLength).replace(/\s+/g, ' ').trim())
  const [, group = null, rest = title] = /^\[([^\]]{1,100})\]\s*(.+)$/.exec(title) ?? []
  const volumes = findSpans(rest, volumeMarker)
  const chapters = findSpans(rest, chapterMarker)
  const starts = [...volumes.starts, ...chapters.starts]
  const name = cleanName(starts.length > 0 ? rest.slice(0, Math.min(...starts)) : rest)
  return {
    seriesName: name === '' ? null : name,
    volumes: volumes.spans,
    chapters: chapters.spans,
    group: group ?? findLastGroup(rest),
  }
}

/** Removes thousands separators, as in `1,024`. */
const joinThousands = (text: string) =>
  text.replaceAll(/(?<![\d.,])(\d{1,3}),(\d{3})(?![\d,])/g, '$1$2')

function findSpans(text: string, pattern: RegExp) {
  const found = [...text.matchAll(pattern)]
  const spans = found.flatMap(([, numbers = '']) => parseSpans(numbers))
  return { starts: found.map(({ index }) => index), spans: joinSpans(spans).slice(0, maxSpans) }
}

/** Parses `12-13+15` as 12 to 13, and 15. */
function parseSpans(text: string): NumberSpan[] {
  return text.split(/[+,&]/).flatMap((part) => {
    const [first, last = first] = [...part.matchAll(/\d+(?:\.\d+)?/g)].map(Number)
    if (first === undefined || last === undefined || last > maxNumber || first > maxNumber) {
      return []
    }
    const [start, end] = [Math.min(first, last), Math.max(first, last)]
    const isRange = start <= 1 || end - start <= longestRange
    return [isRange ? { start, end } : { start: first, end: first }]
  })
}

function joinSpans(spans: readonly NumberSpan[]): NumberSpan[] {
  const joined: NumberSpan[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else joined.push({ ...span })
  }
  return joined
}

const cleanName = (text: string) =>
  text
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\((?:digital|\d{4}|[a-z]{2})\)/gi, ' ')
    .replace(/[\s\-–—:,|_#]+$/u, '')
    .replace(/\s+/g, ' ')
    .trim()

const findLastGroup = (text: string): string | null =>
  /[[(]([^\])]{2,100})[\])]\s*$/.exec(text)?.[1] ?? null

/** Builds a key that ignores case, accents and punctuation. It is empty if nothing is left. */
export const normalizeName = (name: string): string =>
  foldText(name)
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, 200)
