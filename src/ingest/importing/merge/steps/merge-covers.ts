/** Covers that people uploaded and chose in the other program. */
import { eq } from 'drizzle-orm'
import { uploadBookCover } from '../../../../artwork/covers/book-covers'
import { uploadSeriesCover } from '../../../../artwork/covers/series-covers'
import { system } from '../../../../accounts/permissions/model'
import { bookMetadata, books } from '../../../../catalog/books/schema'
import { isSeriesCoverLocked } from '../../../../catalog/series/cover-choice'
import { Refusal } from '../../../../errors'
import type { Db } from '../../../../platform/db/store'
import type { ForeignCover, ForeignItem } from '../../neutral-form'
import { buildOrigin } from '../facts'
import { type ImportRun, runStep } from '../import-run'
import { deleteFactsOfOrigin, findStateOfFact, insertFacts } from '../queries'
import { count, type Outcome } from '../report'

type CoverRun = Omit<ImportRun, 'people'>

export async function mergeCovers(run: CoverRun) {
  for (const cover of run.source.covers()) count(run.report.covers, await mergeCover(run, cover))
}

async function mergeCover(run: CoverRun, { item, bytes }: ForeignCover): Promise<Outcome> {
  const { ctx, source, matched } = run
  const { kind, foreignId } = item
  const id =
    kind === 'series' ? matched.series.get(foreignId) : matched.books.get(foreignId)?.book.id
  if (id === undefined) return 'waiting'
  if (bytes === null) return 'not_possible'
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const origin = buildOrigin(source, 'cover', kind, foreignId, sha256)
  const known = await findStateOfFact(ctx.db, origin)
  if (known === 'done') return 'same'
  // A user has already chosen a cover on this server.
  if (known === undefined && (await isLocked(ctx.db, kind, id))) return 'older'
  const { importId } = run
  if (importId === null) return 'new'
  const added = { kind, sha256 }
  const fact = { importId, origin, kind: 'cover' as const, userId: null, itemId: id, added }
  await runStep(run, async (_, tx) => tx && insertFacts(tx, [fact]))
  if (await upload(run, { kind, id, bytes })) return 'new'
  await runStep(run, async (_, tx) => tx && deleteFactsOfOrigin(tx, origin))
  return 'not_possible'
}

interface Upload {
  kind: ForeignItem['kind']
  id: string
  bytes: Uint8Array
}

/** Returns false if the file is not an image. */
async function upload({ ctx }: CoverRun, { kind, id, bytes }: Upload) {
  const file = new Blob([Uint8Array.from(bytes)])
  try {
    if (kind === 'series') await uploadSeriesCover(ctx, system, id, { file })
    else await uploadBookCover(ctx, system, id, { file })
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

async function isLocked(db: Db, kind: ForeignItem['kind'], id: string): Promise<boolean> {
  if (kind === 'series') return isSeriesCoverLocked(db, id)
  const [row] = await db
    .select({ locks: bookMetadata.locks })
    .from(books)
    .innerJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .where(eq(books.id, id))
  return row?.locks.includes('coverLock') ?? false
}
