/**
 * `quire plugin …`: lists, installs, tests and removes plugins, turns them on and off, and allows
 * them to reach hosts.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { system } from '../accounts/permissions/model'
import type { Context } from '../context'
import { Refusal } from '../errors'
import { installFile } from '../ingest/plugins/install/install-plugin'
import type { PluginView } from '../ingest/plugins/model'
import { disablePlugin, listPlugins, patchPlugin, removePlugin } from '../ingest/plugins/plugins'
import { endPrograms } from '../ingest/plugins/programs/plugin-programs'
import { enablePlugin, testPlugin } from '../ingest/plugins/try-plugin'
import { connectPlugins } from '../ingest/releases/plugin-sources/release-calls'
import { configFlags, configFlagsHelp } from '../platform/config/sources/flags'
import { renderMessage } from '../platform/messages/message'
import { parseCommandArgs } from './arguments'
import type { CommandIo } from './config'
import { exitFailure, exitOk, exitUsage } from './exit-codes'
import { loadSettings, openQuietLog, reportError } from './server/command'

const help = `Usage: quire plugin list
       quire plugin install PATH [--name NAME] [--allow-unconfined]
       quire plugin allow NAME HOST...
       quire plugin enable | disable | test | remove NAME

PATH is the archive of a package (.tgz or .zip), or its folder. A new plugin is off and
cannot reach any host. "allow" adds hosts that it can reach. The server can keep running.

      --name NAME           name in Quire (default: the plugin's own name)
      --allow-unconfined    run it even if this system cannot confine it
${configFlagsHelp}`

const options = {
  ...configFlags,
  name: { type: 'string' },
  'allow-unconfined': { type: 'boolean' },
} as const

interface Action {
  ctx: Context
  words: readonly string[]
  name: string | undefined
  isUnconfinedAllowed: boolean
  out: CommandIo['out']
}

export async function runPlugin(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help, takesWords: true })
  if ('exit' in parsed) return parsed.exit
  const { values, positionals } = parsed
  const [action = '', ...words] = positionals
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!run || (action !== 'list' && words.length === 0)) {
    io.err(help)
    return exitUsage
  }
  try {
    const loaded = loadSettings(values, io)
    const { openAppContext } = await import('./server/app-context')
    connectPlugins()
    const { ctx, close } = await openAppContext(loaded.config, openQuietLog(loaded, io))
    const isUnconfinedAllowed = values['allow-unconfined'] ?? false
    try {
      return await run({ ctx, words, name: values.name, isUnconfinedAllowed, out: io.out })
    } finally {
      await endPrograms(ctx)
      await close()
    }
  } catch (error) {
    if (!(error instanceof Refusal)) return reportError(error, io)
    const details = (error.details ?? []).map(
      ({ path, message }) => `${path}: ${renderMessage(message)}\n`,
    )
    io.err(`${error.message}\n${details.join('')}`)
    return exitFailure
  }
}

const actions: Readonly<Record<string, (action: Action) => Promise<number>>> = {
  list: async ({ ctx, out }) => {
    for (const one of await listInstalled(ctx)) out(describe(one))
    return exitOk
  },
  install: async ({ ctx, words: [path = ''], name, isUnconfinedAllowed, out }) => {
    const archive = await readArchive(path)
    const { plugin, message } = await installFile(ctx, system, archive, {
      name,
      isUnconfinedAllowed,
    })
    out(`${message}\n${describe(plugin)}`)
    return exitOk
  },
  allow: async ({ ctx, words: [name = '', ...hosts], out }) => {
    const { id, hosts: allowed } = await requireNamed(ctx, name)
    out(describe(await patchPlugin(ctx, system, id, { hosts: [...allowed, ...hosts] })))
    return exitOk
  },
  enable: async ({ ctx, words: [name = ''], out }) => {
    const { id } = await requireNamed(ctx, name)
    const { message, healthCheckPassed } = await enablePlugin(ctx, system, id)
    out(`${message}\n`)
    return healthCheckPassed === true ? exitOk : exitFailure
  },
  disable: async ({ ctx, words: [name = ''], out }) => {
    const { message } = await disablePlugin(ctx, system, (await requireNamed(ctx, name)).id)
    out(`${message}\n`)
    return exitOk
  },
  test: async ({ ctx, words: [name = ''], out }) => {
    const { id } = await requireNamed(ctx, name)
    const { success, message, manifest } = await testPlugin(ctx, system, id)
    out(`${message}\n`)
    if (manifest) out(`${JSON.stringify(manifest, null, 2)}\n`)
    return success ? exitOk : exitFailure
  },
  remove: async ({ ctx, words: [name = ''], out }) => {
    await removePlugin(ctx, system, (await requireNamed(ctx, name)).id)
    out(`Removed ${name}.\n`)
    return exitOk
  },
}

const listInstalled = async (ctx: Context) =>
  (await listPlugins(ctx)).plugins.filter(({ pluginType }) => pluginType === 'system')

async function requireNamed(ctx: Context, name: string): Promise<PluginView> {
  const plugins = await listInstalled(ctx)
  const plugin = plugins.find((one) => one.name === name)
  if (plugin) return plugin
  const names = plugins.map((one) => one.name).join(', ') || 'none'
  throw new Error(`There is no plugin "${name}". Installed: ${names}.`)
}

const describe = ({ name, version, enabled, healthStatus, hosts, requestedHosts }: PluginView) =>
  `${name.padEnd(28)} ${(version ?? '').padEnd(10)} ${enabled ? healthStatus : 'off'}` +
  `  hosts: ${hosts.join(', ') || 'none'}` +
  `${requestedHosts.length > 0 ? `, asks for ${requestedHosts.join(', ')}` : ''}\n`

/** Reads a plugin file, or packs a folder as the registry does. */
async function readArchive(path: string): Promise<Uint8Array> {
  if (!(await stat(path)).isDirectory()) return readFile(path)
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files: Record<string, Uint8Array> = {}
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    const name = relative(path, file).split(sep).join('/')
    const isLeftOut = /^(node_modules|\.git)\//.test(name)
    if (entry.isFile() && !isLeftOut) files[`package/${name}`] = await readFile(file)
  }
  return new Bun.Archive(files, { compress: 'gzip' }).bytes()
}
