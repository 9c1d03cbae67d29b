/**
 * Recognizes and reads sidecar files: files with metadata, artwork or page text that are stored
 * next to books or in series folders.
 */
import { maxComicInfoBytes } from '../archives/archive'
import { parseComicInfo } from '../metadata/comic-info'
import { BadFile, type Finding, addFinding } from '../contents/contents'
import { headBytes, readDimensions } from '../image/headers/dimensions'
import { parsePackageMetadata } from '../epub/package-metadata'
import { parsePackage } from '../epub/opf'
import { BookFile } from '../contents/book-file'
import type { FileMetadata } from '../contents/file-metadata'
import { getImageType } from '../archives/page-names'
import { parseSeriesJson } from '../metadata/series-json'
import { parseXml } from '../metadata/xml'
import { removeExtension } from '../../platform/lib/path-names'
import { imageMessages } from '../image/messages'
import { readerMessages } from './messages'

export type SidecarKind = 'comicinfo' | 'opf' | 'series_json' | 'artwork' | 'mokuro'

export interface SidecarContents {
  metadata: FileMetadata | null
  picture: { mediaType: string; width: number; height: number } | null
  finding: Finding | null
}

const maxPictureBytes = 32 << 20
/** Names of artwork in folders, best first. */
const artNames = ['cover', 'poster', 'folder'] as const
const shownTypes = /^image\/(jpeg|png|gif|webp|avif)$/

/** Quickly rules out most names, because nearly all names in a library belong to books. */
export const mayBeSidecar = (name: string) =>
  /\.(xml|opf|json|mokuro|jpe?g|jpe|jfif|png|gif|webp|avif)$/i.test(name)

/** Returns the type of a sidecar file with this name in a folder, or undefined if it is not one. */
export function findFolderSidecar(name: string): SidecarKind | undefined {
  const lower = name.toLowerCase()
  if (lower === 'comicinfo.xml') return 'comicinfo'
  if (lower === 'metadata.opf') return 'opf'
  if (lower === 'series.json') return 'series_json'
  return getArtRank(name) === undefined ? undefined : 'artwork'
}

/** Returns the type of a sidecar file that has the same name as a book except for the extension. */
export function findBookSidecar(name: string): SidecarKind | undefined {
  if (/\.opf$/i.test(name)) return 'opf'
  if (mokuroExtension.test(name)) return 'mokuro'
  return isShown(name) ? 'artwork' : undefined
}

const mokuroExtension = /\.mokuro$/i

/** Returns the name of the book that a sidecar file is named after. */
export const getDescribedName = (name: string) =>
  mokuroExtension.test(name) ? name.replace(mokuroExtension, '') : removeExtension(name)

/**
 * Returns the rank of an artwork file, where 0 is preferred, or undefined if the file is not
 * artwork.
 */
export function getArtRank(name: string): number | undefined {
  if (!isShown(name)) return undefined
  const stem = name.slice(0, name.lastIndexOf('.')).toLowerCase()
  const rank = artNames.findIndex((known) => known === stem)
  return rank < 0 ? undefined : rank
}

const isShown = (name: string) => shownTypes.test(getImageType(name) ?? '')

/** Throws only system errors. Reads synchronously, for Workers. */
export function readSidecar(path: string, kind: SidecarKind): SidecarContents {
  const nothing: SidecarContents = { metadata: null, picture: null, finding: null }
  try {
    if (kind === 'artwork') return { ...nothing, picture: measure(path) }
    // A decoder reads `.mokuro` files, because they may be large.
    if (kind === 'mokuro') return nothing
    const findings: Finding[] = []
    const metadata = parse(readWhole(path), kind, findings)
    return { ...nothing, metadata, finding: findings[0] ?? null }
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return { ...nothing, finding: error.finding }
  }
}

function readWhole(path: string): Buffer {
  using file = new BookFile(path)
  if (file.size > maxComicInfoBytes) {
    throw new BadFile('too_large', readerMessages.metadata_too_large())
  }
  return file.read(0, file.size)
}

function parse(
  bytes: Buffer,
  kind: Exclude<SidecarKind, 'artwork' | 'mokuro'>,
  findings: Finding[],
) {
  if (kind === 'series_json') return parseSeriesJson(bytes, findings)
  if (kind === 'comicinfo') return parseComicInfo(bytes, findings)
  const root = parseXml(bytes)
  const opf = root && parsePackage(root, '')
  if (opf) return parsePackageMetadata(opf, 'opf', findings)
  addFinding(findings, { code: 'broken_metadata', message: readerMessages.opf_unreadable() })
  return null
}

/** Reads only the header of an image. A decoder reads the rest when the image is displayed. */
function measure(path: string) {
  using file = new BookFile(path)
  if (file.size > maxPictureBytes) throw new BadFile('too_large', imageMessages.too_large())
  const found = readDimensions(file.readUpTo(0, headBytes), (length) => file.readUpTo(0, length))
  const { mediaType = '', width, height } = found ?? {}
  if (!shownTypes.test(mediaType) || !width || !height) {
    throw new BadFile('not_what_it_says', readerMessages.not_an_image())
  }
  return { mediaType, width, height }
}
