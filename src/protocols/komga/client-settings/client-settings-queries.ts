/**
 * Queries for settings that apps store: those of a single user, and global ones that administrators
 * set for all users.
 */
import { and, asc, eq, inArray, notInArray } from 'drizzle-orm'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { komgaMessages } from '../messages'
import { clientSettings } from './schema'

export const maxClientSettings = 200

export interface ClientSetting {
  value: string
  /** Set only for global settings. */
  allowUnauthorized?: boolean | null
}

/** The owner of the settings: a user, or all users for global settings. */
export type SettingScope = { userId: string } | 'global'

const getTarget = (scope: SettingScope) => (scope === 'global' ? scope : scope.userId)

const isIn = (scope: SettingScope) => eq(clientSettings.target, getTarget(scope))

/** `onlyPublic`: return only settings that clients may read without signing in. */
export async function listClientSettings(
  { db }: Pick<Context, 'db'>,
  scope: SettingScope,
  { onlyPublic = false } = {},
): Promise<Record<string, ClientSetting>> {
  const isPublic = onlyPublic ? eq(clientSettings.allowUnauthorized, true) : undefined
  const rows = await db
    .select()
    .from(clientSettings)
    .where(and(isIn(scope), isPublic))
    .orderBy(asc(clientSettings.key))
  return Object.fromEntries(
    rows.map(({ key, value, allowUnauthorized }) => [
      key,
      { value, allowUnauthorized: scope === 'global' ? allowUnauthorized : null },
    ]),
  )
}

/** Sets the given settings and keeps all others. */
export const storeClientSettings = (
  ctx: Context,
  scope: SettingScope,
  settings: Readonly<Record<string, ClientSetting>>,
) =>
  ctx.write(async (tx) => {
    const keys = Object.keys(settings)
    if (keys.length === 0) return
    const others = and(isIn(scope), notInArray(clientSettings.key, keys))
    if ((await tx.$count(clientSettings, others)) + keys.length > maxClientSettings)
      throw new Refusal('conflict', komgaMessages.client_settings_full({ max: maxClientSettings }))
    for (const [key, { value, ...setting }] of Object.entries(settings)) {
      const userId = scope === 'global' ? null : scope.userId
      const allowUnauthorized = userId === null && setting.allowUnauthorized === true
      await tx
        .insert(clientSettings)
        .values({ target: getTarget(scope), userId, key, value, allowUnauthorized })
        .onConflictDoUpdate({
          target: [clientSettings.target, clientSettings.key],
          set: { value, allowUnauthorized },
        })
    }
  })

/** Ignores settings that do not exist. */
export const deleteClientSettings = (ctx: Context, scope: SettingScope, keys: readonly string[]) =>
  ctx.write(async (tx) => {
    if (keys.length === 0) return
    await tx.delete(clientSettings).where(and(isIn(scope), inArray(clientSettings.key, [...keys])))
  })
