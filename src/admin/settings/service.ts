/** Settings that administrators change while the server runs. */
import type { AuditEntry } from '../../accounts/audit/model'
import { recordAudit, auditDetail } from '../../accounts/audit/record'
import { listEntriesAbout } from '../../accounts/audit/service'
import type { Viewer } from '../../accounts/permissions/model'
import { endPinSessions } from '../../accounts/users/quick-switch/service'
import type { Context } from '../../context'
import { type Detail, invalid, notFound, Refusal } from '../../errors'
import { getOption } from '../../platform/config/model'
import { findInstallationTime } from '../../platform/db/installation'
import type { Tx } from '../../platform/db/store'
import { valueMessages } from '../../platform/messages/common'
import { type Message, withText } from '../../platform/messages/message'
import {
  getSetting,
  isRunTimeKey,
  loadStoredSettings,
  parseStored,
  readStoredSettings,
  type RunTimeKey,
  runTimeKeys,
  type StoredSettings,
  storeSettings,
} from '../../platform/settings/settings'
import { settingMessages } from './messages'
import type {
  SettingBody,
  SettingChangeView,
  SettingsBody,
  SettingView,
  SetupSettingsBody,
} from './model'
import { buildSettingView, findReadOnlyReason, getSettingId, getType, toText } from './setting-view'

export async function listSettings(ctx: Context, category?: string): Promise<SettingView[]> {
  const keys = runTimeKeys.filter((key) => !category || key.startsWith(`${category}.`))
  return viewSettings(ctx, keys)
}

export async function getSettingView(ctx: Context, name: string): Promise<SettingView> {
  const [view] = await viewSettings(ctx, [requireKey(name)])
  return view!
}

async function viewSettings(ctx: Context, keys: readonly RunTimeKey[]): Promise<SettingView[]> {
  const stored = await readStoredSettings(ctx.db)
  const installedAt = (await findInstallationTime(ctx.db)) ?? new Date(0)
  return keys.map((key) => buildSettingView(ctx.config, stored, { key, installedAt }))
}

export async function changeSetting(
  ctx: Context,
  viewer: Viewer,
  name: string,
  { value, changeReason }: SettingBody,
): Promise<SettingView> {
  const key = requireKey(name)
  refuseFixed(ctx, key)
  const problem = findProblem(key, value)
  if (problem) throw invalid(settingMessages.invalid(), [{ path: 'value', message: problem }])
  await storeChanges(ctx, viewer, [{ key, text: value.trim() }], changeReason)
  return getSettingView(ctx, key)
}

/** Saves all values or none. */
export async function changeSettings(
  ctx: Context,
  viewer: Viewer,
  { updates, changeReason }: SettingsBody,
): Promise<SettingView[]> {
  const changes = updates.map(({ key, value }) => ({ key: requireKey(key), text: value.trim() }))
  for (const { key } of changes) refuseFixed(ctx, key)
  const problems = changes.flatMap(({ key, text }, index): Detail[] => {
    const message = findProblem(key, text)
    return message ? [{ path: `updates.${index}.value`, message }] : []
  })
  if (problems.length > 0) throw invalid(settingMessages.invalid(), problems)
  await storeChanges(ctx, viewer, changes, changeReason)
  return viewSettings(ctx, [...new Set(changes.map(({ key }) => key))])
}

const maxSetupSettings = 50

/** Saves all values or none. Used by installers after the first account was created. */
export async function configureSettings(
  ctx: Context,
  viewer: Viewer,
  { settings, skipConfiguration }: SetupSettingsBody,
) {
  const updates = Object.entries(settings).map(([key, value]) => ({ key, value }))
  if (updates.length > maxSetupSettings)
    throw invalid(settingMessages.too_many({ max: maxSetupSettings }))
  const saved = skipConfiguration ? [] : await changeSettings(ctx, viewer, { updates })
  const message = saved.length > 0 ? settingMessages.saved() : settingMessages.unchanged()
  return { ...withText(message), settingsConfigured: saved.length }
}

