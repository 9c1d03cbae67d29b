/** `quire user …` as the program starts it: settings first, then the ground, then the deed. */
import type { CommandIo } from './config'
import { explain, loadSettings, openQuietLog } from './server/house'
import { readPassword } from './password-prompt'
import { readUserWords } from './user-args'

export async function runAccounts(args: readonly string[], io: CommandIo): Promise<number> {
  const said = readUserWords(args, io)
  if ('exit' in said) return said.exit
  try {
    const loaded = loadSettings(said.values, io)
    const { openGround } = await import('./server/ground')
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
