/**
 * The file that contains the encryption key, and the files that exist while the key is being
 * replaced.
 */
import { linkSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/model'
import { syncToDisk } from '../db/backups/manifest'
import { readOrCreateSecretFile, readSecretFile } from './secret-file'

export const getKeyFile = ({ data_dir: folder }: Config) => join(folder, 'secret.key')

/**
 * Returns the path of the key that will replace the one in `getKeyFile` once everything is
 * encrypted with it.
 */
const getNextKeyFile = (config: Config) => `${getKeyFile(config)}.next`

export const readNextKey = (config: Config) => readSecretFile(getNextKeyFile(config))

export const readOrCreateNextKey = (config: Config) =>
  readOrCreateSecretFile(getNextKeyFile(config))

/**
 * Makes the next key the current one. Keeps the replaced key in a file next to it, because that key
 * decrypts the secrets in older backups. Returns the path of that file. `replacedId`: ID of the
 * replaced key, or undefined if there is none.
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

/**
 * Creates a second name for the file, so that a key exists at all times. If the file system does
 * not support hard links, renames the file.
 */
function linkOrMove(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    renameSync(from, to)
  }
}
