/**
 * The default strategy. Comics belong to their series folder, regardless of how deeply folders are
 * nested inside it. E-books belong to the series in their metadata. Each file is handled
 * independently, so adding a file never moves others. Pure.
 */
import { getBaseName } from '../../platform/lib/path-names'
import { hasNamedChapter, hasNamedIssue, type ParsedName } from '../filenames/filenames'
import { getInitials } from '../filenames/series-prefix'
import { bound, groupByNameWithin, groupWholeFolder } from './folder-groups'
import { describeFolder } from './folder-names'
import { findRole, isShelf, isYearFolder, mayBeAuthor } from './folder-roles'
import { groupingMessages } from './messages'
import { groupByRoot } from './root-names'
import { buildNameKey, foldSeriesName } from './series-keys'
import type { Group, Grouping, NamedFile } from './strategy'

const isEbook = (path: string) => /\.(?:epub|pdf)$/i.test(path)

/**
 * The folder of a series, which is at this depth in the path. The depth is 0 if files are grouped
 * by name.
 */
interface SeriesFolder {
  depth: number
  role: 'series' | 'variant' | 'shelf'
  /** Depth of the series that a variant belongs to. */
  of: number
}

const maxCached = 500

export function createSmartGrouping(): Grouping {
  const cache = new Map<string, SeriesFolder>()
  const locate = (folders: readonly string[]) => {
    const path = folders.join('/')
    const known = cache.get(path)
    if (known) return known
    if (cache.size >= maxCached) cache.clear()
    const located = findSeriesFolder(folders)
    cache.set(path, located)
    return located
  }
  return {
    usesMetadata: isEbook,
    hasNumberInTitle,
    groupOf(file) {
      const byPath = () => groupByPath(file, locate(file.folders))
      return isEbook(file.path) ? groupEbook(file, byPath) : byPath()
    },
  }
}

function findSeriesFolder(folders: readonly string[]): SeriesFolder {
  const firstBelowShelves = folders.findIndex((name) => !isShelf(name))
  const top = firstBelowShelves < 0 ? folders.length : firstBelowShelves
  let depth = folders.length
  let role = 'part'
  while (depth > top + 1) {
    role = findRole(folders[depth - 1]!, folders[depth - 2]!)
    if (role !== 'part') break
    depth--
  }
  if (depth <= top) return { depth: 0, role: 'shelf', of: 0 }
  if (depth > top + 1 && role === 'variant') return { depth, role, of: depth - 1 }
  // If `Volume 1/…` is in the root, the folder does not identify the series.
  const isPart = depth === top + 1 && findRole(folders[depth - 1]!, '') === 'part'
  return isPart ? { depth: 0, role: 'shelf', of: 0 } : { depth, role: 'series', of: depth }
}

function groupByPath(file: NamedFile, { depth, role, of }: SeriesFolder): Group {
  const { folders } = file
  if (depth === 0) return groupOnShelf(file)
  const folder = folders.slice(0, depth).join('/')
  if (role === 'variant') return groupVariant(file, folder, folders[of - 1]!)
  const named = findNamedAncestor(file, depth)
  if (named !== undefined) {
    const because = groupingMessages.from_matching_folder({ folder: folders[named - 1]! })
    return groupWholeFolder(file, folders.slice(0, named).join('/'), because)
  }
  const because =
    depth < folders.length
      ? groupingMessages.from_parent_folder({ folder: getBaseName(folder) })
      : groupingMessages.from_folder()
  return groupWholeFolder(file, folder, because)
}

/**
 * Groups files with the same series name on all shelves of a root into one series. A folder of
 * files whose names do not contain a series is itself a series. In the root, such files belong to
 * the series that the root is named after.
 */
