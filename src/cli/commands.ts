/** `quire <command> …`: finds the command and loads only what it needs. */
import { endOnSignals } from '../platform/lib/own-command'
import type { CommandIo } from './config'
import { exitOk, exitUsage } from './exit-codes'

interface Command {
  /** Empty for internal commands. */
  summary: string
  /** The command handles SIGTERM and SIGINT itself. */
  handlesSignals?: true
  run(args: readonly string[], io: CommandIo): Promise<number>
}

const commands: Record<string, Command> = {
  serve: {
    summary: 'run the server (default)',
    handlesSignals: true,
    run: async (args, io) => (await import('./server/serve')).runServe(args, io),
  },
  config: {
    summary: 'check, print or write the settings',
    run: async (args, io) => (await import('./config')).runConfigCommand(args, io),
  },
  user: {
    summary: 'create accounts, set passwords, change roles',
    run: async (args, io) => (await import('./user/run-user')).runUser(args, io),
  },
  scan: {
    summary: 'scan libraries',
    run: async (args, io) => (await import('./scan/scan')).runScanCommand(args, io),
  },
  provider: {
    summary: 'list and test metadata providers',
    run: async (args, io) => (await import('./provider')).runProvider(args, io),
  },
  plugin: {
    summary: 'install plugins, turn them on and off',
    run: async (args, io) => (await import('./plugin')).runPlugin(args, io),
  },
  backup: {
    summary: 'create, list, verify, restore and prune backups',
    run: async (args, io) => (await import('./backup')).runBackup(args, io),
  },
  database: {
    summary: 'copy the database from SQLite to PostgreSQL, or back',
    run: async (args, io) => (await import('./transfer/database')).runDatabase(args, io),
  },
  storage: {
    summary: 'copy thumbnails and uploads to an S3 bucket, or back',
    run: async (args, io) => (await import('./transfer/storage')).runStorage(args, io),
  },
  export: {
    summary: 'export user data, or everything, into a folder or ZIP file',
    run: async (args, io) => (await import('./transfer/export')).runExport(args, io),
  },
  import: {
    summary: 'import an export of Quire, or the data of another program',
    run: async (args, io) => (await import('./transfer/import')).runImport(args, io),
  },
  secrets: {
    summary: 'check stored credentials, and replace the encryption key',
    run: async (args, io) => (await import('./secrets')).runSecrets(args, io),
  },
  migrate: {
    summary: 'migrate the database',
    run: async (args, io) => (await import('./migrate')).runMigrate(args, io),
  },
  doctor: {
    summary: 'check the installation for problems',
    run: async (args, io) => (await import('./doctor/doctor')).runDoctor(args, io),
  },
  update: {
    summary: 'install a newer version of this program',
    run: async (args, io) => (await import('./update/update')).runUpdate(args, io),
  },
  rollback: {
    summary: 'undo the last update',
    run: async (args, io) => (await import('./update/rollback')).runRollback(args, io),
  },
  healthcheck: {
    summary: 'check the health of the running server',
    run: async (args, io) => (await import('./healthcheck')).runHealthcheck(args, io),
  },
  service: {
    summary: 'install or remove the systemd service',
    run: async (args, io) => (await import('./service/service')).runService(args, io),
  },
  openapi: {
    summary: 'print the API description (OpenAPI, JSON)',
    run: async (args, io) => (await import('./openapi')).runOpenapi(args, io),
  },
  worker: {
    summary: 'run background jobs for servers that use PostgreSQL',
    handlesSignals: true,
    run: async (args, io) => (await import('./server/worker')).runWorker(args, io),
  },
  'job-worker': {
    summary: '',
    handlesSignals: true,
    run: startedByServer(async () => (await import('./server/worker')).runJobWorker()),
  },
  decoder: {
    summary: '',
    handlesSignals: true,
    run: startedByServer(async () => {
      const { runDecoderChild } = await import('../media/decoding/decoder-child')
      runDecoderChild()
      await new Promise(() => undefined)
      return exitOk
    }),
  },
  confine: {
    summary: '',
    handlesSignals: true,
    run: async (args, io) =>
      (await import('../ingest/sandbox/confinement/confine')).runConfine(args, io),
  },
  version: {
    summary: 'print the version',
    run: async (args, io) => (await import('./about')).runVersion(args, io),
  },
  licenses: {
    summary: 'print the licenses of everything in this program',
    run: async (args, io) => (await import('./about')).runLicenses(args, io),
  },
}

/** Rejects manual starts of a command that would wait for its server forever, ignoring Ctrl+C. */
function startedByServer(run: () => Promise<number>): Command['run'] {
  return async (_, io) => {
    if (process.connected) return run()
    io.err('This command is started by the server.\n')
    return exitUsage
  }
}

/** Runs a command. Returns the exit code. */
export async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const [first = 'serve', ...rest] = args
  if (['help', '--help', '-h'].includes(first)) return help(io)
  if (['--version', '-v'].includes(first)) return runCommand(['version'], io)
  // Without a command, the flags belong to `serve`.
  if (first.startsWith('-')) return commands['serve']!.run(args, io)
  const command = Object.hasOwn(commands, first) ? commands[first] : undefined
  if (command) {
    if (!command.handlesSignals) endOnSignals()
    return command.run(rest, io)
  }
  io.err(`Unknown command "${first}". "quire help" lists all commands.\n`)
  return exitUsage
}

function help(io: CommandIo) {
  const lines = Object.entries(commands)
    .filter(([, { summary }]) => summary !== '')
    .map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`)
  io.out(`Quire, a media library server.

Usage: quire [command] [options]

${lines.join('\n')}

Run "quire <command> --help" for details.
`)
  return 0
}
