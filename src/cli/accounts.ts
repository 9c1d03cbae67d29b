/** `quire user …` as the program starts it: settings first, then the ground, then the deed. */
import type { CommandIo } from './config'
import { exitOk, exitUsage } from './exit-codes'
import { explain, loadSettings, openQuietLog } from './house'
import { readPassword } from './password-prompt'
import { parseUserArgs, userHelp } from './user-args'

export async function runAccounts(args: readonly string[], io: CommandIo): Promise<number> {
  let values
  try {
    ;({ values } = parseUserArgs(args))
  } catch (error) {
    io.err(`${(error as Error).message}\n\n${userHelp}`)
    return exitUsage
  }
  if (values.help) {
    io.out(userHelp)
    return exitOk
  }
  try {
    const loaded = loadSettings(values, io)
    const { openGround } = await import('./ground')
    const { runUserCommand } = await import('./user')
    const ground = await openGround(loaded.config, openQuietLog(loaded, io))
    try {
      return await runUserCommand(ground.ctx, args, { ...io, readPassword })
    } finally {
      await ground.close()
    }
  } catch (error) {
    return explain(error, io)
  }
}
