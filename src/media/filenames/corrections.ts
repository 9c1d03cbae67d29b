/**
 * A person's corrections of what names were read as, kept as rules. A pattern is plain text or has
 * `*` and `?`; it is never run as a regular expression, so nobody can write one that hangs. Pure.
 */
import type { Explanation, NameField, ParsedName } from './filenames'

export interface NameRule extends RulePattern {
  /** Names the rule in explanations. */
  id: string
  change: NameChange
}

/** Which names a rule is about. */
export interface RulePattern {
  /** `text`: the name is exactly this. `glob`: `*` is any text, `?` any one character. */
  match: 'text' | 'glob'
  pattern: string
  /** What the pattern is compared with: the file's name, its folder's, or the path of both. */
  on: 'file' | 'folder' | 'path'
}

/** Members that are absent stay as they were read. */
interface NameChange {
  /** Fixed values; null takes a value away. */
  set?: Partial<Pick<ParsedName, SettableField>>
  /** Added to what was read, ranges as a whole. */
  offset?: { volume?: number; chapter?: number }
  /** The number that was read counts volumes, or chapters, instead. */
  countAs?: 'volume' | 'chapter'
  /** With a series that is set: books of all folders to which rules give this name are one series. */
  acrossFolders?: boolean
}

type SettableField =
  | 'series'
  | 'title'
  | 'volume'
  | 'volumeEnd'
  | 'chapter'
  | 'chapterEnd'
  | 'year'
  | 'special'
  | 'edition'

/** The name that was read, as it lies on the disk. */
export interface NamePlace {
  fileName: string
  folderName: string
}

export const maxRules = 1000
const maxPattern = 500
const maxText = 1500

/** In their order; a later rule sees what an earlier one changed, and may change it again. */
export function applyRules(
  rules: readonly NameRule[],
  place: NamePlace,
  parsed: ParsedName,
): ParsedName {
  return rules
    .slice(0, maxRules)
    .filter((rule) => matchesPlace(rule, place))
    .reduce((name, rule) => applyChange(name, rule), parsed)
}

export function matchesPlace(
  { match, pattern, on }: RulePattern,
  { fileName, folderName }: NamePlace,
): boolean {
  const text = { file: fileName, folder: folderName, path: `${folderName}/${fileName}` }[on]
  const [bounded, wanted] = [normalizePath(text, maxText), normalizePath(pattern, maxPattern)]
  return match === 'text' ? bounded === wanted : matchesGlob(wanted, bounded)
}

/** Cut alike on both sides; the case of letters makes no difference, nor how accents are composed. */
const normalizePath = (text: string, max: number) =>
  text.slice(0, max).normalize('NFC').toLowerCase()

/**
 * Goes back to the last star only, which is enough for stars and question marks: at most
 * pattern times text steps.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let [at, position, star, kept] = [0, 0, -1, 0]
  while (position < text.length) {
    if (pattern[at] === '*') {
      star = at++
      kept = position
    } else if (pattern[at] === '?' || pattern[at] === text[position]) {
      at++
      position++
    } else if (star >= 0) {
      at = star + 1
      position = ++kept
    } else return false
  }
  return /^\**$/.test(pattern.slice(at))
}

function applyChange(name: ParsedName, rule: NameRule): ParsedName {
  const { set, offset, countAs } = rule.change
  const swapped = countAs ? { ...name, ...replaceNumbers(name, countAs) } : name
  const moved = offset ? { ...swapped, ...shiftNumbers(swapped, offset) } : swapped
  const result = { ...moved, ...set }
  return { ...result, explain: explainChange(name, result, rule) }
}

/** Only when there is nothing yet where the number goes. */
function replaceNumbers(name: ParsedName, countAs: 'volume' | 'chapter'): Partial<ParsedName> {
  const { volume, volumeEnd, chapter, chapterEnd } = name
  if (countAs === 'volume' && volume === null) {
    return { volume: chapter, volumeEnd: chapterEnd, chapter: null, chapterEnd: null }
  }
  if (countAs === 'chapter' && chapter === null) {
    return { chapter: volume, chapterEnd: volumeEnd, volume: null, volumeEnd: null }
  }
  return {}
}

function shiftNumbers(
  { volume, volumeEnd, chapter, chapterEnd }: ParsedName,
  offset: { volume?: number; chapter?: number },
): Partial<ParsedName> {
  return {
    volume: addOffset(volume, offset.volume),
    volumeEnd: addOffset(volumeEnd, offset.volume),
    chapter: addOffset(chapter, offset.chapter),
    chapterEnd: addOffset(chapterEnd, offset.chapter),
  }
}

/** Without the dust of binary fractions: 12.1 + 100 is 112.1. */
const addOffset = (value: number | null, offset = 0) =>
  value === null ? null : Number((value + offset).toFixed(4))

const settable: readonly SettableField[] = [
  'series',
  'title',
  'volume',
  'volumeEnd',
  'chapter',
  'chapterEnd',
  'year',
  'special',
  'edition',
]

/** How a value was corrected by a person; undefined: it was not. */
export const buildCorrection = (
  { explain }: ParsedName,
  field: NameField,
): Explanation | undefined => explain.find((one) => one.field === field && one.by !== undefined)

/** The rule replaces any other explanation of a field that it set or changed. */
function explainChange(before: ParsedName, after: ParsedName, rule: NameRule): Explanation[] {
  const isSet = (field: SettableField) => rule.change.set?.[field] !== undefined
  const fields = new Set<NameField>(
    settable.filter((field) => isSet(field) || before[field] !== after[field]),
  )
  const kept = before.explain.filter(({ field }) => !fields.has(field))
  const own = [...fields].map((field) => ({
    field,
    value: after[field],
    rule: `correction ${rule.id}`,
    by: rule.id,
    source: rule.on === 'folder' ? ('folder' as const) : ('file' as const),
    text: rule.pattern,
  }))
  return [...kept, ...own]
}
