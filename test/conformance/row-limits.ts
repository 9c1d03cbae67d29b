/** What is limited in number: how it is stored directly, and added by a request. */
import { accessGroups, groupMappings } from '../../src/accounts/access/schema'
import { userIdentities } from '../../src/accounts/oidc/schema'
import { nameRules } from '../../src/catalog/corrections/schema'
import { sharingTags } from '../../src/catalog/sharing-tags/schema'
import { releaseSources, seriesAliases } from '../../src/ingest/releases/schema'
import type { Tx } from '../../src/platform/db/store'

export const issuer = 'https://id.example.org'

interface World {
  /** The user who adds. */
  userId: string
  annId: string
  bookId: string
  seriesId: string
  groupId: string
}

export interface Limit {
  name: string
  max: number
  as?: string
  path: (world: World) => string
  body: (n: number) => object
  /** Stores these rows directly. */
  fill: (tx: Tx, rows: readonly number[], world: World) => Promise<unknown>
  /** Rows that there are before. */
  present?: number
  /** 201 by default. */
  status?: number
}

export const limitsOfServer: Limit[] = [
  {
    name: 'access groups',
    max: 500,
    as: 'ada',
    present: 1,
    path: () => '/access-groups',
    body: (n) => ({ name: `Group ${n}` }),
    fill: (tx, rows) =>
      tx.insert(accessGroups).values(rows.map((n) => ({ name: `${n}`, nameKey: `${n}` }))),
  },
  {
    name: 'mappings of a group',
    max: 100,
    status: 200,
    as: 'ada',
    path: ({ groupId }) => `/access-groups/${groupId}/oidc-mappings`,
    body: (n) => ({ oidcGroupName: `Mapped ${n}` }),
    fill: (tx, rows, { groupId }) =>
      tx.insert(groupMappings).values(rows.map((n) => ({ groupId, oidcGroupName: `${n}` }))),
  },
  {
    name: 'accounts at providers',
    max: 20,
    as: 'ada',
    path: ({ annId }) => `/users/${annId}/identities`,
    body: (n) => ({ provider: 'home', subject: `subject ${n}` }),
    fill: (tx, rows, { annId: userId }) =>
      tx.insert(userIdentities).values(
        rows.map((n) => ({
          userId,
          provider: 'home',
          issuer,
          subject: `${n}`,
        })),
      ),
  },
  {
    name: 'sharing tags',
    max: 1000,
    as: 'ada',
    path: () => '/admin/sharing-tags',
    body: (n) => ({ name: `Tag ${n}` }),
    fill: (tx, rows) =>
      tx.insert(sharingTags).values(rows.map((n) => ({ name: `${n}`, nameKey: `${n}` }))),
  },
  {
    name: 'parsing rules',
    max: 1000,
    as: 'ada',
    path: () => '/name-rules',
    body: (n) => ({ match: 'text', on: 'file', pattern: `one ${n}`, change: { set: { year: n } } }),
    fill: (tx, rows) =>
      tx.insert(nameRules).values(
        rows.map((n) => ({
          match: 'text' as const,
          on: 'file' as const,
          pattern: `${n}`,
          change: { set: { year: 1 } },
        })),
      ),
  },
  {
    name: 'feeds of releases',
    max: 100,
    as: 'ada',
    path: () => '/release-sources',
    body: (n) => ({ displayName: 'Feed', address: `https://93.184.216.34/${n}` }),
    fill: (tx, rows) =>
      tx.insert(releaseSources).values(
        rows.map((n) => ({
          pluginId: 'quire',
          sourceKey: `feed:${n}`,
          displayName: `${n}`,
          kind: 'feed' as const,
          config: {},
        })),
      ),
  },
  {
    name: 'aliases of a series',
    max: 100,
    as: 'max',
    path: ({ seriesId }) => `/series/${seriesId}/aliases`,
    body: (n) => ({ alias: `Another name ${n}` }),
    fill: (tx, rows, { seriesId }) =>
      tx
        .insert(seriesAliases)
        .values(rows.map((n) => ({ seriesId, alias: `${n}`, normalized: `${n}` }))),
  },
]
