/** Runs `quire user …`: loads settings, opens the database and runs the action. */
import type { CommandIo } from '../config'
import { reportError, loadSettings, openQuietLog } from '../server/command'
import { readPassword } from './password-prompt'
import { parseUserArgs } from './user-args'

export async function runUser(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseUserArgs(args, io)
  if ('exit' in parsed) return parsed.exit
  try {
    const loaded = loadSettings(parsed.values, io)
    const { openAppContext } = await import('../server/app-context')
    const { runUserCommand } = await import('./user')
    const ground = await openAppContext(loaded.config, openQuietLog(loaded, io))
    try {
      return await runUserCommand(ground.ctx, args, { ...io, readPassword })
    } finally {
      await ground.close()
    }
  } catch (error) {
    return reportError(error, io)
  }
}
