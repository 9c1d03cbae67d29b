/**
 * Values that the programs of plugins store: for each program, at most 100 keys of 1 MiB each, and
 * 10 MiB in total.
 */
import { and, asc, eq, gt, isNull, lte, ne, or, sum } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Db, Tx } from '../../../platform/db/store'
import type { JsonObject } from '../../providers/text/read-json'
import { RpcError } from '../../sandbox/model'
import { pluginValues } from '../schema'

export interface PluginCaller {
  readonly id: string
  readonly name: string
  /** Connection ID of a user's own program, or empty for the shared program. */
  readonly owner: string
}

/** Handles a call from a plugin. Throws an `RpcError`, which the plugin receives. */
export type PluginCall = (
  ctx: Context,
  plugin: PluginCaller,
  params: JsonObject,
) => Promise<unknown>

const maxKeys = 100
const maxValueBytes = 1024 * 1024
const maxTotalBytes = 10 * 1024 * 1024
const maxKeyLength = 200
const invalidParams = -32_602

const refuse = (message: string) => new RpcError(invalidParams, message)

function readKey({ key }: JsonObject): string {
  const isKey = typeof key === 'string' && key !== '' && key.length <= maxKeyLength
  // PostgreSQL cannot store NUL characters.
  if (isKey && key.isWellFormed() && !key.includes('\0')) return key
  throw refuse(`a key has 1 to ${maxKeyLength} characters, and no NUL`)
}

type Owner = Pick<PluginCaller, 'id' | 'owner'>

const isOwned = ({ id, owner }: Owner) =>
  and(eq(pluginValues.pluginId, id), eq(pluginValues.owner, owner))
const isOf = (caller: Owner, key: string) => and(isOwned(caller), eq(pluginValues.key, key))
const isCurrent = (now: Date) => or(isNull(pluginValues.expiresAt), gt(pluginValues.expiresAt, now))

const getValue: PluginCall = async (ctx, caller, params) => {
  const [row] = await ctx.db
    .select()
    .from(pluginValues)
    .where(and(isOf(caller, readKey(params)), isCurrent(ctx.clock.now())))
  if (!row) return { data: null }
  const expiresAt = row.expiresAt?.toISOString()
  return { data: JSON.parse(row.value) as unknown, ...(expiresAt !== undefined && { expiresAt }) }
}

const setValue: PluginCall = async (ctx, { id: pluginId, owner }, params) => {
  const key = readKey(params)
  const value = JSON.stringify(params['data'] ?? null)
  const bytes = Buffer.byteLength(value)
  if (bytes > maxValueBytes) throw refuse(`a value has at most ${maxValueBytes} bytes`)
  const expiresAt = readExpiry(params['expiresAt'])
  await ctx.writeBulk((tx) =>
    storeValue(ctx, tx, { pluginId, owner, key, value, bytes, expiresAt }),
  )
  return { success: true }
}

function readExpiry(value: unknown): Date | null {
  if (value === undefined || value === null) return null
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) throw refuse('expiresAt is no time')
  return new Date(time)
}

type Value = Pick<
  typeof pluginValues.$inferSelect,
  'pluginId' | 'owner' | 'key' | 'value' | 'bytes' | 'expiresAt'
>

async function storeValue(ctx: Context, tx: Tx, value: Value) {
  const { pluginId, owner, key } = value
  const ofPlugin = isOwned({ id: pluginId, owner })
  const now = ctx.clock.now()
  await tx.delete(pluginValues).where(and(ofPlugin, lte(pluginValues.expiresAt, now)))
  await tx.delete(pluginValues).where(isOf({ id: pluginId, owner }, key))
  if ((await tx.$count(pluginValues, ofPlugin)) >= maxKeys) {
    throw refuse(`a plugin has at most ${maxKeys} keys`)
  }
  const [total] = await tx
    .select({ bytes: sum(pluginValues.bytes) })
    .from(pluginValues)
    .where(ofPlugin)
  if (Number(total?.bytes ?? 0) + value.bytes > maxTotalBytes) {
    throw refuse(`a plugin keeps at most ${maxTotalBytes} bytes`)
  }
  await tx.insert(pluginValues).values({ ...value, createdAt: now, updatedAt: now })
}

const deleteValue: PluginCall = async (ctx, caller, params) => {
  const key = readKey(params)
  const deleted = await ctx.writeBulk((tx) =>
    tx.delete(pluginValues).where(isOf(caller, key)).returning({ key: pluginValues.key }),
  )
  return { deleted: deleted.length > 0 }
}

const listValues: PluginCall = async (ctx, caller) => {
  const { key: name, expiresAt: until, updatedAt: at } = pluginValues
  const rows = await ctx.db
    .select({ key: name, expiresAt: until, updatedAt: at })
    .from(pluginValues)
    .where(and(isOwned(caller), isCurrent(ctx.clock.now())))
    .orderBy(asc(pluginValues.key))
  const keys = rows.map(({ key, expiresAt, updatedAt }) => ({
    key,
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    updatedAt: updatedAt.toISOString(),
  }))
  return { keys }
}

const clearValues: PluginCall = async (ctx, caller) => {
  const deleted = await ctx.writeBulk((tx) =>
    tx.delete(pluginValues).where(isOwned(caller)).returning({ key: pluginValues.key }),
  )
  return { deletedCount: deleted.length }
}

/** Lists the connection IDs of users' programs that have stored values. */
export async function listOwners(db: Db, pluginId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ owner: pluginValues.owner })
    .from(pluginValues)
    .where(and(eq(pluginValues.pluginId, pluginId), ne(pluginValues.owner, '')))
  return rows.map(({ owner }) => owner)
}

export const deleteValuesOf = (tx: Tx, caller: Owner) =>
  tx.delete(pluginValues).where(isOwned(caller))

export const storageCalls: Readonly<Record<string, PluginCall>> = {
  'storage/get': getValue,
  'storage/set': setValue,
  'storage/delete': deleteValue,
  'storage/list': listValues,
  'storage/clear': clearValues,
}
