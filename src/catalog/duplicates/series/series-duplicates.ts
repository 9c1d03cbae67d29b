/**
 * Finds series that are probably the same, and dismisses groups of them. Nothing is merged or
 * deleted.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import { duplicateMessages } from '../messages'
import { deleteDismissal, insertDismissal } from '../queries'
import {
  countSeriesGroups,
  buildDismissalKey,
  listListedKeys,
  listSeriesOfGroups,
  listSeriesGroups,
  type SeriesFilter,
  type SeriesGroup,
} from './series-duplicate-queries'
import {
  type MatchType,
  matchTypes,
  type SeriesDuplicateGroup,
  type SeriesDuplicates,
  type SeriesDuplicatesQuery,
} from './series-duplicates-model'

const groupNamespace = '3b7d2f64-5a0c-4f0d-9f59-6f3f4c0b8f0e'

export async function listSeriesDuplicates(
  ctx: Context,
  viewer: Viewer,
  { matchType, dismissed }: SeriesDuplicatesQuery,
): Promise<SeriesDuplicates> {
  const types = matchTypes.filter((type) => matchType === undefined || type === matchType)
  const found = await Promise.all(
    types.map((type) => listGroupsOfType(ctx, viewer, { type, dismissed: dismissed === 'true' })),
  )
  const countOf = (type: MatchType) =>
    found.find((one) => one.type === type)?.counts ?? { groups: 0, series: 0 }
  const [external, title] = [countOf('external_id'), countOf('title')]
  return {
    duplicates: found.flatMap(({ groups }) => groups),
    totalGroups: external.groups + title.groups,
    totalDuplicateSeries: external.series + title.series,
    externalIdGroups: external.groups,
    titleGroups: title.groups,
  }
}

/** Hides the group from the list, even if more series join it. */
export async function dismissSeriesDuplicates(ctx: Context, viewer: Viewer, id: string) {
  const sharedKey = await requireGroup(ctx, viewer, id)
  const dismissedBy = viewer.proof.kind === 'system' ? null : viewer.userId
  await ctx.write((tx) =>
    insertDismissal(tx, { sharedKey, dismissedBy, createdAt: ctx.clock.now() }),
  )
}

export async function restoreSeriesDuplicates(ctx: Context, viewer: Viewer, id: string) {
  const sharedKey = await requireGroup(ctx, viewer, id)
  const wasDismissed = await ctx.write((tx) => deleteDismissal(tx, sharedKey))
  if (!wasDismissed) throw new Refusal('conflict', duplicateMessages.not_dismissed())
}

/** Returns the dismissal key of a group that is listed, dismissed or not. */
async function requireGroup(ctx: Context, viewer: Viewer, id: string): Promise<string> {
  for (const type of matchTypes) {
    const keys = await listListedKeys(ctx.heavy, viewer, type)
    const key = keys.find((one) => getGroupId(type, one) === id)
    if (key !== undefined) return buildDismissalKey(type, key)
  }
  throw notFound(duplicateMessages.not_found())
}

const getGroupId = (type: MatchType, key: string) =>
  Bun.randomUUIDv5(`${type} ${key}`, groupNamespace)

async function listGroupsOfType(ctx: Context, viewer: Viewer, filter: SeriesFilter) {
  const { type } = filter
  const counts = await countSeriesGroups(ctx.heavy, viewer, filter)
  const groups = await listSeriesGroups(ctx.heavy, viewer, filter)
  const keys = groups.map(({ key }) => key)
  const members = keys.length === 0 ? [] : await listSeriesOfGroups(ctx.heavy, viewer, type, keys)
  const membersOf = Map.groupBy(members, ({ key }) => key)
  return {
    type,
    counts,
    // A group may have changed between the queries.
    groups: groups.flatMap((group) => buildGroup(type, group, membersOf.get(group.key) ?? [])),
  }
}

type Member = Awaited<ReturnType<typeof listSeriesOfGroups>>[number]

function buildGroup(
  matchType: MatchType,
  { key, copies }: SeriesGroup,
  members: readonly Member[],
): SeriesDuplicateGroup[] {
  const [first] = members
  if (!first || members.length < 2) return []
  const isOneLibrary = members.every(({ libraryId }) => libraryId === first.libraryId)
  return [
    {
      id: getGroupId(matchType, key),
      libraryId: isOneLibrary ? first.libraryId : null,
      matchType,
      matchKey: matchType === 'title' ? first.title : key,
      duplicateCount: copies,
      members: members.map(({ key: _, createdAt: _created, ...member }) => member),
      createdAt: findLatest(members.map(({ createdAt }) => createdAt)),
      updatedAt: findLatest(members.map(({ updatedAt }) => updatedAt)),
    },
  ]
}

const findLatest = (times: readonly Date[]) =>
  new Date(Math.max(...times.map((time) => time.getTime())))
