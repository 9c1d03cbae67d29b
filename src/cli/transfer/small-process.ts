/**
 * Makes a command return memory soon. The engine reads how much memory it may keep only when a
 * process starts, so the process begins anew.
 */
import { buildChildEnvironment, buildOwnCommand } from '../../platform/lib/own-command'

/**
 * Replaces this process by one that keeps little memory and runs the command. Returns if the
 * process already keeps little, or if the system cannot replace a process (Windows).
 */
export function restartSmall([command = '', ...args]: readonly string[]) {
  const environment = buildChildEnvironment()
  if (Object.keys(environment).every((name) => process.env[name] !== undefined)) return
  if (process.platform === 'win32') return
  const [program = '', ...own] = buildOwnCommand(command)
  process.execve?.(program, [process.argv0, ...own, ...args], environment)
}
