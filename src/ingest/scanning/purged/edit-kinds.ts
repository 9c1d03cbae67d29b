/** Finds and restores users' edits and choices for books and series. */
import {
  type CoverChoice,
  listChosenBooks,
  listCoversOf,
  listFolderCoverChoices,
  type PreservedCover,
  restoreCoverChoice,
  restoreCovers,
} from '../../../artwork/covers/uploads/restore-covers'
import { listLockedCovers, lockCoverAgain } from '../../../artwork/covers/uploads/locked-covers'
import { bookEntity } from '../../../catalog/books/metadata/book-fields'
import { findBooksWithSetMetadata } from '../../../catalog/books/scanned/book-moves'
import { books } from '../../../catalog/books/schema'
import {
  addSetFields,
  listSetFields,
  type SetField,
} from '../../../catalog/metadata/copies/merge-metadata'
import {
  addMatchDecisions,
  listMatchDecisions,
  type MatchDecision,
} from '../../../catalog/metadata/matching/match-decisions'
import {
  type EditionPlace,
  joinWork,
  listEditionPlaces,
} from '../../../catalog/series/editions/service'
import {
  listTrackingSettings,
  restoreTracking,
  type TrackingSettings,
} from '../../../catalog/series/gaps/tracking'
import { seriesEntity } from '../../../catalog/series/metadata/series-fields'
import { manualKeyStart } from '../../../catalog/series/scanned/create-series'
import { findSeriesStates, hasSetMetadata } from '../../../catalog/series/scanned/move-series'
import { listTagsOfSeries, restoreSharingTags } from '../../../catalog/sharing-tags/series-tags'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import type { FoundRow, ItemKind, Owner } from './item-kind'

const both: readonly Owner[] = ['book', 'series']

interface PreservedMetadata {
  fields: SetField[]
}

/** Finds rows that do not belong to a single user, such as metadata. */
const findRows =
  <Row extends object>(
    list: (tx: Tx, owner: Owner, ids: readonly string[]) => Promise<readonly Row[]>,
    getItemId: (row: Row) => string | null,
  ): ItemKind['find'] =>
  async (tx, owner, ids) =>
    (await list(tx, owner, ids)).map((row) => ({ itemId: getItemId(row)!, userId: null, row }))

const byBookOrSeries = ({ bookId, seriesId }: { bookId: string | null; seriesId: string | null }) =>
  bookId ?? seriesId

const getSeriesId = ({ seriesId }: { seriesId: string }) => seriesId

export const editKinds: readonly ItemKind[] = [
  {
    kind: 'metadata',
    of: both,
    find: findMetadata,
    putBack: async (ctx, tx, { kind, id }, rows) => {
      for (const { fields } of rows as PreservedMetadata[]) {
        if (kind === 'book') await addSetFields(ctx, tx, { entity: bookEntity, id, fields })
        else await addSetFields(ctx, tx, { entity: seriesEntity, id, fields })
      }
    },
  },
  {
    kind: 'match',
    of: both,
    find: findRows(listMatchDecisions, byBookOrSeries),
    putBack: (_, tx, item, rows) => addMatchDecisions(tx, item, rows as MatchDecision[]),
  },
  {
    kind: 'cover',
    of: both,
    find: async (tx, owner, ids) =>
      (await listCoversOf(tx, owner, ids)).map((row) => ({
        id: row.id,
        itemId: byBookOrSeries(row)!,
        userId: null,
        row,
      })),
    putBack: (ctx, tx, item, rows) => restoreCovers(ctx, tx, item, rows as PreservedCover[]),
  },
  {
    kind: 'coverChoice',
    of: ['series'],
    find: findRows((tx, _, ids) => listFolderCoverChoices(tx, ids), getSeriesId),
    putBack: (ctx, tx, { id }, rows) => restoreCoverChoice(ctx, tx, id, rows[0] as CoverChoice),
  },
  {
    kind: 'seriesCover',
    of: ['book'],
    find: findRows(
      (tx, _, ids) => listChosenBooks(tx, ids),
      ({ bookId }) => bookId,
    ),
    putBack: async (ctx, tx, { id }, rows) => {
      const [row] = await tx
        .select({ seriesId: books.seriesId })
        .from(books)
        .where(inIds(books.id, [id]))
      const { source: former } = rows[0] as CoverChoice
      await restoreCoverChoice(ctx, tx, row!.seriesId, { source: `book:${id}`, former })
    },
  },
  {
    kind: 'coverLock',
    of: both,
    find: findRows(listLockedCovers, ({ id }) => id),
    putBack: (ctx, tx, item) => lockCoverAgain(tx, item, ctx.clock.now()),
  },
  {
    kind: 'edition',
    of: ['series'],
    find: findRows((tx, _, ids) => listEditionPlaces(tx, ids), getSeriesId),
    putBack: (_, tx, { id }, rows) => joinWork(tx, id, rows[0] as EditionPlace),
  },
  {
    kind: 'sharingTag',
    of: ['series'],
    find: findRows((tx, _, ids) => listTagsOfSeries(tx, ids), getSeriesId),
    putBack: (ctx, tx, { id }, rows) => {
      const tagIds = (rows as { tagId: string }[]).map(({ tagId }) => tagId)
      return restoreSharingTags(ctx, tx, id, tagIds)
    },
  },
  {
    kind: 'tracking',
    of: ['series'],
    find: findRows((tx, _, ids) => listTrackingSettings(tx, ids), getSeriesId),
    putBack: (_, tx, { id }, rows) => restoreTracking(tx, id, rows[0] as TrackingSettings),
  },
]

async function findMetadata(tx: Tx, owner: Owner, ids: readonly string[]): Promise<FoundRow[]> {
  const found = owner === 'book' ? await listBookFields(tx, ids) : await listSeriesFields(tx, ids)
  return found
    .filter(({ fields }) => fields.length > 0)
    .map(({ itemId, fields }) => ({ itemId, userId: null, row: { fields } }))
}

interface FoundFields {
  itemId: string
  fields: SetField[]
}

/**
 * Reading the fields of a book takes several statements, so it is done only for books with changed
 * fields.
 */
async function listBookFields(tx: Tx, ids: readonly string[]): Promise<FoundFields[]> {
  const rows = await tx.select({ n: books.n, id: books.id }).from(books).where(inIds(books.id, ids))
  const ns = rows.map(({ n }) => n)
  const set = await findBooksWithSetMetadata(tx, ns)
  const found: FoundFields[] = []
  for (const { id: itemId } of rows.filter(({ n }) => set.has(n))) {
    found.push({ itemId, fields: await listSetFields(tx, bookEntity, itemId) })
  }
  return found
}

/**
 * Omits the title of a series that a user created: its books return to the series of their folders,
 * which keep their own titles.
 */
async function listSeriesFields(tx: Tx, ids: readonly string[]): Promise<FoundFields[]> {
  const states = (await findSeriesStates(tx, ids)).filter(hasSetMetadata)
  const found: FoundFields[] = []
  for (const { id: itemId, groupKey } of states) {
    const fields = await listSetFields(tx, seriesEntity, itemId)
    const isManual = groupKey.startsWith(manualKeyStart)
    found.push({ itemId, fields: fields.filter(({ name }) => !isManual || name !== 'title') })
  }
  return found
}
