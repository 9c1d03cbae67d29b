/**
 * Replaces the encryption key by encrypting all credentials with the new one in a single
 * transaction. Also counts the credentials that can be decrypted, and replaces a key that was lost.
 */
import { Refusal } from '../../errors'
import type { Config } from '../config/model'
import type { Db, Tx } from '../db/store'
import {
  deriveKey,
  type EncryptionKey,
  explainKeyFile,
  readKeyId,
  requireEncryptionKey,
  type SecretContext,
  storeKeyId,
} from './encryption-key'
import { getKeyFile, publishNextKey, readNextKey, readOrCreateNextKey } from './key-files'
import { secretMessages } from './messages'
import { readOrCreateSecretFile, readSecretFile } from './secret-file'
import type { SealedColumn } from './sealed-column'
import { openWith, sealWith } from './sealing'

/** Numbers of values in a column that can and cannot be decrypted. */
export interface SecretCount {
  column: string
  opened: number
  /** Number of values that are damaged or encrypted with a lost key. They stay unchanged. */
  unreadable: number
}

export interface Rotation {
  counts: SecretCount[]
  /** The file with the new key. Undefined if the key is in the settings. */
  keyFile: string | undefined
  /**
   * The file with the previous key, which decrypts the credentials in older backups. Undefined if
   * that key was not in a file.
   */
  keptFile: string | undefined
}

const batchSize = 500

/**
 * Counts the stored credentials that can and cannot be decrypted. Returns undefined if none were
 * ever stored. Throws a `Refusal` if the database's key is not available.
 */
export async function checkSecrets(
  ctx: SecretContext,
  columns: readonly SealedColumn[],
): Promise<SecretCount[] | undefined> {
  if ((await readKeyId(ctx.db)) === undefined) return undefined
  return countSecrets(ctx.db, columns, await requireEncryptionKey(ctx))
}

async function countSecrets(db: Db, columns: readonly SealedColumn[], key: EncryptionKey) {
  const counts: SecretCount[] = []
  for (const column of columns) counts.push(await visitColumn(db, column, key))
  return counts
}

/**
 * Encrypts all credentials with the next key. No server may be running, because it would keep using
 * the previous key.
 */
export async function rotateKey(
  ctx: SecretContext,
  columns: readonly SealedColumn[],
): Promise<Rotation> {
  const { config } = ctx
  const known = await readKeyId(ctx.db)
  if (known === undefined) throw refuse(secretMessages.nothing_sealed())
  try {
    const present = await findKey(config, known)
    const next = await prepareNextKey(config, known)
    const counts = await ctx.write(async (tx) => {
      const all: SecretCount[] = []
      for (const column of columns) all.push(await resealColumn(tx, column, { present, next }))
      await storeKeyId(tx, next.id)
      return all
    })
    if (config.encryption_key !== undefined) {
      return { counts, keyFile: undefined, keptFile: undefined }
    }
    const replaced = await readFileKeyId(config)
    const keptFile = publishNextKey(config, replaced)
    // The previous key may have been in the settings while the file contained a different one.
    return {
      counts,
      keyFile: getKeyFile(config),
      keptFile: replaced === known ? keptFile : undefined,
    }
  } catch (error) {
    throw explainKeyFile(error)
  }
}

async function findKey(config: Config, id: string): Promise<EncryptionKey> {
  const key = await searchKey(config, id)
  if (!key) throw refuse(secretMessages.previous_key_needed())
  return key
}

/** Looks for the key with this ID in all possible locations. */
async function searchKey(config: Config, id: string): Promise<EncryptionKey | undefined> {
  const candidates = [
    config.encryption_key,
    config.encryption_key_previous,
    readSecretFile(getKeyFile(config)),
    readNextKey(config),
  ]
  for (const candidate of candidates) {
    const key = candidate === undefined ? undefined : await deriveKey(candidate)
    if (key?.id === id) return key
  }
  return undefined
}

/**
 * Starts using a new key after the previous one was lost, so that new credentials can be stored.
 * Existing values are kept but cannot be decrypted. No server may be running, because it would keep
 * using its own key.
 */
export async function resetKey(
  ctx: SecretContext,
  columns: readonly SealedColumn[],
): Promise<SecretCount[]> {
  const { config } = ctx
  const known = await readKeyId(ctx.db)
  if (known === undefined) throw refuse(secretMessages.nothing_sealed())
  try {
    if (await searchKey(config, known)) throw refuse(secretMessages.not_lost())
    const configured = config.encryption_key ?? readOrCreateSecretFile(getKeyFile(config))
    const key = await deriveKey(configured)
    await ctx.write((tx) => storeKeyId(tx, key.id))
    return await countSecrets(ctx.db, columns, key)
  } catch (error) {
    throw explainKeyFile(error)
  }
}

async function prepareNextKey(config: Config, known: string): Promise<EncryptionKey> {
  // Completes a rotation that was interrupted after its transaction.
  const left = readNextKey(config)
  if (left !== undefined && (await deriveKey(left)).id === known) {
    publishNextKey(config, await readFileKeyId(config))
  }
  if (config.encryption_key === undefined) return deriveKey(readOrCreateNextKey(config))
  const key = await deriveKey(config.encryption_key)
  if (key.id === known) throw refuse(secretMessages.new_key_needed())
  return key
}

async function readFileKeyId(config: Config): Promise<string | undefined> {
  const stored = readSecretFile(getKeyFile(config))
  return stored === undefined ? undefined : (await deriveKey(stored)).id
}

const refuse = (message: Refusal['userMessage']) => new Refusal('conflict', message)

const resealColumn = (
  tx: Tx,
  column: SealedColumn,
  { present, next }: { present: EncryptionKey; next: EncryptionKey },
) =>
  visitColumn(tx, column, present, async (row, secret) => {
    const sealed = await sealWith(next, column.placeOf(row), secret)
    await column.replace(tx, { row, sealed })
  })

async function visitColumn(
  db: Db,
  column: SealedColumn,
  key: EncryptionKey,
  use?: (row: string, secret: string) => Promise<void>,
): Promise<SecretCount> {
  const count = { column: column.name, opened: 0, unreadable: 0 }
  let last: string | undefined
  for (;;) {
    const rows = await column.listAfter(db, last, batchSize)
    for (const { row, sealed } of rows) {
      const secret = await openOrSkip(key, column, { row, sealed })
      if (secret === undefined) count.unreadable += 1
      else {
        count.opened += 1
        await use?.(row, secret)
      }
    }
    last = rows.at(-1)?.row
    if (rows.length < batchSize) return count
  }
}

async function openOrSkip(
  key: EncryptionKey,
  column: SealedColumn,
  { row, sealed }: { row: string; sealed: string },
): Promise<string | undefined> {
  try {
    return await openWith(key, column.placeOf(row), sealed)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
