import { join } from 'node:path'
import { type ParsedName, parseName } from '../../../src/media/filenames/filenames'

/** Columns of `unseen-names.tsv`. */
export interface UnseenName {
  name: string
  series: string
  /** For example `v1-3 c5 +b y2012`, as explained in the first lines of the table. */
  numbers: string
  /** For example `group=Blue+Room artists=A,B`. A plus sign stands for a space. */
  others: string
}

type Values = Record<string, unknown>

/** Fields that are always compared, so that numbers that the name does not contain are found. */
const alwaysCompared = ['volume', 'volumeEnd', 'chapter', 'chapterEnd', 'season', 'suffix'] as const

export async function loadUnseenNames(): Promise<UnseenName[]> {
  const lines = await loadLines('unseen-names.tsv')
  return lines.map(([name = '', series = '', numbers = '', others = '']) => ({
    name,
    series,
    numbers,
    others,
  }))
}

/** Names in the folders of their series. */
export async function loadFolderedNames(): Promise<(UnseenName & { folder: string })[]> {
  const lines = await loadLines('foldered-names.tsv')
  return lines.map(([folder = '', series = '', name = '', numbers = '', others = '']) => ({
    folder,
    name,
    series,
    numbers,
    others,
  }))
}

/** Names whose values were decided before they were read, in folders and outside of them. */
export async function loadExaminedNames(
  file = 'examined-names.tsv',
): Promise<(UnseenName & { folder?: string })[]> {
  const lines = await loadLines(file)
  return lines.map(([folder = '', series = '', name = '', numbers = '', others = '']) => ({
    ...(folder && { folder }),
    name,
    series,
    numbers,
    others,
  }))
}

async function loadLines(file: string): Promise<string[][]> {
  const text = await Bun.file(join(import.meta.dir, file)).text()
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => line.split('\t'))
}

/**
 * Lists differing fields as `field: expected, found`. Empty if the name was parsed correctly. In a
 * folder, the series is that of the folder and is not compared.
 */
export function findDifferences(one: UnseenName & { folder?: string }): string[] {
  const found = parseName(one.name, one.folder) as unknown as Values
  const expected = { series: one.series || null, ...readNumbers(one.numbers, found) }
  const others = one.others.split(' ').filter(Boolean)
  Object.assign(expected, ...others.map((pair) => readOther(pair, found)))
  return Object.entries(expected)
    .filter(([field, value]) => !Bun.deepEquals(found[field], value))
    .filter(([field]) => field !== 'volume' || !isSeasonAsVolume(found))
    .filter(([field]) => field !== 'series' || one.folder === undefined)
    .map(([field, value]) => `${field}: ${JSON.stringify(value)}, ${JSON.stringify(found[field])}`)
}

/** True if the season was also read as the volume, which is accepted. */
const isSeasonAsVolume = ({ season, volume }: Values) => season !== null && season === volume

function readNumbers(numbers: string, found: Values): Values {
  const values: Values = Object.fromEntries(alwaysCompared.map((field) => [field, null]))
  for (const token of numbers.split(' ').filter(Boolean)) {
    const mark = token.charAt(0)
    const [, start, end] = /^.(-?[\d.]+)(?:-([\d.]+))?/.exec(token) ?? []
    const range = { start: Number(start), end: end === undefined ? null : Number(end) }
    Object.assign(values, readNumber(mark, token.slice(1), range, found))
  }
  return values
}

const fieldOfMark: Record<string, keyof ParsedName> = {
  s: 'season',
  x: 'specialNumber',
  y: 'year',
  '/': 'count',
}

function readNumber(
  mark: string,
  text: string,
  { start, end }: { start: number; end: number | null },
  found: Values,
): Values {
  if (mark === '+') return { suffix: text }
  const either = ['volume', 'specialNumber'].find((one) => found[one] !== null) ?? 'chapter'
  const field = mark === 'n' ? either : mark === 'v' ? 'volume' : mark === 'c' ? 'chapter' : null
  if (field) return { [field]: start, ...(field !== 'specialNumber' && { [`${field}End`]: end }) }
  return { [fieldOfMark[mark] ?? mark]: start }
}

function readOther(pair: string, found: Values): Values {
  const [field = '', text = ''] = pair.split('=')
  const value = text.replaceAll('+', ' ')
  if (Array.isArray(found[field])) return { [field]: value.split(',') }
  if (field === 'revision') return { [field]: Number(value) }
  return { [field]: value === 'true' ? true : value === 'false' ? false : value }
}
