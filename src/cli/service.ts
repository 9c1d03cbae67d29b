/** `quire service …`: makes systemd start Quire with the machine. Linux only. */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CommandIo } from './config'
import { exitFailure, exitOk, exitUsage } from './exit-codes'
import { type UnitOptions, unitText } from './systemd-unit'
import { readWords, type Said } from './words'

const help = `Usage: quire service install      write a systemd unit for this program; then it starts with the machine
       quire service uninstall    stop the service and remove the unit; data stays

      --print            only show the unit
      --user NAME        run as this user; without it systemd makes one
      --config FILE      the settings file (otherwise /etc/quire/service.yaml when it is there)
      --read FOLDER      a folder of books below /home, which the service cannot see otherwise; repeatable
      --units FOLDER     where units lie (otherwise /etc/systemd/system)
`

const options = {
  print: { type: 'boolean' },
  user: { type: 'string' },
  config: { type: 'string', short: 'c' },
  read: { type: 'string', multiple: true },
  units: { type: 'string', default: '/etc/systemd/system' },
} as const

const unitName = 'quire.service'

type Values = Said<typeof options>['values']

export async function runService(args: readonly string[], io: CommandIo): Promise<number> {
  const said = readWords(args, io, { options, help, takesWords: true })
  if ('exit' in said) return said.exit
  const { values, positionals } = said
  const [action, ...more] = positionals
  if (more.length > 0 || (action !== 'install' && action !== 'uninstall')) {
    io.err(`Say what to do: install or uninstall.\n\n${help}`)
    return exitUsage
  }
  if (process.platform !== 'linux') return fail(io, 'This works on Linux with systemd only.')
  return action === 'install' ? install(values, io) : uninstall(values, io)
}

function install(values: Values, io: CommandIo): number {
  const text = unitText(unitOptions(values, io))
  if (values.print) {
    io.out(text)
    return exitOk
  }
  if (!Bun.isStandaloneExecutable) {
    return fail(
      io,
      'Only the built program can be installed: run "bun run build" and use dist/quire.',
    )
  }
  const path = join(values.units, unitName)
  try {
    writeFileSync(path, text, { mode: 0o644 })
  } catch (error) {
    return fail(io, `${path} cannot be written: ${(error as Error).message}. Use sudo.`)
  }
  io.out(`Wrote ${path}.\n`)
  systemctl(['daemon-reload'], io)
  io.out('Start it, now and with the machine: systemctl enable --now quire\n')
  return exitOk
}

function uninstall(values: Values, io: CommandIo): number {
  const path = join(values.units, unitName)
  if (!existsSync(path)) return fail(io, `There is no ${path}.`)
  systemctl(['disable', '--now', 'quire'], io)
  try {
    rmSync(path)
  } catch (error) {
    return fail(io, `${path} cannot be removed: ${(error as Error).message}. Use sudo.`)
  }
  systemctl(['daemon-reload'], io)
  io.out(`Removed ${path}. Data and settings stay where they are.\n`)
  return exitOk
}

function unitOptions(values: Values, { cwd }: CommandIo): UnitOptions {
  const usual = '/etc/quire/service.yaml'
  const named = values.config === undefined ? undefined : resolve(cwd, values.config)
  const config = named ?? (existsSync(usual) ? usual : undefined)
  return {
    program: process.execPath,
    config,
    user: values.user,
    readableFolders: (values.read ?? []).map((folder) => resolve(cwd, folder)),
  }
}

/** Containers and some distributions have none: the unit is right all the same. */
function systemctl(args: string[], io: CommandIo) {
  const { status, error } = spawnSync('systemctl', args, { stdio: 'ignore' })
  if (status === 0) return
  const why = error ? 'systemctl was not found' : `it ended with ${status}`
  io.err(`"systemctl ${args.join(' ')}" did not work (${why}). Run it yourself.\n`)
}

function fail(io: CommandIo, message: string): number {
  io.err(`${message}\n`)
  return exitFailure
}
