/** Opens the data of another program: a file, or the folder that contains it. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { Refusal } from '../../../errors'
import { importMessages, leftOutMessages } from '../messages'
import { type ForeignPerson, type OpenSource, type ServerKind, sourceNames } from '../neutral-form'
import { copyForeign, type CopiedFile } from './foreign-copy'
import { ForeignDatabase } from './foreign-database'
import { audiobookshelfReader } from './audiobookshelf/audiobookshelf-source'
import { bookloreReader } from './booklore/booklore-source'
import { calibreReader } from './calibre/calibre-source'
import { calibreWebReader } from './calibre-web/calibre-web-source'
import { codexReader } from './codex/codex-source'
import { kavitaReader } from './kavita/kavita-source'
import { komgaReader } from './komga/komga-source'
import { lanraragiReader } from './lanraragi/lanraragi-source'
import { comicrackReader } from './comicrack/comicrack-source'
import type { SourceReader, TextReader } from './source-reader'
import { readTextStart } from './text/text-file'
import { stumpReader } from './stump/stump-source'
import { yacreaderReader } from './yacreader/yacreader-source'

const readers: readonly SourceReader[] = [
  komgaReader,
  kavitaReader,
  codexReader,
  stumpReader,
  calibreWebReader,
  calibreReader,
  audiobookshelfReader,
  yacreaderReader,
]

/** Readers for programs that do not use a database. */
const textReaders: readonly TextReader[] = [comicrackReader, lanraragiReader, bookloreReader]

const allReaders = [...readers, ...textReaders]

interface OpenOptions {
  path: string
  /** Folder for the copy. The caller deletes it. */
  folder: string
  maxBytes: number
  kind?: ServerKind | undefined
  /** If `path` is a copy: the path that someone named, or null for an uploaded file. */
  copyOf?: string | null
  /** Called with the path of each additional database that is opened. */
  onOther?: (path: string) => void
}

export function openForeignSource(options: OpenOptions): OpenSource {
  const { path, folder, maxBytes, kind } = options
  const from = requireSourceFile(path, kind)
  const copied = copyForeign({ from, folder, maxBytes, program: describeProgram(kind) })
  return openText(copied, kind) ?? openCopy(copied, { ...options, path: from })
}

const databaseStart = 'SQLite format 3\0'

/**
 * Opens a text file. Returns undefined for other files. A damaged file is recognized by its name,
 * or by the program that was chosen.
 */
function openText(
  { path, name }: CopiedFile,
  kind: ServerKind | undefined,
): OpenSource | undefined {
  const start = readTextStart(path)
  if (start.startsWith(databaseStart)) return undefined
  const reader =
    textReaders.find((one) => one.recognizes(start)) ??
    textReaders.find((one) => one.kind === kind || one.fileNames.includes(name))
  if (!reader) return undefined
  requireKind(reader, kind)
  return reader.open(path)
}

function requireKind(found: Pick<SourceReader, 'kind'>, kind: ServerKind | undefined) {
  if (kind === undefined || found.kind === kind) return
  const names = { found: sourceNames[found.kind], wanted: sourceNames[kind] }
  throw new Refusal('invalid', importMessages.wrong_kind(names))
}

const describeProgram = (kind: ServerKind | undefined) =>
  kind ? sourceNames[kind] : 'The other program'

function openCopy(copied: CopiedFile, options: OpenOptions): OpenSource {
  const { kind } = options
  const db = ForeignDatabase.open(copied, describeProgram(kind))
  try {
    const reader = readers.find((one) => one.recognizes(db))
    if (!reader) throw new Refusal('invalid', importMessages.unknown_source({ names: listNames() }))
    requireKind(reader, kind)
    db.setProgram(sourceNames[reader.kind])
    const source = reader.open(db, {
      folder: findOriginalFolder(options),
      openOther: (name, folders) => openOther(name, { ...options, folders, reader }),
    })
    const people = listOnce(source.people)
    return {
      ...source,
      people,
      leftOut: () => [...warnOfLog(copied, reader.kind), ...source.leftOut()],
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Omits accounts with the ID of another account, which a damaged database can contain. The first
 * one counts.
 */
const listOnce = (people: readonly ForeignPerson[]): ForeignPerson[] => {
  const byId = Map.groupBy(people, ({ foreignId }) => foreignId)
  return [...byId.values()].map(([first]) => first!)
}

/**
 * Returns the folder of the original, or null for an uploaded file. Compares file names, because
 * the original may no longer exist.
 */
function findOriginalFolder({ path, copyOf }: OpenOptions): string | null {
  if (copyOf === undefined) return dirname(path)
  return copyOf !== null && basename(copyOf) === basename(path) ? dirname(copyOf) : copyOf
}

/**
 * Opens a copy of another database of the program. If this database is itself a copy, looks only in
 * the folder of the copy, because the folders named in an uploaded file must not be read.
 */
function openOther(
  name: string,
  {
    path,
    folder,
    maxBytes,
    copyOf,
    onOther,
    folders,
    reader: { kind },
  }: OpenOptions & { folders: readonly string[]; reader: SourceReader },
): ForeignDatabase {
  const program = sourceNames[kind]
  const named = copyOf === undefined ? folders.filter((one) => isAbsolute(one)) : []
  const from = [dirname(path), ...named].map((one) => join(one, name)).find(isFile)
  if (from === undefined) {
    throw new Refusal('invalid', importMessages.other_missing({ name: program, file: name }))
  }
  onOther?.(from)
  const copied = copyForeign({ from, folder, maxBytes, program, name: `other ${name}` })
  return ForeignDatabase.open(copied, program)
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** Lists other databases of the program, which have to be copied with this one. */
export function listOtherFiles(options: Omit<OpenOptions, 'onOther'>): string[] {
  const name = basename(requireSourceFile(options.path, options.kind))
  const known: readonly { kind: ServerKind; hasOther?: boolean }[] = allReaders.filter(
    ({ fileNames }) => fileNames.includes(name),
  )
  // A file with an unknown name can belong to any program.
  const possible = known.length > 0 ? known : readers
  const isPossible = possible.some((one) => one.hasOther && (options.kind ?? one.kind) === one.kind)
  if (!isPossible) return []
  const found: string[] = []
  openForeignSource({ ...options, onOther: (path) => found.push(path) }).close()
  return found
}

const listNames = () => allReaders.map(({ kind }) => sourceNames[kind]).join(', ')

/** Warns if the log is missing. These programs write a log beside their database while they run. */
const warnOfLog = ({ lacksLog, name }: CopiedFile, kind: ServerKind) =>
  lacksLog ? [leftOutMessages.wal_missing({ name: sourceNames[kind], file: name })] : []

export function requireSourceFile(path: string, kind: ServerKind | undefined): string {
  if (!existsSync(path)) throw new Refusal('not_found', importMessages.not_found({ path }))
  const found = findSourceFile(path, kind)
  if (found !== undefined) return found
  throw new Refusal('invalid', importMessages.unknown_source({ names: listNames() }))
}

/**
 * Returns the database: the file itself, or the one in a folder. Returns undefined if there is
 * none.
 */
export function findSourceFile(path: string, kind: ServerKind | undefined): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  // Reading a device or pipe would never end.
  if (!stat?.isDirectory()) return stat?.isFile() ? path : undefined
  return allReaders
    .filter((one) => kind === undefined || one.kind === kind)
    .flatMap(({ fileNames }) => fileNames)
    .map((name) => join(path, name))
    .find(isFile)
}
