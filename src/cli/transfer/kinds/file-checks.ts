/** Checks of rows whose values name files. A hostile archive must not reach other files. */
import { WrongValue } from '../../../admin/transfer/value-checks'

type Row = Record<string, unknown>

const coverName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z]{3,4}$/

/** Cover files are named after the ID of the cover. */
export const isCoverFile = (name: string) => coverName.test(name)

export function checkCoverFile({ fileName }: Row) {
  if (isCoverFile(String(fileName))) return
  throw new WrongValue('"fileName" must be an ID with the extension of an image')
}

export function checkPreservedCover({ kind, value }: Row) {
  if (kind === 'cover') checkCoverFile(value as Row)
}

export function checkPlugin({ entry, previous, integrity }: Row) {
  const before = previous as { entry: unknown; integrity: unknown } | null
  for (const script of [entry, before?.entry ?? 'index.js']) {
    const parts = String(script).split(/[/\\]/)
    if (parts.includes('..') || parts[0] === '')
      throw new WrongValue('"entry" must be a path in the archive of the plugin')
  }
  for (const hash of [integrity, before?.integrity ?? 'sha512-']) {
    if (!/^sha512-[A-Za-z0-9+/=]*$/.test(String(hash)))
      throw new WrongValue('"integrity" must be the hash of an archive')
  }
}