function groupOnShelf(file: NamedFile): Group {
  const own = getOwnSeries(file)
  if (file.folder !== '' && (own === null || !isBelowItsLetter(file, own))) {
    return groupWholeFolder(file, file.folder, groupingMessages.from_folder())
  }
  const byRoot = own === null && isNumbered(file) ? groupByRoot(file) : undefined
  const group = byRoot ?? groupByNameWithin(file, '')
  return file.folder === '' ? group : { ...group, because: groupingMessages.from_shelf() }
}

/**
 * Returns false if the folder is a single letter other than the first one of the series. Such a
 * folder is itself the series; `B` is a shelf for a series such as Blame.
 */
function isBelowItsLetter({ folder }: NamedFile, series: string): boolean {
  const name = foldSeriesName(getBaseName(folder))
  return !/^\p{L}$/u.test(name) || foldSeriesName(series).startsWith(name)
}

/**
 * Groups variants such as `Naruto/Deutsch` or `Batman/2016`. They are titled after the series and
 * distinguished by name or year.
 */
function groupVariant(file: NamedFile, folder: string, parent: string): Group {
  const { title, year } = describeFolder(parent)
  const name = getBaseName(folder)
  const because = groupingMessages.from_variant_folder({ folder: parent })
  const group = groupWholeFolder(file, folder, because)
  if (isYearFolder(name)) return { ...group, title, year: Number(/\d{4}/.exec(name)![0]) }
  const variant = name.trim().replace(/^[([{](.*)[)\]}]$/u, '$1')
  return { ...group, title: bound(`${title} (${variant})`), year }
}

/**
 * Returns the depth of the folder with the file's series name, as in `One Piece/East Blue/One Piece
 * 001.cbz`.
 */
function findNamedAncestor(file: NamedFile, depth: number): number | undefined {
  if (depth < 2) return undefined
  const own = getOwnSeries(file)
  if (own === null || isSameName(own, file.folders[depth - 1]!)) return undefined
  const found = file.folders
    .slice(0, depth - 1)
    .findLastIndex((name) => !isShelf(name) && isSameName(own, name))
  return found < 0 ? undefined : found + 1
}

const isSameName = (series: string, folder: string) =>
  foldSeriesName(series) === foldSeriesName(describeFolder(folder).title)

/** Returns the series in the file name itself, ignoring the folders. */
function getOwnSeries({ read }: NamedFile): string | null {
  const { series, explain } = read()
  const found = explain.find(({ field }) => field === 'series')
  return found?.source === 'folder' ? null : series
}

function groupEbook(file: NamedFile, byPath: () => Group): Group {
  const { series, author } = file.metadata
  const path = byPath()
  if (series !== null) {
    const isSame = !isBookFolder(file) && foldSeriesName(path.title) === foldSeriesName(series)
    const because = groupingMessages.from_embedded_series()
    return isSame ? { ...path, because } : groupByTitle(file, series, because)
  }
  if (isNumbered(file)) return groupNumbered(file, path)
  const isInParts = path.by === 'folder' && path.folder !== file.folder
  if (isInParts || isNamedLikeFolder(file, path)) return path
  const { title } = file.metadata
  if (/\.pdf$/i.test(file.path) && !isTitleOf(file, title)) return path
  return groupByTitle(
    file,
    title ?? findNameOfBook(file),
    groupingMessages.from_book_title(),
    author,
  )
}

const findNameOfBook = (file: NamedFile): string =>
  findTitleOfNovel(file) ?? getOwnSeries(file) ?? file.stem

/** In `Aesop/Aesop's Fables.epub`, the folder is the author although the title starts with it. */
const isAuthorFolder = ({ title }: Group, author: string | null) =>
  author !== null && foldSeriesName(author) === foldSeriesName(title)

/** Books with the same title are distinguished by author. */
function groupByTitle(
  file: NamedFile,
  name: string,
  because: Group['because'],
  author: string | null = null,
): Group {
  const title = bound(name)
  const key = buildNameKey(file.rootId, '', author === null ? title : `${title} / ${author}`)
  return { key, title, year: null, folder: '', by: 'folder', because }
}

