/** Makes thumbnails in decoder children and remembers what came of it. */
import type { Context } from '../../context'
import { decoder } from '../../media/decoding/decoder'
import { DecodeFailed, DecoderDied } from '../../media/decoding/pool'
import type { PictureSource } from '../../media/decoding/tasks'
import { counters } from '../../platform/metrics/registry'
import { shardOf, thumbnailPath } from './place'
import { type CoverPlace, findThumbnail } from './queries'
import type { thumbnails } from './schema'

type Row = typeof thumbnails.$inferInsert

export interface Owner {
  id: string
  kind: Row['ownerKind']
}

/** A decoder may die of bad luck once; twice over the same file is the file's fault. */
const maxDeaths = 2

/**
 * Returns the row to be saved; undefined when nothing can be said yet: the file could not be reached, or
 * a decoder died over it for the first time and it will be tried again.
 */
export async function makeThumbnail(
  ctx: Context,
  owner: Owner,
  source: PictureSource,
  { first = false } = {},
): Promise<Row | undefined> {
  const { width, quality, workers } = ctx.config.thumbnails
  const target = thumbnailPath(ctx.config, owner.id)
  try {
    const ask = { source, width, quality, target }
    const made = await decoder(workers).run('thumbnail', ask, { first })
    counters.thumbnailsMade.inc({ outcome: 'made' })
    return { ...rowOf(ctx, owner), state: 'made', ...made }
  } catch (error) {
    return failed(ctx, owner, error)
  }
}

async function failed(ctx: Context, owner: Owner, error: unknown): Promise<Row | undefined> {
  if (error instanceof DecodeFailed) {
    if (isMissing(error)) return undefined
    ctx.log.debug({ ownerId: owner.id, reason: error.message }, 'no thumbnail can be made')
    counters.thumbnailsMade.inc({ outcome: 'failed' })
    return rowOf(ctx, owner)
  }
  if (!(error instanceof DecoderDied)) throw error
  const deaths = ((await findThumbnail(ctx.db, owner.id))?.deaths ?? 0) + 1
  ctx.log.warn({ ownerId: owner.id, deaths }, 'reading a cover ended the reader of pictures')
  const row = { ...rowOf(ctx, owner), deaths }
  // A thumbnail older than its book is tried again; this one has a second chance.
  return deaths < maxDeaths ? { ...row, madeAt: new Date(0) } : row
}

const rowOf = (ctx: Context, { id, kind }: Owner): Row => ({
  ownerId: id,
  ownerKind: kind,
  shard: shardOf(id),
  state: 'failed',
  hash: '',
  width: 0,
  height: 0,
  bytes: 0,
  madeAt: ctx.now(),
})

const isMissing = ({ code }: DecodeFailed) =>
  ['ENOENT', 'EACCES', 'EIO', 'ESTALE', 'ENOTCONN', 'ENOTDIR'].includes(code ?? '')

/** Where the cover of a book is; undefined when the file has none. */
export function sourceOf({ path, format, cover, page }: CoverPlace): PictureSource | undefined {
  if (typeof cover === 'string') return { from: 'entry', path, name: cover }
  if (typeof cover !== 'number') return undefined
  if (format === 'pdf') return { from: 'pdf', path, index: cover }
  return page && { from: 'page', path, page }
}
