/** Strategies that group files into series, one function each. Pure. */
import { parseFolderName } from '../filenames/filenames'
import { createSmartGrouping } from './smart-grouping'
import { bound, groupByNameWithin, groupWholeFolder } from './folder-groups'
import { describeFolder } from './folder-names'
import { buildLibraryKey, buildNameKey } from './series-keys'
import { compilePattern, type Groups, type Pattern } from './pattern'
import type { Group, Grouping, NamedFile } from './strategy'
import { fillTemplate } from './template'
import type { Message } from '../../platform/messages/message'
import { groupingMessages } from './messages'

type Config = Readonly<Record<string, unknown>>

/** Creates the grouping. The settings are already validated, so an unknown strategy is a bug. */
export function createGrouping(strategy: string, config: Config): Grouping {
  const make = makers[strategy]
  if (!make) throw new Error(`unknown series strategy ${strategy}`)
  return make(config)
}

const makers: Record<string, (config: Config) => Grouping> = {
  smart: createSmartGrouping,
  series_volume: () => ({ groupOf: groupByFolder }),
  series_volume_chapter: () => ({ groupOf: groupByTopFolder }),
  parsed_name: ({ acrossFolders }) => ({
    groupOf: (file) => groupByParsedName(file, acrossFolders === true),
  }),
  flat: groupFlat,
  publisher_hierarchy: groupByPublisher,
  calibre: groupByCalibre,
  custom: groupByPattern,
}

function groupByFolder(file: NamedFile): Group {
  if (file.folder === '') return groupByNameWithin(file, '')
  return groupWholeFolder(file, file.folder, groupingMessages.from_folder())
}

/** Groups by the topmost folder in a folder tree of series, volumes and chapters. */
function groupByTopFolder(file: NamedFile): Group {
  const [top] = file.folders
  if (top === undefined) return groupByNameWithin(file, '')
  return groupWholeFolder(file, top, groupingMessages.from_top_folder())
}

/** Groups by parsed names. A folder such as `Volume 1` belongs to its parent's series. */
function groupByParsedName(file: NamedFile, acrossFolders: boolean): Group {
  let depth = file.folders.length
  while (depth > 0 && parseFolderName(file.folders[depth - 1]!).series === null) depth--
  const folder = file.folders.slice(0, depth).join('/')
  const described = folder === '' ? undefined : describeFolder(file.folders[depth - 1]!)
  const title = bound(file.read().series ?? described?.title ?? file.stem)
  const isSame = described && buildLibraryKey(described.title) === buildLibraryKey(title)
  const year = (isSame ? described.year : null) ?? null
  const base = { title, folder, by: 'name' as const, year: year ?? file.read().year }
  if (!acrossFolders) {
    const because = groupingMessages.from_name_in_folder()
    return { ...base, key: buildNameKey(file.rootId, folder, title), because }
  }
  const because = groupingMessages.from_name_across_folders()
  return { ...base, key: buildLibraryKey(title, year), because }
}

/** Groups files by the series in their metadata or names, regardless of their folders. */
function groupFlat({ filenamePatterns, requireMetadata }: Config): Grouping {
  const patterns = ((filenamePatterns ?? []) as string[]).map(compilePattern)
  return {
    ignoresFolders: true,
    usesMetadata: () => true,
    groupOf: (file) => {
      const { read, stem, metadata } = file
      if (metadata.series)
        return groupByMetadataSeries(metadata.series, groupingMessages.from_metadata())
      if (requireMetadata === true) {
        return groupByMetadataSeries('Unknown', groupingMessages.no_metadata())
      }
      const own = groupByFirstMatch(patterns, stem)
      if (own) return groupByMetadataSeries(own, groupingMessages.from_name_pattern())
      return groupByMetadataSeries(read().series ?? stem, groupingMessages.from_name_only())
    },
  }
}

function groupByMetadataSeries(title: string, because: Message): Group {
  const key = buildLibraryKey(bound(title))
  return { key, title: bound(title), year: null, folder: '', by: 'library', because }
}

