/**
 * Runs `quire update` or `quire rollback` as an installed program would, and kills itself after a
 * step. Takes the order as JSON.
 */
import { runRollback } from '../../../src/cli/update/rollback'
import { runUpdate } from '../../../src/cli/update/update'
import type { InstalledProgram } from '../../../src/cli/update/program-place'

export interface Order {
  command: 'update' | 'rollback'
  args: string[]
  program: InstalledProgram
  now: string | undefined
  killAfter: string | undefined
}

const { command, args, program, now, killAfter } = JSON.parse(process.argv[2]!) as Order
const io = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
  env: process.env,
  cwd: process.cwd(),
}
const onStep = (step: string) => {
  if (step === killAfter) process.kill(process.pid, 'SIGKILL')
}
const seams = { program, now: () => (now === undefined ? new Date() : new Date(now)), onStep }
process.exitCode =
  command === 'update' ? await runUpdate(args, io, seams) : await runRollback(args, io, seams)