export async function resetSetting(
  ctx: Context,
  viewer: Viewer,
  name: string,
): Promise<SettingView> {
  const key = requireKey(name)
  refuseFixed(ctx, key)
  await storeChanges(ctx, viewer, [{ key, text: null }], null)
  return getSettingView(ctx, key)
}

interface Change {
  key: RunTimeKey
  /** The value as text, or null for the default. */
  text: string | null
}

async function storeChanges(
  ctx: Context,
  viewer: Viewer,
  changes: readonly Change[],
  reason: string | null | undefined,
) {
  await ctx.write(async (tx) => {
    const stored = { ...(await loadStoredSettings(tx)) }
    for (const change of changes) await applyChange(ctx, tx, { viewer, stored, change, reason })
    await storeSettings(tx, stored)
  })
}

interface ChangeContext {
  viewer: Viewer
  stored: StoredSettings
  change: Change
  reason: string | null | undefined
}

async function applyChange(
  ctx: Context,
  tx: Tx,
  { viewer, stored, change: { key, text }, reason }: ChangeContext,
) {
  const before = toText(parseStored(stored, key))
  const version = (stored[key]?.version ?? 0) + 1
  const updatedAt = ctx.clock.now().toISOString()
  stored[key] = { text, version, updatedAt, updatedBy: viewer.userId }
  const after = toText(parseStored(stored, key))
  if (before === after) return
  if (key === 'auth.quick_switch' && after === 'false') await endPinSessions(ctx, tx)
  await recordAudit(ctx, tx, viewer, {
    action: 'change_setting',
    target: { kind: 'setting', id: key, name: key },
    changes: [{ name: key, before, after }, ...(reason ? [auditDetail('reason', reason)] : [])],
  })
}

function requireKey(name: string): RunTimeKey {
  if (isRunTimeKey(name)) return name
  throw notFound(settingMessages.not_found())
}

function refuseFixed(ctx: Context, key: RunTimeKey) {
  const reason = findReadOnlyReason(ctx.config, key)
  if (reason) throw new Refusal('conflict', reason)
}

function findProblem(key: RunTimeKey, text: string): Message | undefined {
  const option = getOption(key)
  if ('value' in option.parse(text, '/')) return undefined
  const { min, max } = option.range ?? { min: 0, max: option.maxLength ?? 0 }
  switch (getType(key)) {
    case 'boolean':
      return valueMessages.boolean()
    case 'integer':
      return valueMessages.integer_between({ min, max })
    case 'color':
      return settingMessages.invalid_color()
    case 'string':
      if (text.trim() === '') return valueMessages.empty()
      return text.trim().length > max
        ? valueMessages.max_length({ max })
        : valueMessages.bad_characters()
  }
}

/** Lists the latest changes of a setting, newest first. */
export async function listSettingChanges(
  ctx: Context,
  name: string,
  limit: number,
): Promise<SettingChangeView[]> {
  const key = requireKey(name)
  const entries = await listEntriesAbout(ctx, { kind: 'setting', id: key }, limit)
  return entries.map((entry) => buildChangeView(key, entry))
}

function buildChangeView(key: RunTimeKey, entry: AuditEntry): SettingChangeView {
  const change = entry.changes.find(({ name }) => name === key)
  return {
    id: entry.id,
    settingId: getSettingId(key),
    key,
    oldValue: change?.before ?? '',
    newValue: change?.after ?? '',
    changedBy: entry.userId,
    changedByName: entry.username,
    changedAt: entry.at,
    changeReason: entry.changes.find(({ name }) => name === 'reason')?.after ?? null,
    ipAddress: entry.address,
  }
}

export const getBranding = async (ctx: Context) => ({
  applicationName: await getSetting(ctx, 'branding.name'),
  accentColor: (await getSetting(ctx, 'branding.color')) ?? null,
})

/** Returns the branding settings, keyed by name. */
export async function listPublicSettings(ctx: Context) {
  const views = await listSettings(ctx, 'branding')
  return Object.fromEntries(views.map(({ key, value }) => [key, { key, value }]))
}