function groupByFirstMatch(patterns: readonly Pattern[], text: string): string | undefined {
  for (const pattern of patterns) {
    const groups = pattern.find(text)
    const name = (groups?.['series'] ?? groups?.['1'])?.trim()
    if (name) return name
  }
  return undefined
}

/** Groups by the folder below the skipped levels, as in `Publisher/Series/…`. */
function groupByPublisher({ skipDepth = 1, storeSkippedAs = 'publisher' }: Config): Grouping {
  const skip = Number(skipDepth)
  return {
    groupOf: (file) => {
      const skipped = file.folders[skip - 1]
      const skippedName = skipped === undefined ? undefined : describeFolder(skipped).title
      const stored =
        skippedName && typeof storeSkippedAs === 'string' ? { [storeSkippedAs]: skippedName } : {}
      if (file.folders.length <= skip) return { ...groupByNameWithin(file, file.folder), ...stored }
      const because = groupingMessages.below_publisher()
      return {
        ...groupWholeFolder(file, file.folders.slice(0, skip + 1).join('/'), because),
        ...stored,
      }
    },
  }
}

/** Groups files in calibre's layout, which is `Author/Title (45)/file`. */
function groupByCalibre(config: Config): Grouping {
  const { seriesMode = 'from_metadata', stripIdSuffix = true, authorFromFolder = true } = config
  return {
    ...(seriesMode === 'from_metadata' && { usesMetadata: () => true }),
    groupOf: (file) => {
      const [author, book] = file.folders
      if (author === undefined) return groupByNameWithin(file, '')
      const withAuthor = authorFromFolder === true ? { author: restoreName(author) } : {}
      if (seriesMode === 'from_metadata' && file.metadata.series) {
        return { ...findCalibreSeries(file, file.metadata.series), ...withAuthor }
      }
      if (seriesMode === 'by_author' || book === undefined) {
        return {
          ...groupWholeFolder(file, author, groupingMessages.author_folder()),
          ...withAuthor,
        }
      }
      const group = groupWholeFolder(file, `${author}/${book}`, groupingMessages.own_series())
      const title =
        stripIdSuffix === true ? bound(book.replace(/\s*\(\d{1,9}\)\s*$/, '') || book) : book
      return { ...group, title: restoreName(title), year: null, ...withAuthor }
    },
  }
}

/** Restores spaces. calibre replaces characters that file names do not allow with `_`. */
const restoreName = (name: string) => name.replace(/[_\s]+/g, ' ').trim() || name

function findCalibreSeries(file: NamedFile, series: string): Group {
  const title = bound(series)
  const key = buildNameKey(file.rootId, '', title)
  return {
    key,
    title,
    year: null,
    folder: '',
    by: 'folder',
    because: groupingMessages.from_metadata(),
  }
}

/**
 * Applies a user-defined pattern to the path below the root, such as
 * `(?<series>[^/]+)/v(?<volume>\d+)`. Files that do not match are grouped by folder.
 */
function groupByPattern({ pattern, seriesNameTemplate }: Config): Grouping {
  const compiled = compilePattern(String(pattern))
  const template = typeof seriesNameTemplate === 'string' ? seriesNameTemplate : '{series}'
  return {
    groupOf: (file) => {
      const groups = compiled.find(file.path)
      const title = groups?.['series'] && bound(fillTemplate(template, groups))
      if (!groups || !title) return groupByFolder(file)
      const because = groupingMessages.from_path_pattern()
      const named = { title, year: null, folder: '', by: 'library' as const, because }
      return { ...named, key: buildLibraryKey(title), ...publisherIn(groups) }
    },
    volumeOf: (file) => wholeNumber(compiled.find(file.path)?.['volume']),
  }
}

const publisherIn = ({ publisher }: Groups) => (publisher ? { publisher: bound(publisher) } : {})

const wholeNumber = (text: string | undefined) =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null
