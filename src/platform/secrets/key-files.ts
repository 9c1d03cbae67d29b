/** The file with the encryption key, and the files that exist while it is replaced. */
import { linkSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/model'
import { syncToDisk } from '../db/backups/manifest'
import { readOrCreateSecretFile, readSecretFile } from './secret-file'

export const getKeyFile = ({ data_dir: folder }: Config) => join(folder, 'secret.key')

/** The key that replaces the one of `getKeyFile` once everything is sealed with it. */
const getNextKeyFile = (config: Config) => `${getKeyFile(config)}.next`

export const readNextKey = (config: Config) => readSecretFile(getNextKeyFile(config))

export const readOrCreateNextKey = (config: Config) =>
  readOrCreateSecretFile(getNextKeyFile(config))

/**
 * Keeps the key that is replaced beside it, because it opens the secrets in older backups, and returns its file.
 * `replacedId`: of the key in the file; undefined without one.
 */
export function publishNextKey(config: Config, replacedId: string | undefined): string | undefined {
  const file = getKeyFile(config)
  const kept = replacedId === undefined ? undefined : `${file}.${replacedId}`
  if (kept !== undefined) {
    rmSync(kept, { force: true })
    linkOrMove(file, kept)
  }
  renameSync(getNextKeyFile(config), file)
  syncToDisk(config.data_dir)
  return kept
}

/** A link, so that the key is never absent. Some file systems have no links. */
function linkOrMove(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    renameSync(from, to)
  }
}
