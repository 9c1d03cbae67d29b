/** Edits a series with labels, titles, links, ids and locks in one transaction. */
import type { Context } from '../../../context'
import { type Detail, invalid } from '../../../errors'
import { requestMessages, valueMessages } from '../../../platform/messages/common'
import type { Viewer } from '../../../accounts/permissions/model'
import { validateNames } from '../../labels/names'
import { changeMetadata } from '../../metadata/draft'
import { parseIdSource, requireText, parseUrl, trimOrNull } from '../../metadata/validation'
import type { SeriesEditBody } from './edit-model'
import { seriesEntity } from './series-fields'
import { getSeriesMetadata, type Precondition, normalizeSeriesEdit } from './service'

/**
 * Resets are applied first, locks last. Changed fields are locked unless the request specifies the
 * lock.
 */
export async function editSeries(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { edit, precondition }: { edit: SeriesEditBody; precondition: Precondition },
) {
  const { reset, locks, genres, tags, ...rest } = edit
  const values = { ...normalizeSeriesEdit(rest), genres, tags, ...normalizeParts(rest) }
  for (const names of [genres, tags]) if (names) validateNames(names)
  await changeMetadata(ctx, seriesEntity, { viewer, id, precondition }, async (draft) => {
    if (reset) await draft.reset(reset)
    await draft.edit(values)
    if (locks) draft.setLocks(locks)
  })
  return getSeriesMetadata(ctx.db, viewer, id)
}

function normalizeParts(edit: SeriesEditBody) {
  const { alternateTitles, externalLinks, externalIds, externalRatings } = edit
  const titles = alternateTitles?.map(({ label, title }, place) => ({
    label: requireText(`alternateTitles.${place}.label`, label),
    title: requireText(`alternateTitles.${place}.title`, title),
  }))
  const links = externalLinks?.map(({ sourceName, url, externalId }, place) => ({
    sourceName: requireText(`externalLinks.${place}.sourceName`, sourceName).toLowerCase(),
    url: parseUrl(`externalLinks.${place}.url`, url),
    ...(externalId !== undefined && { externalId: trimOrNull(externalId) }),
  }))
  const ids = externalIds?.map(({ source, externalId, externalUrl }, place) => ({
    source: parseIdSource(source, `externalIds.${place}.source`),
    externalId: requireText(`externalIds.${place}.externalId`, externalId),
    externalUrl: parseUrl(`externalIds.${place}.externalUrl`, externalUrl ?? null),
  }))
  const ratings = externalRatings?.map(({ sourceName, ...rating }, place) => ({
    sourceName: requireText(`externalRatings.${place}.sourceName`, sourceName).toLowerCase(),
    ...rating,
  }))
  refuseDuplicates('externalRatings', 'sourceName', ratings)
  refuseDuplicates('externalLinks', 'sourceName', links)
  refuseDuplicates('externalIds', 'source', ids)
  return {
    alternateTitles: titles,
    externalLinks: links,
    externalIds: ids,
    externalRatings: ratings,
  }
}

/** One item per key, because one of two would be lost. */
function refuseDuplicates<Key extends string>(
  path: string,
  key: Key,
  rows: readonly Record<Key, string>[] = [],
) {
  const names = rows.map((row) => row[key])
  const details: Detail[] = names.flatMap((name, place) =>
    names.indexOf(name) < place
      ? [{ path: `${path}.${place}.${key}`, message: valueMessages.duplicate({ value: name }) }]
      : [],
  )
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
}
