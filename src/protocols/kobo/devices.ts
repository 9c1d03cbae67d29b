/** Kobo e-readers of users, the keys in their URLs, and the books that were deleted on them. */
import { refuseChangeWhileViewing } from '../../accounts/access/view-as'
import {
  auditDeviceCredential,
  registerDeviceCredentials,
} from '../../accounts/api-keys/device-credentials'
import { admitViewer } from '../../accounts/permissions/guard'
import { userMessages } from '../../accounts/permissions/messages'
import type { Viewer } from '../../accounts/permissions/model'
import { refuseApiKey, refuseHiddenLibraries } from '../../accounts/permissions/permission-rules'
import { recordUse } from '../../accounts/sessions/last-use'
import { hashSecret, newSecret } from '../../accounts/sessions/secrets'
import {
  countAttempt,
  createAddressCounters,
  recordFailedLogin,
} from '../../accounts/users/sign-in/login-throttle'
import { keepExistingLibraries } from '../../accounts/users/library-access'
import { findViewerOfUser } from '../../accounts/users/viewer-of-user'
import { listBooksByIds } from '../../catalog/books/service'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { getClientAddress } from '../../platform/http/requests/client-address'
import { compareNaturally } from '../../platform/lib/text/natural-order'
import { koboMessages } from './messages'
import type {
  KoboDeletedBook,
  KoboDevice,
  KoboDeviceCreation,
  KoboDevicePatch,
  NewKoboDevice,
} from './model'
import {
  countDevices,
  deleteDevice,
  deleteUserDevices,
  findDeviceByKey,
  findDevices,
  findOwnDevice,
  insertDevice,
  type KoboDeviceRow,
  restoreDismissedBook,
  updateDevice,
  updateDeviceUse,
} from './device-queries'
import { listDismissedBooks } from './queries'

const maxDevices = 50

registerDeviceCredentials(deleteUserDevices)

/** Lists the user's devices. Deleted libraries are omitted from the libraries of each device. */
export async function listKoboDevices(ctx: Context, { userId }: Viewer): Promise<KoboDevice[]> {
  const devices = await findDevices(ctx.db, userId)
  const chosen = [...new Set(devices.flatMap(({ libraryIds }) => libraryIds ?? []))]
  const existing = new Set(await keepExistingLibraries(ctx, chosen))
  return devices.map(({ libraryIds, ...device }) => ({
    ...device,
    libraryIds: libraryIds && libraryIds.filter((id) => existing.has(id)),
  }))
}

/**
 * Returns the IDs without those of deleted libraries. Throws a `Refusal` if the viewer cannot see
 * one of the libraries.
 */
async function checkLibraries(
  ctx: Context,
  viewer: Viewer,
  libraryIds: readonly string[] | null | undefined,
) {
  if (!libraryIds) return libraryIds
  const existing = await keepExistingLibraries(ctx, libraryIds)
  refuseHiddenLibraries(viewer, existing)
  return existing
}

/** Creates a device. Only this response contains its key. */
export async function createKoboDevice(
  ctx: Context,
  viewer: Viewer,
  { name, libraryIds: wanted }: KoboDeviceCreation,
): Promise<NewKoboDevice> {
  refuseApiKey(viewer, koboMessages.key_cannot_create_device())
  const libraryIds = (await checkLibraries(ctx, viewer, wanted)) ?? null
  const { userId } = viewer
  const key = newSecret()
  const device = await ctx.write(async (tx) => {
    if ((await countDevices(tx, userId)) >= maxDevices) {
      throw new Refusal('conflict', koboMessages.too_many_devices({ max: maxDevices }))
    }
    await auditDevice(ctx, tx, viewer, { action: 'create_key', name })
    return insertDevice(tx, { userId, name, libraryIds, keyHash: hashSecret(key) })
  })
  return { ...device, key, path: `/kobo/${key}` }
}

export async function editKoboDevice(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { name, libraryIds: wanted }: KoboDevicePatch,
): Promise<KoboDevice> {
  const libraryIds = await checkLibraries(ctx, viewer, wanted)
  const change = { ...(name && { name }), ...(libraryIds !== undefined && { libraryIds }) }
  const device = await ctx.write((tx) => updateDevice(tx, viewer.userId, id, change))
  if (!device) throw notFound(koboMessages.device_not_found())
  return device
}

