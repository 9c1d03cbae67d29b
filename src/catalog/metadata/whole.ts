/** One edit of a series with its labels, titles, links, ids and locks: done as a whole or not at all. */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { type Detail, invalid } from '../../errors'
import { requireNames, settleLabels } from '../labels/service'
import {
  applyEdit,
  applyLocks,
  getMetadata,
  getStored,
  type HangingName,
  recordEdit,
  tagOf,
  tidied,
} from '../series/metadata/edit'
import { metadataOf } from '../series/full'
import { refreshRating } from '../series/metadata/rating'
import { refreshSearch } from '../series/search-text'
import type { Viewer } from '../../accounts/users/model'
import { resetNamed } from './reset'
import { setIds, setLinks, setRatings, setTitles } from './sets'
import { sourceOf, textOf, urlOf, wordOrNull } from './values'
import type { WholeSeriesBody } from './whole-model'
import { valueMessages, requestMessages } from '../../platform/messages/common'

export async function editWhole(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { edit, precondition }: { edit: WholeSeriesBody; precondition: (tag: string) => void },
) {
  const { reset, locks, genres, tags, ...rest } = edit
  const fields = tidied(rest)
  const hanging = tidyHanging(rest)
  for (const names of [genres, tags]) if (names) requireNames(names)
  await ctx.write(async (tx) => {
    const { series, metadata } = await getStored(tx, viewer, id)
    precondition(tagOf(id, metadataOf(series, metadata)))
    if (reset) await resetNamed(ctx, tx, { viewer, id, fields: reset })
    await applyEdit(ctx, tx, await getStored(tx, viewer, id), fields)
    if (genres) await settleLabels(ctx, tx, { kind: 'genre', seriesId: id, names: genres })
    if (tags) await settleLabels(ctx, tx, { kind: 'tag', seriesId: id, names: tags })
    await applyHanging(ctx, tx, id, hanging)
    // Last of all: what is changed is locked by then, unless somebody said otherwise.
    if (locks) await applyLocks(ctx, tx, await getStored(tx, viewer, id), locks)
  })
  return getMetadata(ctx.db, viewer, id)
}

type Hanging = ReturnType<typeof tidyHanging>

async function applyHanging(ctx: Context, tx: Tx, seriesId: string, hanging: Hanging) {
  const place = { seriesId, now: ctx.now() }
  const {
    alternateTitles: titles,
    externalLinks: links,
    externalIds: ids,
    externalRatings: ratings,
  } = hanging
  const record = (member: HangingName, list: readonly unknown[]) =>
    recordEdit(ctx, tx, seriesId, { member, isEmpty: list.length === 0 })
  if (titles && (await setTitles(tx, place, titles))) {
    await record('alternateTitles', titles)
    await refreshSearch(tx, [seriesId])
  }
  if (links && (await setLinks(tx, place, links))) await record('externalLinks', links)
  if (ids && (await setIds(tx, place, ids))) await record('externalIds', ids)
  if (ratings && (await setRatings(tx, place, ratings))) {
    await record('externalRatings', ratings)
    await refreshRating(tx, seriesId)
  }
}

function tidyHanging(edit: WholeSeriesBody) {
  const { alternateTitles, externalLinks, externalIds, externalRatings } = edit
  const titles = alternateTitles?.map(({ label, title }, place) => ({
    label: textOf(`alternateTitles.${place}.label`, label),
    title: textOf(`alternateTitles.${place}.title`, title),
  }))
  const links = externalLinks?.map(({ sourceName, url, externalId }, place) => ({
    sourceName: textOf(`externalLinks.${place}.sourceName`, sourceName).toLowerCase(),
    url: urlOf(`externalLinks.${place}.url`, url),
    ...(externalId !== undefined && { externalId: wordOrNull(externalId) }),
  }))
  const ids = externalIds?.map(({ source, externalId, externalUrl }, place) => ({
    source: sourceOf(source, `externalIds.${place}.source`),
    externalId: textOf(`externalIds.${place}.externalId`, externalId),
    externalUrl: urlOf(`externalIds.${place}.externalUrl`, externalUrl ?? null),
  }))
  const ratings = externalRatings?.map(({ sourceName, ...rating }, place) => ({
    sourceName: textOf(`externalRatings.${place}.sourceName`, sourceName).toLowerCase(),
    ...rating,
  }))
  refuseTwice('externalRatings', 'sourceName', ratings)
  refuseTwice('externalLinks', 'sourceName', links)
  refuseTwice('externalIds', 'source', ids)
  return {
    alternateTitles: titles,
    externalLinks: links,
    externalIds: ids,
    externalRatings: ratings,
  }
}

/** Of each site one: what is given twice would silently lose one of the two. */
function refuseTwice<Key extends string>(
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
