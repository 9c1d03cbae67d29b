/** User preferences for display and reading, either general or for one library, series or book. */
import { Value } from '@sinclair/typebox/value'
import { getVisibleBook } from '../../catalog/books/service'
import type { Context } from '../../context'
import { type Detail, invalid, notFound } from '../../errors'
import { validate, invalidBody } from '../../platform/http/validation'
import { requireLibrary } from '../../catalog/libraries/service'
import { getIdentity } from '../../catalog/series/service'
import type { Viewer } from '../../accounts/permissions/model'
import {
  isAllowedScope,
  type PreferenceKey,
  preferenceKeys,
  getValueSchema,
  profileKey,
  type Scope,
  seenKeys,
} from './preference-keys'
import {
  type PreferenceValues,
  type PreferenceView,
  type ScopedView,
  type ScopeQuery,
  preferencesUpdated,
} from './model'
import { findProfile } from './profiles/queries'
import type { Tx } from '../../platform/db/store'
import { deletePreferences, findPreferences, storePreference, type Target } from './queries'
import { requestMessages } from '../../platform/messages/common'
import { preferenceMessages } from './messages'
import { withText } from '../../platform/messages/message'

export async function getScopedPreferences(ctx: Context, viewer: Viewer, query: ScopeQuery) {
  const place = await requireTarget(ctx, viewer, query)
  return buildScopedView(ctx, viewer, place)
}

/** Changes the given preferences and keeps all others. */
export async function updateScopedPreferences(
  ctx: Context,
  viewer: Viewer,
  { query, values }: { query: ScopeQuery; values: PreferenceValues },
): Promise<ScopedView> {
  const place = await requireTarget(ctx, viewer, query)
  requireScope(place.scope, values)
  await storeAndPublish(ctx, viewer, place, values)
  return buildScopedView(ctx, viewer, place)
}

/** Replaces all preferences of the scope, except those that record what the user has seen. */
export async function replaceScopedPreferences(
  ctx: Context,
  viewer: Viewer,
  { query, values }: { query: ScopeQuery; values: PreferenceValues },
): Promise<ScopedView> {
  const settings = Object.keys(preferenceKeys).filter((key) => !seenKeys.has(key))
  const none = Object.fromEntries(settings.map((key) => [key, null]))
  const place = await requireTarget(ctx, viewer, query)
  requireScope(place.scope, values)
  await storeAndPublish(ctx, viewer, place, { ...none, ...values })
  return buildScopedView(ctx, viewer, place)
}

export async function listOwnPreferences(ctx: Context, viewer: Viewer): Promise<PreferenceView[]> {
  const rows = await findPreferences(ctx.db, viewer.userId, ['user'])
  return rows.map(buildPreferenceView)
}

export async function updateOwnPreferences(ctx: Context, viewer: Viewer, values: PreferenceValues) {
  await storeAndPublish(ctx, viewer, globalScope, values)
  const own = await listOwnPreferences(ctx, viewer)
  const named = own.filter(({ key }) => Object.hasOwn(values, key))
  return { updated: Object.keys(values).length, preferences: named }
}

export async function getOwnPreference(
  ctx: Context,
  viewer: Viewer,
  key: string,
): Promise<PreferenceView> {
  const found = (await listOwnPreferences(ctx, viewer)).find((one) => one.key === key)
  if (!found) throw notFound(preferenceMessages.not_found())
  return found
}

export async function setOwnPreference(ctx: Context, viewer: Viewer, key: string, value: unknown) {
  const schema = getValueSchema(key)
  if (!schema) throw notFound(preferenceMessages.not_found())
  const flaws = validate(schema, value)
  if (flaws.length > 0) {
    throw invalid(
      requestMessages.body_invalid(),
      flaws.map(({ path, message }) => ({ path: withinValue(path), message })),
    )
  }
  await storeAndPublish(ctx, viewer, globalScope, { [key]: value })
  return getOwnPreference(ctx, viewer, key)
}

const withinValue = (path: string) => (path === '' ? 'value' : `value.${path}`)

