/** Checks the addresses of sources, and stores the state of each address. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Db, Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import type { Message } from '../../../platform/messages/message'
import { isPrivateHost } from '../../../platform/outgoing/egress/private-hosts'
import { releaseMessages } from '../messages'
import { releaseFeeds } from '../schema'
import { invalidBody } from '../../../platform/http/validation'

export type FeedRow = typeof releaseFeeds.$inferSelect

const rowsAtOnce = 200

const isFeed = (sourceId: string, address: string) =>
  and(eq(releaseFeeds.sourceId, sourceId), eq(releaseFeeds.address, address))

export async function findFeed(db: Db, sourceId: string, address: string) {
  const [row] = await db.select().from(releaseFeeds).where(isFeed(sourceId, address))
  return row
}

/** Lists the stored states of a source's addresses, keyed by address. */
export async function listFeeds(db: Db, sourceId: string): Promise<Map<string, FeedRow>> {
  const rows = await db.select().from(releaseFeeds).where(eq(releaseFeeds.sourceId, sourceId))
  return new Map(rows.map((row) => [row.address, row]))
}

export async function storeFeed(tx: Tx, row: FeedRow) {
  const { sourceId: _, address: __, ...values } = row
  await tx
    .insert(releaseFeeds)
    .values(row)
    .onConflictDoUpdate({ target: [releaseFeeds.sourceId, releaseFeeds.address], set: values })
}

/** Renews `listedAt` after an "unchanged" response. Returns false if the source was reset. */
export async function renewFeed(tx: Tx, { sourceId, address }: FeedRow, listedAt: Date) {
  const renewed = await tx
    .update(releaseFeeds)
    .set({ listedAt })
    .where(isFeed(sourceId, address))
    .returning({ address: releaseFeeds.address })
  return renewed.length > 0
}

export async function deleteFeeds(tx: Tx, sourceId: string, addresses: readonly string[]) {
  for (const slice of splitIntoSlices(addresses, rowsAtOnce)) {
    await tx
      .delete(releaseFeeds)
      .where(and(eq(releaseFeeds.sourceId, sourceId), inArray(releaseFeeds.address, slice)))
  }
}

/**
 * Throws for addresses to which no request would be sent: without HTTPS, with credentials or a
 * port, or on the local network.
 */
export async function parseReachable({ config }: Context, address: string): Promise<URL> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw refuseAddress(releaseMessages.source_address())
  const { host, hostname, port } = url
  if (await isPrivateHost(config, hostname))
    throw refuseAddress(releaseMessages.source_private({ host }))
  if (port !== '') throw refuseAddress(releaseMessages.source_port({ port }))
  return url
}

const refuseAddress = (message: Message) => invalidBody('address', message)
