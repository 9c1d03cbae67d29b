/** Applies Komga's metadata updates as edits by the viewer. */
import type { Context } from '../../../context'
import { invalid, Refusal } from '../../../errors'
import type { Viewer } from '../../../accounts/permissions/model'
import { BookEditBody } from '../../../catalog/books/metadata/edit-model'
import { editBook } from '../../../catalog/books/metadata/service'
import { pickGivenFields } from '../../../catalog/books/metadata/validate-book'
import { editSeries } from '../../../catalog/series/metadata/edit-all'
import { SeriesEditBody } from '../../../catalog/series/metadata/edit-model'
import type { TSchema } from '../../../platform/http/shapes'
import { validate } from '../../../platform/http/validation'
import { requestMessages } from '../../../platform/messages/common'
import { isPossibleId } from '../access/komga-call'
import { translateBookUpdate, translateSeriesUpdate } from './translate-update'
import type { BookUpdate, BookUpdates, SeriesUpdate } from './update-model'

/** Komga has no ETags, so the last write wins. */
const noPrecondition = () => undefined

/** As in Komga, a changed field is locked only if the update says so. */
const keepsLocks = true

export async function applySeriesUpdate(
  ctx: Context,
  viewer: Viewer,
  id: string,
  update: SeriesUpdate,
) {
  const edit = translateSeriesUpdate(update)
  await refuseInvalid(SeriesEditBody, edit)
  await withOwnNames(() =>
    editSeries(ctx, viewer, id, { edit, precondition: noPrecondition, keepsLocks }),
  )
}

export async function applyBookUpdate(
  ctx: Context,
  viewer: Viewer,
  id: string,
  update: BookUpdate,
) {
  const edit = translateBookUpdate(update)
  await refuseInvalid(BookEditBody, edit)
  await withOwnNames(() =>
    editBook(ctx, viewer, id, { edit, precondition: noPrecondition, keepsLocks }),
  )
}

/** As in Komga, unknown books are skipped. If one update is invalid, nothing is changed. */
export async function applyBookUpdates(ctx: Context, viewer: Viewer, updates: BookUpdates) {
  const entries = Object.entries(updates).filter(([id]) => isPossibleId(id))
  for (const [, update] of entries) {
    const body = translateBookUpdate(update)
    await refuseInvalid(BookEditBody, body)
    await withOwnNames(async () => void pickGivenFields(body))
  }
  for (const [id, update] of entries) {
    try {
      await applyBookUpdate(ctx, viewer, id, update)
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'not_found') throw error
    }
  }
}

/** Throws if the edit exceeds the limits of the native API. */
const refuseInvalid = (schema: TSchema, edit: object) =>
  withOwnNames(async () => {
    const details = validate(schema, edit)
    if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
  })

/** Komga's names of the fields that have a different name in Quire, keyed by Quire's name. */
const ownNames: Record<string, string> = {
  externalLinks: 'links',
  totalVolumeCount: 'totalBookCount',
  isbns: 'isbn',
  subjects: 'tags',
  year: 'releaseDate',
  month: 'releaseDate',
  day: 'releaseDate',
}

/** Renames the fields in errors to the names that the client used. */
async function withOwnNames<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details) throw error
    const details = error.details.map(({ path, message }) => {
      const [field = '', ...rest] = path.split('.')
      return { path: [ownNames[field] ?? field, ...rest].join('.'), message }
    })
    throw new Refusal(error.reason, error.userMessage, { details })
  }
}
