/**
 * Runs a command in a child process that returns memory soon. The engine reads how much memory it
 * may keep only when a process starts.
 */
import { buildChildEnvironment, buildOwnCommand } from '../../platform/lib/own-command'
import { exitFailure } from '../exit-codes'

/** A terminal sends its signals to both processes. The child decides. */
const waitForChild = () => undefined

/** Returns the exit code of the child, or 128 and the number of the signal that ended it. */
export async function runInSmallProcess([
  command = '',
  ...args
]: readonly string[]): Promise<number> {
  const child = Bun.spawn({
    cmd: [...buildOwnCommand(command), ...args],
    env: buildChildEnvironment(),
    stdio: ['inherit', 'inherit', 'inherit'],
    // The child ends when the channel closes, so that it never outlives this process.
    ipc: () => undefined,
  })
  const forward = () => child.kill('SIGTERM')
  process.on('SIGINT', waitForChild).on('SIGTERM', forward)
  try {
    return await child.exited
  } finally {
    process.off('SIGINT', waitForChild).off('SIGTERM', forward)
  }
}

const exitWithParent = () => process.exit(exitFailure)

/** Does the work of such a child, which ends with its parent. What it was writing is undone. */
export async function endWithParent(work: () => Promise<number>): Promise<number> {
  if (!process.connected) return work()
  process.on('disconnect', exitWithParent)
  try {
    return await work()
  } finally {
    process.off('disconnect', exitWithParent)
    // If the channel stayed open, the process would keep running.
    process.disconnect?.()
  }
}