export async function deleteKoboDevice(ctx: Context, viewer: Viewer, id: string) {
  await ctx.write(async (tx) => {
    const name = await deleteDevice(tx, viewer.userId, id)
    if (name === undefined) throw notFound(koboMessages.device_not_found())
    await auditDevice(ctx, tx, viewer, { action: 'delete_key', name })
  })
}

const auditDevice = (
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  change: { action: 'create_key' | 'delete_key'; name: string },
) => auditDeviceCredential(ctx, tx, viewer, { ...change, method: 'Kobo' })

const maxDeletedBooks = 500

/** Lists books that were deleted on the device, but would otherwise be sent to it. */
export async function listDeletedBooks(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<KoboDeletedBook[]> {
  const reader = await getDeviceViewer(ctx, viewer, id)
  const ids = await listDismissedBooks(ctx.db, reader, { deviceId: id, limit: maxDeletedBooks })
  const books = await listBooksByIds(ctx, reader, ids)
  return books
    .map(({ id: bookId, title, seriesName }) => ({ id: bookId, title, seriesName }))
    .toSorted(
      (a, b) => compareNaturally(a.seriesName, b.seriesName) || compareNaturally(a.title, b.title),
    )
}

/** Makes the next sync send a book that was deleted on the device. */
export async function sendBookAgain(ctx: Context, viewer: Viewer, id: string, bookId: string) {
  const reader = await getDeviceViewer(ctx, viewer, id)
  const asked = { deviceId: id, bookId, limit: 1 }
  const isDeleted = (await listDismissedBooks(ctx.db, reader, asked)).length > 0
  const isRestored = isDeleted && (await ctx.write((tx) => restoreDismissedBook(tx, id, bookId)))
  if (!isRestored) throw notFound(koboMessages.book_not_deleted())
}

/** Returns the viewer, limited to the libraries of the device. */
async function getDeviceViewer({ db }: Context, viewer: Viewer, id: string): Promise<Viewer> {
  const device = await findOwnDevice(db, viewer.userId, id)
  if (!device) throw notFound(koboMessages.device_not_found())
  return limitLibraries(viewer, device.libraryIds)
}

/**
 * The device that sent a request, and its owner as a viewer who can see only the synced libraries.
 */
export interface DeviceRequest {
  device: KoboDeviceRow
  viewer: Viewer
}

const exchanges = new WeakMap<Request, DeviceRequest>()

/**
 * Finds the owner of the device whose key is in the path, with access only to the synced libraries.
 */
export async function identifyKoboViewer(ctx: Context, request: Request): Promise<Viewer> {
  refuseChangeWhileViewing(request)
  const [, , key = ''] = new URL(request.url).pathname.split('/')
  const exchange = await identifyDevice(ctx, request, key)
  exchanges.set(request, exchange)
  return exchange.viewer
}

/**
 * Returns the device that sent the request. Each request is authenticated only once, for both the
 * rate limit and the handler.
 */
export async function requireDevice(ctx: Context, request: Request): Promise<DeviceRequest> {
  await admitViewer(ctx, request)
  return exchanges.get(request)!
}

/**
 * Rejects unknown keys, and users without the required permissions. Keys are too long to guess, so
 * only failed attempts are counted.
 */
async function identifyDevice(ctx: Context, request: Request, key: string): Promise<DeviceRequest> {
  const device = await findDeviceByKey(ctx.db, hashSecret(key))
  const viewer = device && (await findViewerOfUser(ctx.db, device.userId))
  if (!device || !viewer) {
    const address = getClientAddress(ctx, request)
    await countAttempt(ctx, createAddressCounters(address))
    await recordFailedLogin(ctx, address, { method: 'Kobo' })
    throw new Refusal('unauthenticated', koboMessages.unknown_key())
  }
  const needed = ['books:read', 'pages:read', 'progress:write'] as const
  const lacking = needed.find((permission) => !viewer.permissions.has(permission))
  if (lacking) {
    throw new Refusal('forbidden', userMessages.permission_required({ permission: lacking }))
  }
  recordUse(ctx, device, (tx, now) => updateDeviceUse(tx, device.id, now))
  return { device, viewer: limitLibraries(viewer, device.libraryIds) }
}

function limitLibraries(viewer: Viewer, chosen: readonly string[] | null): Viewer {
  if (!chosen) return viewer
  const { libraryIds } = viewer
  return {
    ...viewer,
    libraryIds: libraryIds === 'all' ? chosen : chosen.filter((id) => libraryIds.includes(id)),
  }
}
