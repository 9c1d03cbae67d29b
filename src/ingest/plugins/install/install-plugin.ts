/** Installs and updates plugins. Packages are only unpacked: no code runs outside the sandbox. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Viewer } from '../../../accounts/permissions/model'
import { refuseApiKey } from '../../../accounts/permissions/permission-rules'
import { Refusal } from '../../../errors'
import type { Context } from '../../../context'
import { findBuiltInByName, getProviderId } from '../../providers/providers'
import type { Manifest } from '../manifest'
import { pluginLogMessages, pluginMessages } from '../messages'
import type { CreatePluginBody, InstallPluginForm, PluginStatusView } from '../model'
import { auditPlugin } from '../plugin-audit'
import { listMissingSettings } from '../plugin-config'
import { openCredentials } from '../plugin-credentials'
import { auditDetail } from '../../../accounts/audit/record'
import { allWrites } from '../metadata/write-permissions'
import { buildStatus, requirePluginsEnabled } from '../plugins'
import {
  changeInstalled,
  getCodeFolder,
  getPluginsFolder,
  readPackageName,
} from '../files/plugin-folders'
import { endProgram, requireConfinement } from '../programs/plugin-programs'
import { findPluginRow, type PluginRow, upsertPluginRow } from '../queries'
import { type Package, readPluginPackage } from './package-archive'
import {
  deleteAbandoned,
  deleteOldVersions,
  incomingPrefix,
  moveInto,
  writeFiles,
} from './package-files'
import { computeIntegrity, downloadPackage, isPackageName } from './package-registry'
import { readIntroduction } from './read-introduction'
import { invalidBody } from '../../../platform/http/validation'

interface Origin {
  /** Name in the registry, or null for an uploaded archive. */
  packageName: string | null
  /** Name that the administrator chose for the plugin, if any. */
  name: string | undefined
  displayName?: string | undefined
  isUnconfinedAllowed: boolean
}

export async function installUpload(
  ctx: Context,
  viewer: Viewer,
  { file, name, allowUnconfined }: InstallPluginForm,
): Promise<PluginStatusView> {
  checkInstall(ctx, viewer)
  const isUnconfinedAllowed = allowUnconfined === 'true'
  const origin = { packageName: null, name, isUnconfinedAllowed }
  return installArchive(ctx, viewer, await file.bytes(), origin)
}

/** Installs an archive from this machine instead of the registry. */
export async function installFile(
  ctx: Context,
  viewer: Viewer,
  archive: Uint8Array,
  origin: Pick<Origin, 'name' | 'isUnconfinedAllowed'>,
): Promise<PluginStatusView> {
  checkInstall(ctx, viewer)
  return installArchive(ctx, viewer, archive, { packageName: null, ...origin })
}

/** Commands that users may copy along with the package name. */
const runners: ReadonlySet<string> = new Set(['npx', 'node', 'bun', 'bunx'])

export async function installFromRegistry(
  ctx: Context,
  viewer: Viewer,
  { name, displayName, command, args = [], allowUnconfined = false }: CreatePluginBody,
): Promise<PluginStatusView> {
  checkInstall(ctx, viewer)
  const packageName = args.find((one) => !one.startsWith('-'))
  const isKnown = runners.has(command) && packageName !== undefined && isPackageName(packageName)
  if (!isKnown) throw new Refusal('forbidden', pluginMessages.unknown_command())
  const archive = await downloadPackage(ctx, packageName)
  const origin = { packageName, name, displayName, isUnconfinedAllowed: allowUnconfined }
  return installArchive(ctx, viewer, archive, origin)
}

export function checkInstall(ctx: Context, viewer: Viewer) {
  refuseApiKey(viewer, pluginMessages.key_cannot_manage())
  requirePluginsEnabled(ctx)
}

async function installArchive(
  ctx: Context,
  viewer: Viewer,
  archive: Uint8Array,
  origin: Origin,
): Promise<PluginStatusView> {
  await requireConfinement(ctx, origin)
  const unpacked = await readPluginPackage(archive)
  const integrity = computeIntegrity(archive)
  await deleteAbandoned(ctx)
  const folder = `${incomingPrefix}${crypto.randomUUID()}`
  try {
    const trial = { name: folder, integrity, entry: unpacked.entry }
    await writeFiles(getCodeFolder(ctx, trial), unpacked)
    const { isUnconfinedAllowed } = origin
    const manifest = await readIntroduction(ctx, { ...trial, isUnconfinedAllowed }, unpacked)
    const name = chooseName(origin, manifest)
    const installed = { name, integrity, manifest, unpacked, origin }
    return await changeInstalled(async () => {
      await requireSamePackage(ctx, installed)
      await moveInto(getCodeFolder(ctx, trial), getCodeFolder(ctx, { name, integrity }))
      return storePlugin(ctx, viewer, installed)
    })
  } finally {
    await rm(join(getPluginsFolder(ctx), folder), { recursive: true, force: true })
  }
}

