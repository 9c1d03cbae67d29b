/** `quire service …`: installs or removes the systemd service. Only on Linux. */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CommandIo } from '../config'
import { exitFailure, exitOk, exitUsage } from '../exit-codes'
import { type UnitOptions, unitText } from './systemd-unit'
import { parseCommandArgs, type ParsedArgs } from '../arguments'

const help = `Usage: quire service install      write a systemd unit for this program
       quire service uninstall    stop the service and remove the unit; data is kept

      --print            only print the unit
      --user NAME        run as this user (default: a dynamic user)
      --config FILE      settings file (default: /etc/quire/service.yaml if it exists)
      --read FOLDER      folder below /home that the service may read; repeatable
      --units FOLDER     folder of systemd units (default: /etc/systemd/system)
`

const options = {
  print: { type: 'boolean' },
  user: { type: 'string' },
  config: { type: 'string', short: 'c' },
  read: { type: 'string', multiple: true },
  units: { type: 'string', default: '/etc/systemd/system' },
} as const

const unitName = 'quire.service'

type Values = ParsedArgs<typeof options>['values']

export async function runService(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help, takesWords: true })
  if ('exit' in parsed) return parsed.exit
  const { values, positionals } = parsed
  const [action, ...more] = positionals
  if (more.length > 0 || (action !== 'install' && action !== 'uninstall')) {
    io.err(`Choose an action: install or uninstall.\n\n${help}`)
    return exitUsage
  }
  if (process.platform !== 'linux')
    return fail(io, 'The service command requires Linux with systemd.')
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
      'Only the compiled executable can be installed: run "bun run build" and use dist/quire.',
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
  io.out('Start it now and on boot: systemctl enable --now quire\n')
  return exitOk
}

function uninstall(values: Values, io: CommandIo): number {
  const path = join(values.units, unitName)
  if (!existsSync(path)) return fail(io, `${path} does not exist.`)
  systemctl(['disable', '--now', 'quire'], io)
  try {
    rmSync(path)
  } catch (error) {
    return fail(io, `${path} cannot be removed: ${(error as Error).message}. Use sudo.`)
  }
  systemctl(['daemon-reload'], io)
  io.out(`Removed ${path}. Data and settings are kept.\n`)
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

/**
 * Runs systemctl. A failure is only reported, because the unit is valid even without systemctl, as
 * in containers.
 */
function systemctl(args: string[], io: CommandIo) {
  const { status, error } = spawnSync('systemctl', args, { stdio: 'ignore' })
  if (status === 0) return
  const why = error ? 'systemctl was not found' : `exit code ${status}`
  io.err(`"systemctl ${args.join(' ')}" failed (${why}). Run it manually.\n`)
}

function fail(io: CommandIo, message: string): number {
  io.err(`${message}\n`)
  return exitFailure
}
