/** Opens the data of another program: a file, or the folder that holds it. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../../../errors'
import { importMessages, leftOutMessages } from '../messages'
import { type OpenSource, type ServerKind, sourceNames } from '../neutral-form'
import { copyForeign, type CopiedFile } from './foreign-copy'
import { ForeignDatabase } from './foreign-database'
import { codexReader } from './codex/codex-source'
import { kavitaReader } from './kavita/kavita-source'
import { komgaReader } from './komga/komga-source'
import type { SourceReader } from './source-reader'

const readers: readonly SourceReader[] = [komgaReader, kavitaReader, codexReader]

interface OpenOptions {
  path: string
  /** Folder for the copy. The caller deletes it. */
  folder: string
  maxBytes: number
  kind?: ServerKind | undefined
}

export function openForeignSource({ path, folder, maxBytes, kind }: OpenOptions): OpenSource {
  const from = requireSourceFile(path, kind)
  const program = kind ? sourceNames[kind] : 'The other program'
  const copied = copyForeign({ from, folder, maxBytes, program })
  return openCopy(copied, kind)
}

function openCopy(copied: CopiedFile, kind: ServerKind | undefined): OpenSource {
  const db = ForeignDatabase.open(copied, kind ? sourceNames[kind] : 'The other program')
  try {
    const reader = readers.find((one) => one.recognizes(db))
    if (!reader) throw new Refusal('invalid', importMessages.unknown_source({ names: listNames() }))
    if (kind && reader.kind !== kind) {
      const names = { found: sourceNames[reader.kind], wanted: sourceNames[kind] }
      throw new Refusal('invalid', importMessages.wrong_kind(names))
    }
    db.setProgram(sourceNames[reader.kind])
    const source = reader.open(db)
    return { ...source, leftOut: () => [...warnOfLog(copied, reader.kind), ...source.leftOut()] }
  } catch (error) {
    db.close()
    throw error
  }
}

const listNames = () => readers.map(({ kind }) => sourceNames[kind]).join(', ')

/** These programs keep a log beside their database while they run. */
const warnOfLog = ({ lacksLog, name }: CopiedFile, kind: ServerKind) =>
  lacksLog ? [leftOutMessages.wal_missing({ name: sourceNames[kind], file: name })] : []

export function requireSourceFile(path: string, kind: ServerKind | undefined): string {
  if (!existsSync(path)) throw new Refusal('not_found', importMessages.not_found({ path }))
  const found = findSourceFile(path, kind)
  if (found !== undefined) return found
  throw new Refusal('invalid', importMessages.unknown_source({ names: listNames() }))
}

/** Returns the database: the file itself, or the one in a folder. */
export function findSourceFile(path: string, kind: ServerKind | undefined): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat && path
  return readers
    .filter((one) => kind === undefined || one.kind === kind)
    .flatMap(({ fileNames }) => fileNames)
    .map((name) => join(path, name))
    .find((file) => existsSync(file))
}