const namePattern = /^[a-z0-9][a-z0-9.-]{0,59}$/

/** Names of Quire's own providers are reserved. */
function chooseName({ name: chosen }: Origin, manifest: Manifest): string {
  const name =
    chosen ??
    manifest.name
      .toLowerCase()
      .replace(/^.*\//, '')
      .replaceAll(/[^a-z0-9.-]+/g, '-')
      .replace(/^[.-]+/, '')
      .slice(0, 60)
  if (!namePattern.test(name)) throw refuseName(pluginMessages.name_invalid())
  const isTaken = findBuiltInByName(name) !== undefined || name === 'quire'
  if (isTaken) throw refuseName(pluginMessages.name_taken({ name }))
  return name
}

const refuseName = (message: ReturnType<typeof pluginMessages.name_invalid>) =>
  invalidBody('name', message)

interface InstalledPackage {
  name: string
  integrity: string
  manifest: Manifest
  unpacked: Package
  origin: Origin
}

/**
 * An update keeps the plugin's credentials, hosts and permissions. A different package may take
 * them over only if an administrator entered the plugin's name.
 */
async function requireSamePackage(
  ctx: Context,
  { name, unpacked, origin }: InstalledPackage,
): Promise<void> {
  const before = await findPluginRow(ctx.db, getProviderId(name))
  if (!before || origin.name !== undefined) return
  const nameBefore = readOriginName(before) ?? (await readPackageName(ctx, before))
  const isSame = nameBefore === (readOriginName(origin) ?? unpacked.name)
  if (!isSame) throw refuseName(pluginMessages.name_taken({ name }))
}

/** Returns the name in the registry, without a version. */
const readOriginName = ({ packageName }: Pick<Origin, 'packageName'>) =>
  packageName?.replace(/(?<=.)@.*$/, '')

async function storePlugin(
  ctx: Context,
  viewer: Viewer,
  { name, integrity, manifest, unpacked, origin }: InstalledPackage,
): Promise<PluginStatusView> {
  const id = getProviderId(name)
  const now = ctx.clock.now()
  const { version, entry } = unpacked
  const { row, isNew } = await ctx.write(async (tx) => {
    const before = await findPluginRow(tx, id)
    const kept = before ? keepSettings(before) : buildFirstSettings(manifest, now)
    const stored = await upsertPluginRow(tx, {
      ...kept,
      id,
      name,
      displayName: origin.displayName ?? before?.displayName ?? manifest.displayName,
      packageName: origin.packageName,
      version,
      integrity,
      entry,
      manifest,
      previous: findPrevious(before, integrity),
      isUnconfinedAllowed: origin.isUnconfinedAllowed || (before?.isUnconfinedAllowed ?? false),
      updatedAt: now,
    })
    const changes = [auditDetail('version', version)]
    await auditPlugin(ctx, tx, viewer, { plugin: stored, action: 'install_plugin', changes })
    return { row: stored, isNew: !before }
  })
  await endProgram(ctx, id)
  await deleteOldVersions(ctx, row)
  ctx.log.info({ plugin: name, version, userId: viewer.userId }, pluginLogMessages.installed())
  const params = { plugin: row.displayName, version }
  const settings = listMissingSettings(row, Object.keys(await openCredentials(ctx, row)))
  const installed = isNew ? pluginMessages.installed(params) : pluginMessages.updated(params)
  const message =
    settings.length > 0
      ? pluginMessages.installed_without_settings({ ...params, settings: settings.join(', ') })
      : installed
  return buildStatus(ctx, row, message)
}

/**
 * Builds the initial settings. The plugin stays disabled until an administrator has reviewed its
 * permissions.
 */
const buildFirstSettings = (manifest: Manifest, now: Date) => ({
  description: manifest.description,
  enabled: false,
  permissions: manifest.capabilities.metadataProvider.length > 0 ? [allWrites] : [],
  hosts: [],
  requestedHosts: [],
  config: {},
  createdAt: now,
})

const keepSettings = (before: PluginRow) => ({
  description: before.description,
  enabled: before.enabled,
  permissions: before.permissions,
  hosts: before.hosts,
  requestedHosts: before.requestedHosts,
  config: before.config,
  createdAt: before.createdAt,
})

function findPrevious(before: PluginRow | undefined, integrity: string): PluginRow['previous'] {
  if (!before) return null
  if (before.integrity === integrity) return before.previous
  return { version: before.version, integrity: before.integrity, entry: before.entry }
}
