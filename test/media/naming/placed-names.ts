import { join } from 'node:path'
import { decideNumber } from '../../../src/catalog/books/numbers/decide-number'
import {
  createNaming,
  findPathNumbers,
  placeFile,
  readFile,
} from '../../../src/media/naming/naming'
import { foldSeriesName } from '../../../src/media/naming/series-keys'
import type { LibraryType } from '../../../src/media/naming/settings'

/** Columns of `placed-names.tsv`. Empty ones are not compared. */
export interface PlacedName {
  path: string
  type: LibraryType
  series: string
  /** Kind of the number, or a dash if the book has none. */
  kind: string
  /** For example `v1-3 c5 y2012`, as explained in the first lines of the table. */
  numbers: string
  /** For example `title=The+Wall`. A plus sign stands for a space. */
  others: string
}

export async function loadPlacedNames(): Promise<PlacedName[]> {
  const text = await Bun.file(join(import.meta.dir, 'placed-names.tsv')).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))
  return lines.map((line) => {
    const [path = '', type = '', series = '', kind = '', numbers = '', others = ''] =
      line.split('\t')
    return { path, type: type as LibraryType, series, kind, numbers, others }
  })
}

type Values = Record<string, unknown>

/** Reads a path as a scan does, without the contents of the file. */
function readPath({ path, type }: PlacedName): { group: string; values: Values } {
  const strategies = { seriesStrategy: 'smart', bookStrategy: 'smart', numberStrategy: 'smart' }
  const configs = { seriesConfig: null, bookConfig: null, numberConfig: null }
  const naming = createNaming({ type, ...strategies, ...configs }, [])
  const file = readFile(naming, { rootId: 'r', path }, [])
  const name = file.read()
  const numbers = findPathNumbers(naming, file)
  const isEbook = path.endsWith('.epub')
  const { numberKind } = decideNumber({
    ...noMetadata,
    ...numbers,
    libraryType: type,
    isEbook,
    name,
  })
  return { group: placeFile(naming, file).title, values: { ...name, ...numbers, numberKind } }
}

const noMetadata = {
  seriesPosition: null,
  number: null,
  year: null,
  formatDetail: null,
  bookType: null,
  manga: null,
  hasSeriesYear: false,
}

/** Lists differing fields as `field: expected, found`. Empty if the path was read correctly. */
export function findPlaceDifferences(one: PlacedName): string[] {
  const { group, values } = readPath(one)
  const expected: Values = {
    ...listNumbers(one.numbers, values),
    ...listOthers(one.others, values),
  }
  if (one.kind) expected['numberKind'] = one.kind === '-' ? null : one.kind
  const isSeason = values['season'] !== null && values['season'] === values['volume']
  const isPlaced = one.series === '' || foldSeriesName(group) === foldSeriesName(one.series)
  return [
    ...(isPlaced ? [] : [`series: ${one.series}, ${group}`]),
    ...Object.entries(expected)
      .filter(([field, value]) => !Bun.deepEquals(values[field], value))
      .filter(([field]) => field !== 'volume' || !isSeason)
      .map(
        ([field, value]) => `${field}: ${JSON.stringify(value)}, ${JSON.stringify(values[field])}`,
      ),
  ]
}

const fields: Record<string, string> = {
  v: 'volume',
  c: 'chapter',
  s: 'season',
  x: 'specialNumber',
  y: 'year',
  '/': 'count',
}

function listNumbers(numbers: string, found: Values): Values {
  const none = { volume: null, volumeEnd: null, chapter: null, chapterEnd: null, season: null }
  const values: Values = { ...none, suffix: null }
  for (const token of numbers.split(' ').filter(Boolean)) {
    const [, start, end] = /^.(-?[\d.]+)(?:-([\d.]+))?/.exec(token) ?? []
    const field = fields[token.charAt(0)] ?? (found['volume'] === null ? 'chapter' : 'volume')
    values[field] = Number(start)
    if (end !== undefined) values[`${field}End`] = Number(end)
  }
  return values
}

const listOthers = (others: string, found: Values): Values =>
  Object.fromEntries(
    others
      .split(' ')
      .filter(Boolean)
      .map((pair) => {
        const [field = '', text = ''] = pair.split('=')
        const value = text.replaceAll('+', ' ')
        if (Array.isArray(found[field])) return [field, value.split(',')]
        return [field, value === 'true' ? true : value]
      }),
  )
