/** Strategies for book titles, one function each. Pure. */
import type { FileMetadata } from '../contents/file-metadata'
import { readNumberTitle } from '../../web/shared/number-title'
import { compilePattern, type Groups, type Pattern } from './pattern'
import type { NamedFile, Titling } from './strategy'
import { fillTemplate } from './template'

type Config = Readonly<Record<string, unknown>>

/** Creates the titling. The settings are already validated, so an unknown strategy is a bug. */
export function createTitling(strategy: string, config: Config): Titling {
  const make = makers[strategy]
  if (!make) throw new Error(`unknown book strategy ${strategy}`)
  return make(config)
}

const fromStem = ({ stem }: NamedFile) => bound(stem)

const makers: Record<string, (config: Config) => Titling> = {
  filename: () => ({ fromPath: fromStem, fromFile: () => null }),
  metadata_first: () => ({ fromPath: fromStem, fromFile: ({ title }) => title && bound(title) }),
  smart: ({ additionalGenericPatterns }) => {
    const own = ((additionalGenericPatterns ?? []) as string[]).map(compilePattern)
    return { fromPath: fromStem, fromFile: (metadata) => buildInformativeTitle(metadata, own) }
  },
  series_name: () => ({ fromPath: buildSeriesAndNumber, fromFile: () => null }),
  custom: buildTitleByPattern,
}

/** A title that only repeats the number is no better than the file name. */
function buildInformativeTitle(
  { title, series }: FileMetadata,
  own: readonly Pattern[],
): string | null {
  if (title === null || readNumberTitle(title) !== null || title === series) return null
  return own.some((pattern) => pattern.find(title)) ? null : bound(title)
}

/**
 * Builds a title such as `Saga v03 c012.5`. Returns the file name if there is no series or number.
 */
function buildSeriesAndNumber(file: NamedFile): string {
  const { metadata, stem, folders } = file
  const parsed = file.read()
  const series = metadata.series ?? parsed.series ?? folders.at(-1)
  const volume = metadata.volume ?? parsed.volume
  const chapter = metadata.chapter ?? parsed.chapter
  const numbers = [
    volume !== null && `v${padNumber(volume, 2)}`,
    chapter !== null && `c${padNumber(chapter, 3)}`,
  ]
  const written = numbers.filter((number) => number !== false)
  return bound(
    series === undefined || written.length === 0 ? stem : `${series} ${written.join(' ')}`,
  )
}

function padNumber(value: number, width: number): string {
  const [whole = '', fraction] = String(value).split('.')
  return whole.padStart(width, '0') + (fraction === undefined ? '' : `.${fraction}`)
}

/** Applies a user-defined pattern to the file name without its extension. */
function buildTitleByPattern({ pattern, titleTemplate, fallback = 'filename' }: Config): Titling {
  const own = compilePattern(String(pattern))
  const other = makers[String(fallback)]!({})
  const template = typeof titleTemplate === 'string' ? titleTemplate : '{title}'
  return {
    fromPath: (file) => {
      const groups = own.find(file.stem)
      const title = groups && fillTemplate(template, getTitleParts(file, groups))
      return title ? bound(title) : other.fromPath(file)
    },
    fromFile: (metadata) => other.fromFile(metadata),
    numbersOf: ({ stem }) => {
      const groups = own.find(stem)
      if (!groups || (groups['volume'] ?? groups['chapter']) === undefined) return undefined
      return { volume: numberIn(groups['volume']), chapter: numberIn(groups['chapter']) }
    },
  }
}

function getTitleParts({ stem, read: readNames }: NamedFile, groups: Groups) {
  const { series, volume, chapter, title } = readNames()
  const read = { series, volume: toText(volume), chapter: toText(chapter), title, filename: stem }
  const values = Object.entries({ ...read, ...groups }).filter(([, value]) => value !== null)
  return Object.fromEntries(values) as Record<string, string>
}

const toText = (number: number | null) => (number === null ? null : String(number))
const numberIn = (text: string | undefined) =>
  text !== undefined && /^\d{1,6}(?:\.\d{1,4})?$/.test(text) ? Number(text) : null

const maxTitle = 500
const bound = (text: string) => text.slice(0, maxTitle).toWellFormed()
