/** Limits that each person has. */
import { apiKeys } from '../../src/accounts/api-keys/schema'
import { notificationChannels } from '../../src/admin/notifications/schema'
import { collections } from '../../src/catalog/collections/schema'
import { filterPresets } from '../../src/catalog/filter-presets/schema'
import { readingLists } from '../../src/catalog/reading-lists/schema'
import { feedAddresses } from '../../src/protocols/feeds/schema'
import { koboDevices } from '../../src/protocols/kobo/schema'
import { syncLogins } from '../../src/protocols/koreader/schema'
import { bookmarks } from '../../src/reading/bookmarks/schema'
import { userExports } from '../../src/reading/exports/schema'
import { highlights } from '../../src/reading/highlights/schema'
import { readingProfiles } from '../../src/reading/preferences/profiles/schema'
import type { Limit } from './row-limits'

const condition = { readStatus: { operator: 'is', value: 'unread' } }
const locator = (n: number) => ({
  href: 'a.xhtml',
  type: 'application/xhtml+xml',
  locations: { totalProgression: n / 10_000 },
  text: { highlight: `Passage ${n}` },
})

export const limitsOfPerson: Limit[] = [
  {
    name: 'API keys',
    max: 200,
    path: () => '/api-keys',
    body: (n) => ({ name: `Key ${n}` }),
    fill: (tx, rows, { userId }) =>
      tx.insert(apiKeys).values(
        rows.map((n) => ({
          userId,
          name: `${n}`,
          keyPrefix: `p${n}`,
          secretHash: '-',
          permissions: [],
        })),
      ),
  },
  {
    name: 'saved filters',
    max: 200,
    path: () => '/filter-presets',
    body: (n) => ({ name: `Filter ${n}`, scope: 'global', target: 'series', condition }),
    fill: (tx, rows, { userId }) =>
      tx.insert(filterPresets).values(
        rows.map((n) => ({
          userId,
          target: 'series' as const,
          name: `${n}`,
          nameKey: `${n}`,
          condition,
        })),
      ),
  },
  {
    name: 'collections',
    max: 1000,
    path: () => '/collections',
    body: (n) => ({ name: `Collection ${n}` }),
    fill: (tx, rows, { userId }) => tx.insert(collections).values(rows.map((n) => list(userId, n))),
  },
  {
    name: 'reading lists',
    max: 1000,
    path: () => '/readlists',
    body: (n) => ({ name: `Reading list ${n}` }),
    fill: (tx, rows, { userId }) =>
      tx.insert(readingLists).values(rows.map((n) => list(userId, n))),
  },
  {
    name: 'smart collections',
    max: 100,
    path: () => '/collections',
    body: (n) => ({ name: `Smart ${n}`, condition }),
    fill: (tx, rows, { userId }) =>
      tx.insert(collections).values(rows.map((n) => ({ ...list(userId, n), condition }))),
  },
  {
    name: 'bookmarks in a book',
    max: 1000,
    path: ({ bookId }) => `/books/${bookId}/bookmarks`,
    body: (n) => ({ page: n }),
    fill: (tx, rows, { userId, bookId }) =>
      tx.insert(bookmarks).values(rows.map((page) => ({ userId, bookId, page, fraction: 0 }))),
  },
  {
    name: 'highlights in a book',
    max: 2000,
    path: ({ bookId }) => `/books/${bookId}/highlights`,
    body: (n) => ({ locator: locator(n) }),
    fill: (tx, rows, { userId, bookId }) =>
      tx.insert(highlights).values(
        rows.map((n) => ({
          userId,
          bookId,
          locator: locator(n),
          passage: `${n}`,
          color: 'yellow' as const,
          fraction: 0,
        })),
      ),
  },
  {
    name: 'reading profiles',
    max: 50,
    path: () => '/reading-profiles',
    body: (n) => ({ name: `Profile ${n}`, settings: {} }),
    fill: (tx, rows, { userId }) =>
      tx
        .insert(readingProfiles)
        .values(rows.map((n) => ({ userId, name: `${n}`, nameKey: `${n}`, settings: {} }))),
  },
  {
    name: 'exports',
    max: 10,
    status: 202,
    path: () => '/user/exports/series',
    body: () => ({ format: 'json' }),
    fill: (tx, rows, { userId }) =>
      tx.insert(userExports).values(
        rows.map(() => ({
          userId,
          exportType: 'series',
          format: 'json',
          status: 'completed' as const,
          libraryIds: [],
          fields: [],
          bookFields: [],
          expiresAt: new Date(1e13),
        })),
      ),
  },
  {
    name: 'addresses of feeds',
    max: 50,
    path: () => '/user/feeds',
    body: (n) => ({ name: `Feed ${n}` }),
    fill: (tx, rows, { userId }) =>
      tx
        .insert(feedAddresses)
        .values(rows.map((n) => ({ userId, name: `${n}`, keyHash: `hash ${n}` }))),
  },
  {
    name: 'e-readers',
    max: 50,
    path: () => '/kobo-devices',
    body: (n) => ({ name: `Device ${n}` }),
    fill: (tx, rows, { userId }) =>
      tx
        .insert(koboDevices)
        .values(rows.map((n) => ({ userId, name: `${n}`, keyHash: `hash ${n}` }))),
  },
  {
    name: 'sync logins',
    max: 200,
    path: () => '/sync-logins',
    body: (n) => ({ name: `Login ${n}` }),
    fill: (tx, rows, { userId }) =>
      tx
        .insert(syncLogins)
        .values(
          rows.map((n) => ({ userId, name: `${n}`, username: `name ${n}`, secretHash: '-' })),
        ),
  },
  {
    name: 'notification channels',
    max: 20,
    path: () => '/user/notification-channels',
    body: (n) => ({
      kind: 'webhook',
      name: `Channel ${n}`,
      address: 'http://127.0.0.1/',
      newsKinds: ['release'],
    }),
    fill: (tx, rows, { userId }) =>
      tx.insert(notificationChannels).values(
        rows.map((n) => ({
          userId,
          kind: 'webhook' as const,
          name: `${n}`,
          host: 'example.org',
          sealedTarget: '-',
          newsKinds: [],
          frequency: 'soon' as const,
          sentUntil: new Date(),
        })),
      ),
  },
]

const list = (userId: string, n: number) => ({
  ownerId: userId,
  privateTo: userId,
  name: `${n}`,
  nameKey: `${n}`,
  sharing: 'private' as const,
  ordered: false,
})
