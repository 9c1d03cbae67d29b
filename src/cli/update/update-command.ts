/** Code shared by `quire update` and `quire rollback`. */
import { existsSync } from 'node:fs'
import type { ParseArgsConfig } from 'node:util'
import { configFlags } from '../../platform/config/sources/flags'
import type { LoadedConfig } from '../../platform/config/load'
import { acquireUpdateLock } from '../../platform/db/folder/data-lock'
import { type ParsedArgs, parseCommandArgs } from '../arguments'
import type { CommandIo } from '../config'
import { exitRefused } from '../exit-codes'
import { loadSettings, reportError } from '../server/command'
import { UpdateRefused } from './release/update-refused'
import { createUpdateFolder, getUpdateFolder, giveToOwner } from './update-state'

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<O extends Options> = ParsedArgs<O & typeof configFlags>['values']

/** Parses the arguments and loads the settings. Prints the reason if the work is refused. */
export async function runUpdateCommand<const O extends Options>(
  args: readonly string[],
  io: CommandIo,
  { options, help }: { options: O; help: string },
  work: (values: Parsed<O>, loaded: LoadedConfig) => Promise<number>,
): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options: { ...configFlags, ...options }, help })
  if ('exit' in parsed) return parsed.exit
  const { values } = parsed
  try {
    return await work(values, loadSettings(values, io))
  } catch (error) {
    if (!isRefusal(error)) return reportError(error, io)
    io.err(`${error.message}\n`)
    return exitRefused
  }
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof UpdateRefused ||
  (error instanceof Error && ['BackupRefused', 'ExportRefused'].includes(error.name))

/**
 * Throws if another update or rollback is running. The operating system releases the lock when a
 * process dies.
 */
export async function withUpdateLock<T>(
  dataDir: string,
  purpose: 'update' | 'rollback',
  work: () => Promise<T>,
): Promise<T> {
  createUpdateFolder(dataDir)
  const lock = acquireUpdateLock(getUpdateFolder(dataDir), purpose)
  try {
    return await work()
  } finally {
    lock.release()
    giveToOwner(dataDir)
  }
}

/** If the folder does not exist, there is no update to continue or undo. */
export const hasUpdateFolder = (dataDir: string) => existsSync(getUpdateFolder(dataDir))