export async function deleteOwnPreference(ctx: Context, viewer: Viewer, key: string) {
  const place = { userId: viewer.userId, target: 'user' }
  const removed = await ctx.writeForUser(viewer.userId, (tx) => deletePreferences(tx, place, [key]))
  if (removed > 0) publishUpdate(ctx, viewer)
  const deleted = removed > 0
  return {
    deleted,
    ...withText(deleted ? preferenceMessages.removed() : preferenceMessages.not_set()),
  }
}

interface PreferenceScope {
  scope: Scope
  id: string | null
  target: Target
}

const globalScope: PreferenceScope = { scope: 'user', id: null, target: { target: 'user' } }

/**
 * Throws unless the viewer can see the target, because preferences must not reveal that it exists.
 */
async function requireTarget(ctx: Context, viewer: Viewer, { scope = 'user', id }: ScopeQuery) {
  if (scope === 'user' && id === undefined) return globalScope
  if (scope === 'user' || id === undefined) {
    const message =
      scope === 'user'
        ? preferenceMessages.id_not_allowed()
        : preferenceMessages.id_required({ scope })
    throw invalid(requestMessages.query_invalid(), [{ path: 'id', message }])
  }
  const member = { library: 'libraryId', series: 'seriesId', book: 'bookId' } as const
  if (scope === 'library') await requireLibrary(ctx, viewer, id)
  if (scope === 'series') await getIdentity(ctx.db, viewer, id)
  if (scope === 'book') await getVisibleBook(ctx, viewer, id)
  return { scope, id, target: { target: id, [member[scope]]: id } }
}

async function storeAndPublish(
  ctx: Context,
  viewer: Viewer,
  { target }: PreferenceScope,
  values: PreferenceValues,
) {
  const { userId } = viewer
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const taken = given.flatMap(([key, value]) => (value === null ? [key] : []))
  const now = ctx.clock.now()
  await ctx.writeForUser(userId, async (tx) => {
    await requireKnownProfile(tx, userId, values[profileKey])
    await deletePreferences(tx, { userId, target: target.target }, taken)
    for (const [key, value] of given) {
      if (value !== null) await storePreference(tx, { userId, target }, { key, value, now })
    }
  })
  publishUpdate(ctx, viewer)
}

async function requireKnownProfile(tx: Tx, userId: string, id: string | null | undefined) {
  if (id === null || id === undefined || (await findProfile(tx, userId, id))) return
  const message = preferenceMessages.profile_not_found()
  throw invalidBody(`preferences.${profileKey}`, message)
}

/** Notifies the user's other open pages and devices. */
const publishUpdate = (ctx: Context, { userId }: Viewer) =>
  ctx.bus.publish(preferencesUpdated, { userId })

function requireScope(scope: Scope, values: PreferenceValues) {
  const details = Object.keys(values).flatMap((key): Detail[] =>
    isAllowedScope(key as PreferenceKey, scope)
      ? []
      : [{ path: `preferences.${key}`, message: preferenceMessages.wrong_scope({ scope }) }],
  )
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
}

async function buildScopedView(
  ctx: Context,
  viewer: Viewer,
  { scope, id, target }: PreferenceScope,
) {
  const rows = await findPreferences(ctx.db, viewer.userId, [target.target])
  const values = Object.fromEntries(rows.filter(isKnown).map(({ key, value }) => [key, value]))
  return { scope, id, preferences: values as ScopedView['preferences'] }
}

/** Returns false for keys of older versions that no longer exist, and for invalid values. */
const isKnown = ({ key, value }: { key: string; value: unknown }) => {
  const schema = getValueSchema(key)
  return schema !== undefined && Value.Check(schema, value)
}

type Row = Awaited<ReturnType<typeof findPreferences>>[number]

const buildPreferenceView = ({ key, value, updatedAt }: Row): PreferenceView => ({
  key,
  value,
  valueType: getTypeName(value),
  updatedAt,
})

function getTypeName(value: unknown): PreferenceView['valueType'] {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  return 'json'
}
