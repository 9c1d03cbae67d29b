/** Converts API input to database columns. Pure, except for validation errors. */
import { type Detail, invalid } from '../../errors'
import { isKnownFormat, knownFormats, type LibrarySettings } from './model'
import { findFlaws } from '../../media/naming/settings'
import type { StrategiesBody } from './model'
import type { LibraryRow } from './queries'
import { valueMessages } from '../../platform/messages/common'
import { libraryMessages } from './messages'

const maxPatterns = 100
const maxPatternLength = 300
const maxConfigBytes = 16_384

/** Builds a key that ignores case and repeated spaces. */
export const buildLibraryNameKey = (name: string) => normalizeLibraryName(name).toLowerCase()
export const normalizeLibraryName = (name: string) =>
  name.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Returns the requested folders, or undefined if none were given. */
export function getPaths({ path, paths }: Pick<LibrarySettings, 'path' | 'paths'>) {
  if (paths && path && paths[0] !== path) {
    const message = libraryMessages.path_not_first()
    throw invalid(libraryMessages.paths_contradict(), [{ path: 'path', message }])
  }
  return paths ?? (path ? [path] : undefined)
}

/** Converts settings to columns. Omitted fields are unchanged; null restores the default. */
export function buildColumns(settings: LibrarySettings): Partial<LibraryRow> {
  const { path: _, paths: __, scanningConfig = {}, ...plain } = settings
  const { enabled, cronSchedule, cronTimezone, scanMode, scanOnStart } = scanningConfig
  const direction = plain.defaultReadingDirection
  const columns = {
    ...plain,
    defaultReadingDirection: direction === null ? getDefaultDirection(plain.type) : direction,
    allowedFormats:
      plain.allowedFormats?.map((format) => format.toLowerCase()) ?? plain.allowedFormats,
    scanningEnabled: enabled,
    cronSchedule: cronSchedule?.trim() || (cronSchedule === undefined ? undefined : null),
    cronTimezone: cronTimezone?.trim() || (cronTimezone === undefined ? undefined : null),
    scanMode,
    scanOnStart,
  }
  throwIfInvalid(columns)
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<LibraryRow>
}

/** Webtoons are one continuous strip, and manga is read from right to left. */
function getDefaultDirection(type: LibrarySettings['type']) {
  if (type === 'webtoon') return 'webtoon'
  return type === 'manga' ? 'rtl' : 'ltr'
}

type Strategies = Pick<
  LibraryRow,
  | 'type'
  | 'seriesStrategy'
  | 'seriesConfig'
  | 'bookStrategy'
  | 'bookConfig'
  | 'numberStrategy'
  | 'numberConfig'
>

export const defaultStrategies: Strategies = {
  type: 'mixed',
  seriesStrategy: 'smart',
  seriesConfig: null,
  bookStrategy: 'smart',
  bookConfig: null,
  numberStrategy: 'smart',
  numberConfig: null,
}

/**
 * Returns the strategies that result from a change, and rejects invalid ones. Changing a strategy
 * resets its options.
 */
export function changedStrategies(
  present: Strategies,
  wanted: StrategiesBody & Pick<LibrarySettings, 'type'>,
): Strategies {
  const changed = { ...pickStrategies(present), type: wanted.type ?? present.type }
  for (const axis of ['series', 'book', 'number'] as const) {
    const strategy = wanted[`${axis}Strategy`] ?? present[`${axis}Strategy`]
    const isOther = strategy !== present[`${axis}Strategy`]
    const config = wanted[`${axis}Config`]
    changed[`${axis}Strategy`] = strategy
    if (config !== undefined || isOther) changed[`${axis}Config`] = config ?? null
  }
  const flaws = findFlaws(changed)
  if (flaws.length > 0) throw invalid(libraryMessages.strategies_invalid(), flaws)
  return changed
}

export const pickStrategies = (row: Strategies): Strategies => ({
  type: row.type,
  seriesStrategy: row.seriesStrategy,
  seriesConfig: row.seriesConfig,
  bookStrategy: row.bookStrategy,
  bookConfig: row.bookConfig,
  numberStrategy: row.numberStrategy,
  numberConfig: row.numberConfig,
})

interface Checked {
  allowedFormats: string[] | null | undefined
  excludedPatterns?: string | null
  seriesConfig?: Record<string, unknown> | null
  bookConfig?: Record<string, unknown> | null
  numberConfig?: Record<string, unknown> | null
}

function throwIfInvalid(settings: Checked) {
  const details: Detail[] = []
  const { allowedFormats, excludedPatterns, seriesConfig, bookConfig, numberConfig } = settings
  if (allowedFormats && !allowedFormats.every(isKnownFormat)) {
    const message = libraryMessages.unknown_format({ formats: knownFormats.join(', ') })
    details.push({ path: 'allowedFormats', message })
  }
  const patterns = excludedPatterns?.split('\n') ?? []
  if (patterns.length > maxPatterns || patterns.some((line) => isTooLarge(line))) {
    const message = libraryMessages.excluded_patterns({
      maxLines: maxPatterns,
      maxLength: maxPatternLength,
    })
    details.push({ path: 'excludedPatterns', message })
  }
  for (const [path, config] of Object.entries({ seriesConfig, bookConfig, numberConfig })) {
    if (config && JSON.stringify(config).length > maxConfigBytes) {
      details.push({ path, message: valueMessages.too_large() })
    }
  }
  if (details.length > 0) throw invalid(libraryMessages.invalid(), details)
}

/** Returns true for long patterns and for many asterisks, which can take very long to match. */
const isTooLarge = (line: string) =>
  line.length > maxPatternLength || line.split('**').length > 4 || line.split('*').length > 16
