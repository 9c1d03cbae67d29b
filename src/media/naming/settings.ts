/** The naming strategies that a library can use, and the validation of their options. */
import { listGroupNames, PatternError } from './pattern'
import { valueMessages } from '../../platform/messages/common'
import { namingSettingMessages } from './messages'
import type { Message } from '../../platform/messages/message'

/** Strategies that group files into series. */
export const seriesStrategies = [
  'smart',
  'series_volume',
  'series_volume_chapter',
  'parsed_name',
  'flat',
  'publisher_hierarchy',
  'calibre',
  'custom',
] as const
/** Sources of book titles. */
export const bookStrategies = [
  'smart',
  'metadata_first',
  'filename',
  'series_name',
  'custom',
] as const
/** Sources of volume and chapter numbers, which determine the order of the books. */
export const numberStrategies = ['smart', 'metadata', 'filename', 'file_order'] as const

type Config = Readonly<Record<string, unknown>> | null

export const libraryTypes = ['comic', 'manga', 'webtoon', 'book', 'mixed'] as const
export type LibraryType = (typeof libraryTypes)[number]

export interface NamingSettings {
  /** Determines what numbers count: issues in comics, chapters in manga, volumes in books. */
  type: LibraryType
  seriesStrategy: string
  seriesConfig: Config
  bookStrategy: string
  bookConfig: Config
  numberStrategy: string
  numberConfig: Config
}

export interface Flaw {
  path: string
  message: Message
}

/** Returns an error message for an invalid value. */
type Check = (value: unknown) => Message | undefined

const flag: Check = (value) => (typeof value === 'boolean' ? undefined : valueMessages.boolean())

const depth: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 10
    ? undefined
    : namingSettingMessages.depth()

const isOneOf =
  (...words: (string | null)[]): Check =>
  (value) =>
    words.includes(value as string) ? undefined : valueMessages.one_of({ values: words.join(', ') })

const template: Check = (value) =>
  typeof value === 'string' && value.length > 0 && value.length <= 300
    ? undefined
    : namingSettingMessages.template()

const patternWith =
  (...needed: string[]): Check =>
  (value) => {
    if (typeof value !== 'string' || value === '') return namingSettingMessages.pattern_missing()
    try {
      const groups = listGroupNames(value)
      const absent = needed.find((name) => !groups.includes(name))
      return absent === undefined
        ? undefined
        : namingSettingMessages.group_missing({ name: absent })
    } catch (error) {
      if (error instanceof PatternError) return error.userMessage
      throw error
    }
  }

const patterns: Check = (value) => {
  if (!Array.isArray(value) || value.length > 20) return namingSettingMessages.too_many_patterns()
  return value.map(patternWith()).find((message) => message !== undefined)
}

interface Members {
  [name: string]: { check: Check; isNeeded?: true }
}

const ofSeries: Record<string, Members> = {
  smart: {},
  series_volume: {},
  series_volume_chapter: {},
  parsed_name: { acrossFolders: { check: flag } },
  flat: { filenamePatterns: { check: patterns }, requireMetadata: { check: flag } },
  publisher_hierarchy: {
    skipDepth: { check: depth },
    storeSkippedAs: { check: isOneOf('publisher', 'imprint', null) },
  },
  calibre: {
    seriesMode: { check: isOneOf('from_metadata', 'standalone', 'by_author') },
    stripIdSuffix: { check: flag },
    authorFromFolder: { check: flag },
  },
  custom: {
    pattern: { check: patternWith('series'), isNeeded: true },
    seriesNameTemplate: { check: template },
  },
}

const ofBooks: Record<string, Members> = {
  smart: { additionalGenericPatterns: { check: patterns } },
  metadata_first: {},
  filename: {},
  series_name: {},
  custom: {
    pattern: { check: patternWith(), isNeeded: true },
    titleTemplate: { check: template },
    fallback: { check: isOneOf('smart', 'metadata_first', 'filename', 'series_name') },
  },
}

const ofNumbers: Record<string, Members> = {
  smart: {},
  metadata: {},
  filename: {},
  file_order: {},
}

/**
 * Finds errors in the naming settings of a library. Paths refer to the request body for the
 * library.
 */
export function findFlaws(settings: NamingSettings): Flaw[] {
  const { seriesStrategy, seriesConfig, bookStrategy, bookConfig } = settings
  return [
    ...findConfigFlaws('seriesConfig', seriesConfig, ofSeries[seriesStrategy]),
    ...findConfigFlaws('bookConfig', bookConfig, ofBooks[bookStrategy]),
    ...findConfigFlaws('numberConfig', settings.numberConfig, ofNumbers[settings.numberStrategy]),
  ]
}

function findConfigFlaws(path: string, config: Config, members: Members = {}): Flaw[] {
  const known = Object.entries(members)
  const unknown = Object.keys(config ?? {}).filter((name) => !Object.hasOwn(members, name))
  const ofMembers = known.flatMap(([name, { check, isNeeded }]) => {
    const value = config?.[name]
    if (value === undefined)
      return isNeeded ? [{ path: `${path}.${name}`, message: valueMessages.missing() }] : []
    const message = check(value)
    return message === undefined ? [] : [{ path: `${path}.${name}`, message }]
  })
  const names = known.map(([name]) => name).join(', ')
  const message =
    names === ''
      ? namingSettingMessages.no_settings()
      : namingSettingMessages.unknown_setting({ names })
  return [
    ...ofMembers,
    ...unknown.slice(0, 10).map((name) => ({ path: `${path}.${name}`, message })),
  ]
}