/**
 * Groups numbered e-books without a series in their metadata by folder, or by name if the folder is
 * named differently.
 */
function groupNumbered(file: NamedFile, path: Group): Group {
  const own = getOwnSeries(file)
  if (own === null || path.by !== 'folder' || isNamedLikeFolder(file, path)) return path
  if (isAbbreviated(own, path.title)) return path
  return path.folder === file.folder ? groupOnShelf(file) : path
}

function isNumbered(file: NamedFile): boolean {
  const { volume, chapter, special } = file.read()
  return (volume !== null || chapter !== null || special) && !hasNumberInTitle(file)
}

/**
 * Returns whether the number of an e-book is repeated in its title, or ends the title of a novel in
 * the folder of its author. Small numbers usually belong to a volume, as in `Harbor 2`.
 */
function hasNumberInTitle(file: NamedFile): boolean {
  const { title, series } = file.metadata
  if (!isEbook(file.path) || series !== null) return false
  const { volume, chapter } = file.read()
  if (volume !== null || chapter === null || chapter < 20) return false
  return title === null ? findTitleOfNovel(file) !== null : title.includes(String(chapter))
}

/** Finds the title in `Ray Bradbury/Fahrenheit 451 - Ray Bradbury.epub`, if the file has none. */
function findTitleOfNovel({ path, folder, stem, metadata, read }: NamedFile): string | null {
  const author = describeFolder(getBaseName(folder)).title
  if (metadata.title !== null || !/\.epub$/i.test(path) || !mayBeAuthor(author)) return null
  const [title = '', behind = author] = stem.split(' - ')
  const isByAuthor = foldSeriesName(behind) === foldSeriesName(author)
  const isOfSeries = [author, getInitials(author)].some((name) =>
    foldSeriesName(title).startsWith(`${foldSeriesName(name)} `),
  )
  return isByAuthor && !isOfSeries && endsWithNumber(title, read()) ? title : null
}

/**
 * Returns whether the file name contains the initials of its folder's series, as in `Perry
 * Rhodan/PR 3205.epub`.
 */
const isAbbreviated = (series: string, title: string) =>
  title.includes(' ') && foldSeriesName(series) === foldSeriesName(getInitials(title))

/** Returns whether this is a title such as `Fahrenheit 451`, and not `Series Chapter 120`. */
const endsWithNumber = (title: string, name: ParsedName) =>
  (name.chapter ?? 0) >= 100 &&
  name.chapterEnd === null &&
  title.endsWith(` ${name.chapter}`) &&
  !hasNamedChapter(name) &&
  !hasNamedIssue(name)

/** Returns whether the file has its folder's name, as in `Overlord/Overlord - Side Story.epub`. */
function isNamedLikeFolder(file: NamedFile, path: Group): boolean {
  if (path.by !== 'folder' || isAuthorFolder(path, file.metadata.author)) return false
  const folder = foldSeriesName(describeFolder(getBaseName(path.folder)).title)
  const stem = foldSeriesName(file.stem)
  return stem === folder || stem.startsWith(`${folder} `)
}

/**
 * Returns whether the folder contains one book, as in `Dune (45)/Dune - Frank Herbert.epub` or
 * `Dune/Dune.epub`.
 */
function isBookFolder({ folder, stem, metadata }: NamedFile): boolean {
  const name = getBaseName(folder)
  const title = foldSeriesName(describeFolder(name).title)
  return /\(\d{1,9}\)$/.test(name) && !/\((?:18|19|20)\d{2}\)$/.test(name)
    ? true
    : foldSeriesName(stem) === title ||
        (metadata.title !== null && foldSeriesName(metadata.title) === title)
}

const isTitleOf = ({ stem }: NamedFile, title: string | null): boolean =>
  title !== null &&
  foldSeriesName(title) !== '' &&
  foldSeriesName(stem).includes(foldSeriesName(title))
