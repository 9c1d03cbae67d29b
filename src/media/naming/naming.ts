/**
 * A library's naming strategies and rules, which are compiled once and applied to each file. Pure.
 */
import { type FileMetadata, getVolumeNumber } from '../contents/file-metadata'
import { hasNamedChapter, hasNamedIssue, type ParsedName, parseName } from '../filenames/filenames'
import { applyRules, findCorrection, type NameRule } from '../filenames/corrections'
import { getFolder, getBaseName, getLastPath, getStem } from '../../platform/lib/path-names'
import { createGrouping } from './grouping-strategies'
import type { RootNames } from './root-names'
import { buildLibraryKey, buildNameKey } from './series-keys'
import type { NamingSettings } from './settings'
import type { Group, Grouping, NamedFile, FileNames, Titling } from './strategy'
import { createTitling } from './title-strategies'
import { groupingMessages } from './messages'

export interface Naming {
  settings: NamingSettings
  /** Listed in the order of application. */
  rules: readonly NameRule[]
  roots: RootNames
  grouping: Grouping
  titling: Titling
}

export function createNaming(
  settings: NamingSettings,
  rules: readonly NameRule[],
  roots: RootNames = new Map(),
): Naming {
  const { bookStrategy, bookConfig } = settings
  return {
    settings,
    rules,
    roots,
    grouping: createGrouping(settings.seriesStrategy, settings.seriesConfig ?? {}),
    titling: createTitling(bookStrategy, bookConfig ?? {}),
  }
}

/** `files` contains the metadata of the file and its sidecar files, most trusted first. */
export function readFile(
  naming: Naming,
  { rootId, path: now }: Pick<NamedFile, 'rootId' | 'path'>,
  files: readonly FileMetadata[],
): NamedFile {
  const path = getLastPath(now)
  const folder = getFolder(path)
  const folders = folder === '' ? [] : folder.split('/')
  const base = {
    rootId,
    rootName: naming.roots.get(rootId) ?? null,
    path,
    folder,
    folders,
    stem: getStem(path),
    metadata: collectFileNames(files),
  }
  // Parsed on demand, because most strategies group by folder and do not need names.
  return { ...base, read: () => parseCached(naming, path) }
}

/** Cached because a scan needs a file's parsed name several times. */
const recent = new WeakMap<Naming, Map<string, ParsedName>>()
const maxRecent = 200

function parseCached(naming: Naming, path: string): ParsedName {
  const known = recent.get(naming) ?? new Map<string, ParsedName>()
  recent.set(naming, known)
  const present = known.get(path)
  if (present) return present
  if (known.size >= maxRecent) known.clear()
  const parsed = parse(naming, path)
  known.set(path, parsed)
  return parsed
}

function parse({ grouping, rules }: Naming, path: string): ParsedName {
  const fileName = getBaseName(path)
  const folderName = getFolder(path)
  const around = skipRepeatedFolder(folderName, getStem(path))
  const read = parseName(fileName, (!grouping.ignoresFolders && around) || undefined)
  return rules.length === 0 ? read : applyRules(rules, { fileName, folderName }, read)
}

/**
 * Skips a folder with the name of the file. In `Harbor/Harbor 11/Harbor 11`, the first folder shows
 * that the number is not part of the series name.
 */
function skipRepeatedFolder(folder: string, stem: string): string {
  const above = getFolder(folder)
  const series = getBaseName(above)
  const isRepeated = getBaseName(folder) === stem && series !== '' && stem.startsWith(`${series} `)
  return isRepeated ? above : folder
}

/** Takes each value from the most trusted source that has one. */
const collectFileNames = (files: readonly FileMetadata[]): FileNames => ({
  series: files.find(({ series }) => series !== null)?.series ?? null,
  volume: files.map(getVolumeNumber).find((volume) => volume !== null) ?? null,
  chapter: files.find(({ chapter }) => chapter !== null)?.chapter ?? null,
  title: files.find(({ title }) => title !== null)?.title ?? null,
  author: files.flatMap(({ authors }) => authors)[0]?.name ?? null,
})

