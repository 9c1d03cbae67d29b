/** The parts of ComicRack's `ComicDb.xml` that are read. */
import { getAttribute, getElementText, listChildElements } from '../../../../media/metadata/xml'
import type { XmlElement } from '../../../../media/metadata/xml'
import { Refusal } from '../../../../errors'
import { importMessages } from '../../messages'
import { toForeignPath } from '../foreign-paths'
import { asId, asInteger, asLocalInstant, asText } from '../values/foreign-values'
import { readXmlElements } from '../text/foreign-xml'

export const root = 'ComicDatabase'
const bookPath = `${root}/Books/Book`
const folderPath = `${root}/WatchFolders/WatchFolder`
const listPath = `${root}/ComicLists/Item`

/** Longer texts are truncated. */
const maxTextLength = 65_536

export interface Comic {
  id: string
  /** null for a comic without a file. */
  path: string | null
  element: XmlElement
  /** Returns the text of a child element, or null if it is missing or empty. */
  field: (name: string) => string | null
}

const read = (file: string, paths: readonly string[]) =>
  readXmlElements(file, { kind: 'comicrack', paths })

export function* readComics(file: string): Generator<Comic> {
  const seen = new Set<string>()
  for (const { element } of read(file, [bookPath])) {
    const id = asId(getAttribute(element, 'Id'))
    // In a damaged file, several comics can have the same ID. The first one counts.
    if (id === null || seen.has(id)) continue
    seen.add(id)
    yield { id, path: readPath(getAttribute(element, 'File')), element, field: readFields(element) }
  }
}

const readPath = (text: string | undefined) => {
  const path = asText(text, 4096)
  return path ? toForeignPath(path) : null
}

function readFields(element: XmlElement): Comic['field'] {
  const values = new Map<string, string>()
  for (const child of listChildElements(element)) {
    const key = child.name.toLowerCase()
    const text = asText(getElementText(child), maxTextLength)?.trim()
    if (text && !values.has(key)) values.set(key, text)
  }
  return (name) => values.get(name.toLowerCase()) ?? null
}

/**
 * Finds the folders of the comics. Reads the whole file, so that damage is detected before anything
 * is imported.
 */
export function readFolders(file: string): string[] {
  const watched = new Set<string>()
  const used = new Set<string>()
  for (const { path, element } of read(file, [bookPath, folderPath])) {
    const isWatched = path === folderPath
    const found = readPath(getAttribute(element, isWatched ? 'Folder' : 'File'))
    if (found === null) continue
    if (isWatched) watched.add(found)
    else used.add(found.slice(0, Math.max(found.lastIndexOf('/'), 0)))
    refuseMore(used.size, maxUsedFolders)
    refuseMore(watched.size, maxFolders)
  }
  const others = [...used].filter((one) => !isBelowOne(one, watched))
  const folders = new Set([...watched, ...findCommonFolders(others)])
  refuseMore(folders.size, maxFolders)
  return [...folders]
}

/**
 * Maximum number of watched folders, and of drives. Each of them is compared with each folder of
 * comics.
 */
const maxFolders = 1000
const maxUsedFolders = 100_000

function refuseMore(count: number, max: number) {
  if (count > max) throw new Refusal('too_large', importMessages.too_many_entries({ max }))
}

const isBelowOne = (path: string, folders: ReadonlySet<string>) =>
  folders.values().some((folder) => path === folder || path.startsWith(`${folder}/`))

/** Finds the longest folder that contains all of these paths, for each drive. */
function findCommonFolders(paths: readonly string[]): string[] {
  const common = new Map<string, string[]>()
  for (const path of paths) {
    const folders = path.split('/')
    const drive = path.startsWith('//') ? folders.slice(0, 4).join('/') : folders[0]
    if (drive === undefined) continue
    const known = common.get(drive) ?? folders
    const end = known.findIndex((folder, place) => folder !== folders[place])
    common.set(drive, end === -1 ? known : known.slice(0, end))
  }
  return [...common.values()].map((folders) => folders.join('/')).filter((path) => path !== '')
}

/** Yields one list at a time, because all lists together could take a lot of memory. */
export function* readListItems(file: string): Generator<XmlElement> {
  for (const { element } of read(file, [listPath])) yield element
}

/**
 * Reads the last page. Page numbers start at 0 in the file. The first page does not count as
 * progress, because it is the last page of every comic that was only opened.
 */
export function readPlace({ field }: Comic) {
  const pageCount = asInteger(field('PageCount')) ?? 0
  const last = Math.max(asInteger(field('LastPageRead')) ?? 0, asInteger(field('CurrentPage')) ?? 0)
  if (last <= 0) return undefined
  return { page: last + 1, pageCount: Math.max(pageCount, 0) }
}

export const readTime = ({ field }: Comic): Date | null =>
  asLocalInstant(field('Opened')) ?? asLocalInstant(field('Added'))
