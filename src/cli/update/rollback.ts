/** `quire rollback`: undoes the last update. */
import { configFlagsHelp } from '../../platform/config/sources/flags'
import type { CommandIo } from '../config'
import { exitOk } from '../exit-codes'
import { openQuietLog } from '../server/command'
import { findOwnProgram, type InstalledProgram } from './program-place'
import { formatConfigFlags } from './run-program'
import { hasUpdateFolder, runUpdateCommand, withUpdateLock } from './update-command'
import { planRollback, type RollbackStep, type RollbackWork, runRollbackPlan } from './undo-update'

const help = `Usage: quire rollback          show what undoing the last update would do
       quire rollback --yes    undo the update; stop the server first

Restores the previous program. If the update changed the database, it is restored from the backup that
the update made, and user data recorded since then is added to it. All other changes since then, such
as new libraries, accounts and edited metadata, are undone.

      --yes              undo the update
${configFlagsHelp}`

const options = { yes: { type: 'boolean' } } as const

export interface RollbackSeams {
  program: InstalledProgram
  now: () => Date
  onStep?: (step: RollbackStep) => void
}

export const runRollback = (
  args: readonly string[],
  io: CommandIo,
  { program, now, onStep }: RollbackSeams = { program: findOwnProgram(), now: () => new Date() },
): Promise<number> =>
  runUpdateCommand(args, io, { options, help }, async (values, loaded) => {
    const log = openQuietLog(loaded, io)
    const report = (line: string) => io.out(`${line}\n`)
    const given = formatConfigFlags(values)
    const work: RollbackWork = { program, loaded, log, configFlags: given, report, now, onStep }
    const goBack = async () => {
      const plan = await planRollback(work)
      if (!values.yes) {
        io.out(`${plan.description}\nStop the server and run "quire rollback --yes" to do it.\n`)
        return exitOk
      }
      await runRollbackPlan(work, plan)
      io.out(`This is Quire ${plan.to} again. Start the server.\n`)
      return exitOk
    }
    const { data_dir: dataDir } = loaded.config
    return hasUpdateFolder(dataDir) ? withUpdateLock(dataDir, 'rollback', goBack) : goBack()
  })