/** Finds the series of a file, according to the library's strategy or a parsing rule. */
export function placeFile({ grouping, rules }: Naming, file: NamedFile): Group {
  const group = grouping.groupOf(file)
  if (rules.length === 0) return group
  const by = findCorrection(file.read(), 'series')?.by
  const rule = by === undefined ? undefined : rules.find(({ id }) => id === by)
  const { series } = file.read()
  if (!rule || series === null) return group
  const corrected = { because: correctedBecause(rule), corrected: ruleSource(rule.id) }
  const named = { ...group, ...corrected, title: series }
  if (rule.change.acrossFolders) return { ...named, key: buildLibraryKey(series), by: 'library' }
  // A rule for a folder name renames the whole series. A rule for a file name or path moves only
  // the matching files to the series that it sets.
  if (group.by === 'folder' && rule.on === 'folder') return named
  if (group.by === 'name') return { ...group, ...corrected }
  if (group.by === 'library') return { ...named, key: buildLibraryKey(series) }
  return { ...named, key: buildNameKey(file.rootId, group.folder, series), by: 'name' }
}

const correctedBecause = ({ pattern, change }: NameRule) =>
  change.acrossFolders
    ? groupingMessages.from_rule_across_folders({ pattern })
    : groupingMessages.from_rule({ pattern })

export interface PathNumbers {
  volume: number | null
  /** End of a range such as `v01-03`. */
  volumeEnd: number | null
  chapter: number | null
  chapterEnd: number | null
}

/**
 * Finds the numbers in the path. All are null if only metadata is used, or if the number belongs to
 * the title.
 */
export function findPathNumbers(
  { settings, grouping, titling }: Naming,
  file: NamedFile,
): PathNumbers {
  const nothing = { volume: null, volumeEnd: null, chapter: null, chapterEnd: null }
  if (settings.numberStrategy === 'metadata') return nothing
  const own = titling.numbersOf?.(file)
  if (own) return { ...nothing, ...own, volume: own.volume ?? grouping.volumeOf?.(file) ?? null }
  if (grouping.hasNumberInTitle?.(file)) return nothing
  const numbers = readNumbers(grouping, file)
  const { volume, chapter, chapterEnd } = numbers
  return volume === null && countsVolumes(settings, file)
    ? { ...nothing, volume: chapter, volumeEnd: chapterEnd }
    : numbers
}

function readNumbers(grouping: Grouping, file: NamedFile): PathNumbers {
  const { volume, volumeEnd, chapterEnd, ...name } = file.read()
  const own = volume ?? grouping.volumeOf?.(file) ?? null
  return { volume: own, volumeEnd, chapter: addLetter(name), chapterEnd }
}

/**
 * In libraries of books and in e-books, a number without a counting word is a volume, as in `Harbor
 * 3.epub`.
 */
function countsVolumes({ type }: NamingSettings, { path, read }: NamedFile): boolean {
  const name = read()
  const isMarked = hasNamedChapter(name) || hasNamedIssue(name) || name.special
  const isCorrected = findCorrection(name, 'chapter') !== undefined
  return (type === 'book' || isEpub(path)) && !isMarked && !isCorrected
}

export const isEpub = (path: string) => /\.epub$/i.test(path)

/** Distinguishes the chapters `153`, `153a` and `153b`, which become 153, 153.1 and 153.2. */
function addLetter({ chapter, suffix }: Pick<ParsedName, 'chapter' | 'suffix'>): number | null {
  const letter = suffix?.length === 1 ? 'abcdefghi'.indexOf(suffix.toLowerCase()) : -1
  if (chapter === null || letter < 0 || !Number.isInteger(chapter)) return chapter
  return Number((chapter + (letter + 1) / 10).toFixed(1))
}

/** Returns whether numbers from file metadata are used. */
export const usesMetadataNumbers = ({ settings }: Pick<Naming, 'settings'>) =>
  settings.numberStrategy !== 'filename'

/** Returns whether books are sorted by file name instead of number. */
export const keepsFileOrder = ({ settings }: Naming) => settings.numberStrategy === 'file_order'

/** Book fields that a parsing rule can set. */
const correctable = ['title', 'volume', 'chapter', 'year', 'edition'] as const

export interface Corrected {
  value: string | number | null
  /** In the form `rule:<id>`. */
  source: string
}

/** Lists values set by parsing rules. They take precedence over the file's metadata. */
export function listNameCorrections({ read }: NamedFile): Partial<Record<string, Corrected>> {
  const parsed = read()
  return Object.fromEntries(
    correctable.flatMap((field) => {
      const by = findCorrection(parsed, field)?.by
      return by === undefined ? [] : [[field, { value: parsed[field], source: ruleSource(by) }]]
    }),
  )
}

const ruleSource = (id: string) => `rule:${id}`

export const defaultNaming: Naming = createNaming(
  {
    type: 'mixed',
    seriesStrategy: 'smart',
    seriesConfig: null,
    bookStrategy: 'smart',
    bookConfig: null,
    numberStrategy: 'smart',
    numberConfig: null,
  },
  [],
)
