import './boot'
import { runCommand } from './cli/commands'
import { restartWithLessMemory } from './platform/lib/own-command'

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  restartWithLessMemory,
})
